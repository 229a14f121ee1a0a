import ReparteeJSON

/// Values as they stand in Swift.
enum Literal {
  static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _
      where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        || scalar.value == 0x2028 || scalar.value == 0x2029:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  static func swift(_ value: JSONValue) -> String {
    if let text = value.string { return string(text) }
    if let bool = value.bool { return String(bool) }
    return value.int.map(String.init) ?? "nil"
  }

  /// The number signs around `"""` for a raw string in which nothing of the text is an escape or the end.
  static func signs(around text: String) -> String {
    var longest = 0
    var run = 0
    var quotes = 0
    var isCounting = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "#"):
        run += 1
        if isCounting { longest = max(longest, run) }
        quotes = 0
        continue
      case UInt8(ascii: "\""): quotes += 1
      default: quotes = 0
      }
      run = 0
      isCounting = byte == UInt8(ascii: "\\") || quotes >= 3
    }
    return String(repeating: "#", count: longest + 1)
  }
}
