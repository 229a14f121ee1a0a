import ReparteeRedaction

/// Looks at the first 500 keys of an object.
extension Diagnosis {
  private static let hintLimit = 500

  func keyHint(_ missing: String, in object: Int) -> String? {
    let names = names(of: object, limit: Diagnosis.hintLimit)
    if decoding.options.keys.isPlain,
      let name = names.first(where: {
        $0 != missing && (camelCase(fromSnakeCase: $0) == missing || $0 == inSnakeCase(missing))
      })
    {
      return "the JSON has \"\(shown(name))\": set `keys` to `.snakeCase`"
    }
    if let name = names.first(where: { $0.lowercased() == missing.lowercased() }) {
      return "the JSON has \"\(shown(name))\": keys are compared with their letter case"
    }
    let plain = SimplifiedName(Array(missing.utf8)[...]).bytes
    if let name = names.first(where: { SimplifiedName(Array($0.utf8)[...]).bytes == plain }) {
      return "the JSON has \"\(shown(name))\": name it in `CodingKeys`"
    }
    let near = names.prefix(200).map { ($0, distance($0, missing)) }.min { $0.1 < $1.1 }
    if let near, near.1 <= max(1, missing.count / 3) { return "the nearest key is \"\(shown(near.0))\"" }
    if names.count == 1, let only = names.first,
      ["data", "result", "results", "items", "response", "error"].contains(only)
    {
      return "the object has only \"\(only)\": decode at that path if it is an envelope"
    }
    return nil
  }

  /// A `Dictionary` whose keys are neither texts nor integers is read from an array (SE-0320).
  func keyTypeHint(_ origin: ErrorOrigin?, _ location: ErrorLocation) -> String? {
    guard location.isForContainer, location.expected == "an array", let origin,
      origin.index == location.index,
      decoding.tape[location.index].kind == .object, let dictionary = origin.type as? any KeyedByType.Type
    else { return nil }
    return "to read the keys of an object, conform \(dictionary.keyType) to CodingKeyRepresentable"
  }

  func typeHint(_ expected: String, at index: Int) -> String? {
    let node = decoding.tape[index]
    switch node.kind {
    case .string where expected.hasSuffix("number)") || expected.hasSuffix("integer)"):
      return JSONNumber(decoding.tape.string(at: node)) == nil
        ? floatHint(at: index) : "quoted number: declare the property `@Quoted`"
    case .string where expected.hasSuffix("boolean)"):
      let text = decoding.tape.string(at: node).lowercased()
      return ["true", "false", "yes", "no", "0", "1"].contains(text) ? "it is a boolean in quotes" : nil
    case .number where expected.hasSuffix("boolean)"):
      return "JSON has `true` and `false`; declare an `Int` if the server sends 0 and 1"
    case .number where expected.hasPrefix("Date"):
      return "the date is a number: set `dates` to `.secondsSince1970` or `.millisecondsSince1970`"
    case .number where expected.hasSuffix("(a string)"):
      return "declare a number, or convert it in the model"
    case .object where expected.hasSuffix("an array)") || expected == "an array":
      return nameOfArray(in: index).map { "there is an array under \"\(shown($0))\": decode at that path" }
    case .array where expected.hasSuffix("an object)") || expected == "an object":
      return "declare an array of this type"
    default: return nil
    }
  }

  func floatHint(at index: Int) -> String? {
    guard decoding.tape[index].kind == .string,
      let value = Double(decoding.tape.string(at: decoding.tape[index])), !value.isFinite
    else {
      return nil
    }
    return "JSON has no such number: set `floats` to `.strings(…)`"
  }

  private func shown(_ name: String) -> String {
    decoding.options.values.redaction.shown(name: name)
  }

  private func nameOfArray(in object: Int) -> String? {
    var key = object + 1
    for _ in 0..<Diagnosis.hintLimit where key < decoding.tape[object].next {
      if decoding.tape[key + 1].kind == .array { return decoding.tape.string(at: decoding.tape[key]) }
      key = decoding.tape.after(key + 1)
    }
    return nil
  }

  private func distance(_ one: String, _ other: String) -> Int {
    let one = Array(one.lowercased().prefix(64).unicodeScalars)
    let other = Array(other.lowercased().prefix(64).unicodeScalars)
    var row = Array(0...other.count)
    for (i, a) in one.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in other.enumerated() {
        let next = min(row[j + 1] + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[other.count]
  }
}
