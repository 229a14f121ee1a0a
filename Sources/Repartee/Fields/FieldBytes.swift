// The syntax of header fields (RFC 9110, section 5.6), as bytes.

extension Slice<UnsafeBufferPointer<UInt8>> {
  package mutating func part(upTo separator: UInt8) -> Self {
    var isQuoted = false
    var isEscaped = false
    var end = startIndex
    while end < endIndex {
      let byte = self[end]
      if byte == separator, !isQuoted { break }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && isQuoted && !isEscaped
      end += 1
    }
    defer { self = self[end...] }
    return self[..<end]
  }

  package var trimmed: Self {
    var rest = self
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }

  /// Nil if the bytes are not a token (RFC 9110, section 5.6.2).
  package var lowercaseToken: String? {
    guard !isEmpty, allSatisfy(\.isTokenCharacter) else { return nil }
    return String(unsafeUninitializedCapacity: count) { buffer in
      for (offset, byte) in enumerated() {
        buffer[offset] = byte.isUppercaseLetter ? byte | 0x20 : byte
      }
      return count
    }
  }

  package var unquoted: String {
    guard count >= 2, first == UInt8(ascii: "\""), last == UInt8(ascii: "\"") else {
      return String(decoding: self, as: UTF8.self)
    }
    let inner = self[(startIndex + 1)..<(endIndex - 1)]
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
