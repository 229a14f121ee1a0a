/// A text without one layer of escapes, with source places.
struct Layer {
  private(set) var bytes: [UInt8] = []
  private(set) var places: [Int] = []

  /// Decodes `%XX`, `\n`, `\u1234` and `&#x12;`, or only those that begin with `mark`; nil if there is none. `outer`
  /// has the places of `text`, unless it is the source.
  init?(decoding text: Span<UInt8>, places outer: [Int]?, only mark: UInt8? = nil) {
    func isEscape(_ byte: UInt8) -> Bool { Self.marks.contains(byte) && mark.map { $0 == byte } ?? true }
    var first = 0
    while first < text.count, !isEscape(text[first]) { first += 1 }
    if first == text.count { return nil }
    bytes.reserveCapacity(text.count)
    places.reserveCapacity(text.count + 1)
    var hasEscape = false
    var index = 0
    while index < text.count {
      let start = outer?[index] ?? index
      if index >= first, isEscape(text[index]), let (decoded, end) = Self.escape(in: text, at: index) {
        hasEscape = true
        for byte in decoded {
          bytes.append(byte)
          places.append(start)
        }
        index = end
      } else {
        bytes.append(text[index])
        places.append(start)
        index += 1
      }
    }
    if !hasEscape { return nil }
    places.append(outer?[text.count] ?? text.count)
  }

  static let marks = Array("%\\&".utf8)

  private static func escape(in text: Span<UInt8>, at start: Int) -> (bytes: [UInt8], end: Int)? {
    switch text[start] {
    case UInt8(ascii: "%"): number(in: text, from: start + 1, digits: 2).map { ([UInt8($0)], start + 3) }
    case UInt8(ascii: "\\"): backslash(in: text, at: start)
    default: entity(in: text, at: start)
    }
  }

  private static func number(in text: Span<UInt8>, from start: Int, digits: Int) -> UInt32? {
    guard start + digits <= text.count else { return nil }
    for index in start..<start + digits where hexValue(text[index]) == nil { return nil }
    return text.hexNumber(start..<start + digits)
  }

  private static func utf8(_ number: UInt32) -> [UInt8] {
    Array(String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
  }

  private static func backslash(in text: Span<UInt8>, at start: Int) -> (bytes: [UInt8], end: Int)? {
    guard start + 1 < text.count else { return nil }
    switch text[start + 1] {
    case UInt8(ascii: "u"):
      guard let unit = number(in: text, from: start + 2, digits: 4) else { return nil }
      if 0xD800..<0xDC00 ~= unit, start + 7 < text.count, text[start + 6] == UInt8(ascii: "\\"),
        text[start + 7] == UInt8(ascii: "u"), let low = number(in: text, from: start + 8, digits: 4),
        0xDC00..<0xE000 ~= low
      {
        return (utf8(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00)), start + 12)
      }
      return (utf8(unit), start + 6)
    case UInt8(ascii: "x"): return number(in: text, from: start + 2, digits: 2).map { (utf8($0), start + 4) }
    case UInt8(ascii: "n"): return ([0x0A], start + 2)
    case UInt8(ascii: "r"): return ([0x0D], start + 2)
    case UInt8(ascii: "t"): return ([0x09], start + 2)
    case UInt8(ascii: "b"): return ([0x08], start + 2)
    case UInt8(ascii: "f"): return ([0x0C], start + 2)
    case let byte where "\"\\/'".utf8.contains(byte): return ([byte], start + 2)
    default: return nil
    }
  }

  /// A number, or one of XML's five names.
  private static func entity(in text: Span<UInt8>, at start: Int) -> (bytes: [UInt8], end: Int)? {
    var semicolon = start + 1
    while semicolon < min(start + 10, text.count), text[semicolon] != UInt8(ascii: ";") { semicolon += 1 }
    guard semicolon < text.count, text[semicolon] == UInt8(ascii: ";") else { return nil }
    let name = text.array(start + 1..<semicolon)
    let end = semicolon + 1
    if let byte = names.first(where: { name.elementsEqual($0.name.utf8) })?.byte { return ([byte], end) }
    guard name.first == UInt8(ascii: "#") else { return nil }
    let digits = String(decoding: name.dropFirst(), as: UTF8.self)
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    return UInt32(isHex ? digits.dropFirst() : digits[...], radix: isHex ? 16 : 10).map { (utf8($0), end) }
  }

  private static let names: [(name: String, byte: UInt8)] = [
    ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
    ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
  ]
}
