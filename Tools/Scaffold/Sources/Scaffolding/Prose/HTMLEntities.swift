/// The characters that HTML writes by name or number.
enum HTMLEntities {
  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
    "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
    "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "times": "×",
    "divide": "÷", "plusmn": "±", "minus": "−", "le": "≤", "ge": "≥", "ne": "≠", "larr": "←", "rarr": "→",
    "uarr": "↑", "darr": "↓", "harr": "↔", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§",
    "para": "¶", "micro": "µ", "frac12": "½", "frac14": "¼", "sup2": "²", "sup3": "³", "infin": "∞",
    "check": "✓", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "ast": "*", "lowbar": "_",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "agrave": "à", "aacute": "á", "ccedil": "ç", "ntilde": "ñ", "oacute": "ó", "iacute": "í",
  ]

  /// The text with the characters; what is no entity stays.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let body = rest[rest.index(after: start)...].prefix(10)
      if let end = body.firstIndex(of: ";"), let character = character(body[..<end]) {
        result += character
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest[rest.index(after: start)...]
      }
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return names[String(name)] }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = value.flatMap(Unicode.Scalar.init) else { return nil }
    switch scalar.properties.generalCategory {
    case .control, .privateUse, .unassigned, .surrogate: return nil
    default: return String(Character(scalar))
    }
  }
}
