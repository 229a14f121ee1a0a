import ReparteeJSON

extension TypePlanner {
  func cases(of enumeration: Schema.Enumeration) -> [EnumerationCase] {
    var names = NameScope(taken: ["rawValue", "hashValue", "hash", "self", "init", "queryValues", "allCases"])
    return enumeration.values.map { value in
      let literal = Literal.swift(value.value)
      let text = value.name ?? value.value.string ?? ""
      var base = Names.member(text, acronyms: true)
      if text.isEmpty || Names.words(of: text).isEmpty { base = symbolName(value.value) }
      if let number = value.value.string, value.name == nil, number.hasPrefix("-") {
        base = "minus" + Names.type(number).drop { $0 == "_" }
      }
      let name = names.take(base, base + "Value")
      return EnumerationCase(
        name: name, rawValue: literal, documentation: value.documentation,
        needsRawValue: value.value.string != name)
    }
  }

  private func symbolName(_ value: JSONValue) -> String {
    if let int = value.int { return int < 0 ? "minus\(int.magnitude)" : "_\(int)" }
    guard let text = value.string, !text.isEmpty else { return "empty" }
    let names = text.unicodeScalars.map { Self.symbols[$0] ?? "u\(String($0.value, radix: 16))" }
    return Names.member(names.joined(separator: " "))
  }

  /// A name with words for its symbols.
  static func spelled(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      if let word = symbols[scalar], scalar != "_", scalar != "-", scalar != "." {
        text += " \(word) "
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static let symbols: [Unicode.Scalar: String] = [
    "+": "plus", "-": "minus", "*": "star", "/": "slash", "<": "less", ">": "greater", "=": "equal",
    "!": "not",
    ".": "dot", ",": "comma", "_": "underscore", "%": "percent", "&": "and", "|": "or", "#": "number",
    "@": "at",
    "?": "question", ":": "colon", ";": "semicolon", "$": "dollar", "^": "caret", "~": "tilde", " ": "space",
  ]
}
