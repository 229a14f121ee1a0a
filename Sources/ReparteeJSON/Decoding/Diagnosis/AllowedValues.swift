import ReparteeRedaction

/// At most twenty raw values of a `CaseIterable` enum; nothing from the JSON.
func allowedValues(of type: Any.Type) -> String? {
  guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
  return list(rawValues(of: type))
}

private func rawValues<T: CaseIterable & RawRepresentable>(of type: T.Type) -> [String] {
  type.allCases.prefix(21).map { value in
    if let text = value.rawValue as? String { "\"\(text)\"" } else { "\(value.rawValue)" }
  }
}

private func list(_ values: [String]) -> String? {
  if values.isEmpty { return nil }
  return "one of " + values.prefix(20).joined(separator: ", ") + (values.count > 20 ? ", …" : "")
}

private func keyNames<Key: CodingKey & CaseIterable>(of type: Key.Type) -> [String] {
  type.allCases.prefix(21).map(\.stringValue)
}

extension Diagnosis {
  /// The keys if they are `CaseIterable`, otherwise those of neighboring objects in an array.
  func caseNames(of type: any CodingKey.Type, at index: Int) -> String {
    if let type = type as? any (CodingKey & CaseIterable).Type {
      return "one of the keys \(quoted(keyNames(of: type)))"
    }
    let names = caseNamesBeside(index, of: type)
    return names.isEmpty
      ? "one key, the name of a case" : "one key, the name of a case, such as \(quoted(names))"
  }

  private func quoted(_ names: [String]) -> String {
    let redaction = decoding.options.values.redaction
    return names.prefix(20).map { "\"\(redaction.shown(name: $0))\"" }.joined(separator: ", ")
      + (names.count > 20 ? ", …" : "")
  }

  /// Looks at the first thousand elements.
  private func caseNamesBeside(_ index: Int, of type: any CodingKey.Type) -> [String] {
    guard index > Tape.root else { return [] }
    let array = decoding.knownParents().container(of: index)
    guard decoding.tape[array].kind == .array else { return [] }
    var names: [String] = []
    var element = array + 1
    for _ in 0..<min(decoding.tape[array].length, 1_000) where names.count < 21 {
      let (node, next) = (decoding.tape[element], decoding.tape.after(element))
      if node.kind == .object, node.next > element + 1, decoding.tape.after(element + 2) == next {
        let name = decoding.name(of: element + 1)
        if !names.contains(name), type.init(stringValue: name) != nil { names.append(name) }
      }
      element = next
    }
    return names
  }
}

extension DecodingError.Context {
  /// The message of a generated `init(from:)` for an enum with associated values.
  var isOfKeysOfCases: Bool { debugDescription == "Invalid number of keys found, expected one." }
}

protocol KeyedByType {
  static var keyType: Any.Type { get }
}

extension Dictionary: KeyedByType {
  static var keyType: Any.Type { Key.self }
}
