// RFC 9110, section 5.6.

extension Substring.UTF8View {
  package mutating func part(upTo separator: UInt8) -> Self {
    var isQuoted = false
    var isEscaped = false
    var end = startIndex
    while end < endIndex {
      let byte = self[end]
      if byte == separator, !isQuoted { break }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && isQuoted && !isEscaped
      formIndex(after: &end)
    }
    defer { self = self[end...] }
    return self[..<end]
  }

  /// The parameters, each after a semicolon, names in lower case. Malformed and repeated ones are left out.
  mutating func parameters() -> [String: String] {
    var parameters: [String: String] = [:]
    while popFirst() != nil {  // the semicolon
      let part = part(upTo: UInt8(ascii: ";"))
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")),
        let name = part[..<equals].trimmingFieldWhitespace.lowercaseToken, parameters[name] == nil
      else { continue }
      parameters[name] = part[equals...].dropFirst().trimmingFieldWhitespace.unquoted
    }
    return parameters
  }

  /// Nil if the bytes are not a token (RFC 9110, section 5.6.2).
  package var lowercaseToken: String? {
    guard !isEmpty, allSatisfy(\.isTokenCharacter) else { return nil }
    let token = String(decoding: self, as: UTF8.self)
    return contains(where: \.isUppercaseLetter) ? token.lowercased() : token
  }

  package var unquoted: String {
    guard count >= 2, first == UInt8(ascii: "\""), last == UInt8(ascii: "\"") else {
      return String(decoding: self, as: UTF8.self)
    }
    let inner = dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    var value: [UInt8] = []
    var isEscaped = false
    for byte in inner {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        value.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: value, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isUppercaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

  /// RFC 9110, section 5.6.2.
  var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#")...UInt8(ascii: "'"),
      UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
