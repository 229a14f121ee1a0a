/// The bytes that a part of a URL does not escape (RFC 3986, section 2 and appendix A).
package struct URLCharacters: Sendable {
  private let low: UInt64
  private let high: UInt64

  private init(_ characters: String) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    self.low = low
    self.high = high
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<64: low & (1 << UInt64(byte)) != 0
    case 64..<128: high & (1 << UInt64(byte - 64)) != 0
    default: false
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

  package static let unreserved = URLCharacters(letters + "-._~")
  /// `application/x-www-form-urlencoded` (WHATWG URL Standard), with the space, which becomes a plus.
  static let form = URLCharacters(letters + "*-._ ")
  static let path = URLCharacters(letters + "-._~!$&'()*+,;=:@/")
  /// Without the colon: the text can't begin a URL.
  static let plainPath = URLCharacters(letters + "-._~!$&'()*+,;=@/")
  static let authority = URLCharacters(letters + "-._~!$&'()*+,;=:@[]")
  static let scheme = URLCharacters(letters + "+-.")
  static let query = URLCharacters(letters + "-._~!$&'()*+,;=:@/?")
}

extension StringProtocol {
  /// `keepingEscapes` keeps an existing `%XX`.
  package func percentEncoded(keeping characters: URLCharacters, keepingEscapes: Bool = false) -> String {
    if !utf8.hasByte(where: { !characters.contains($0) }) { return String(self) }
    return Substring(self).escaped(keeping: characters, keepingEscapes: keepingEscapes)
  }

  /// A name or value of `application/x-www-form-urlencoded`.
  package var formEncoded: String {
    let bytes = percentEncoded(keeping: .form).utf8.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// RFC 9110, section 5.5.
  var hasLineBreakOrNUL: Bool {
    utf8.hasByte { $0 == 0x0D || $0 == 0x0A || $0 == 0x00 }
  }
}

extension Substring {
  fileprivate func escaped(keeping characters: URLCharacters, keepingEscapes: Bool) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(utf8.count + 16)
    var index = utf8.startIndex
    while index < utf8.endIndex {
      let byte = utf8[index]
      let isEscape =
        keepingEscapes && byte == UInt8(ascii: "%")
        && utf8[index...].dropFirst().prefix(2).count(where: \.isHexDigit) == 2
      if isEscape || characters.contains(byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(hexDigit(byte >> 4))
        encoded.append(hexDigit(byte & 15))
      }
      index = utf8.index(after: index)
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension Collection<UInt8> {
  @inline(__always)
  func hasByte(where predicate: (UInt8) -> Bool) -> Bool {
    withContiguousStorageIfAvailable { unsafe $0.contains(where: predicate) }
      ?? contains(where: predicate)
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }
}
