/// RFC 8259 once more, as plainly as it can be written: whether some bytes are a JSON text, and what is in it that a
/// comparison has to know.
struct JSONGrammar {
  enum Verdict: Equatable { case accepted, rejected, tooDeep }

  private let bytes: [UInt8]
  private var at = 0
  private let maximumDepth: Int
  private var isTooDeep = false
  private(set) var hasEqualKeys = false

  init(_ bytes: [UInt8], maximumDepth: Int = 512) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  mutating func check() -> Verdict {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    skipSpace()
    guard value(depth: 0) else { return isTooDeep ? .tooDeep : .rejected }
    skipSpace()
    return at == bytes.count ? .accepted : .rejected
  }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte, " \t\r\n".utf8.contains(byte) { at += 1 }
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "{"): return object(depth: depth + 1)
    case UInt8(ascii: "["): return array(depth: depth + 1)
    case UInt8(ascii: "t"): return skip("true")
    case UInt8(ascii: "f"): return skip("false")
    case UInt8(ascii: "n"): return skip("null")
    default: return number()
    }
  }

  private mutating func open(depth: Int) -> Bool {
    if depth > maximumDepth { isTooDeep = true }
    at += 1
    skipSpace()
    return depth <= maximumDepth
  }

  private mutating func array(depth: Int) -> Bool {
    guard open(depth: depth) else { return false }
    if skip("]") { return true }
    while true {
      guard value(depth: depth) else { return false }
      skipSpace()
      if skip("]") { return true }
      guard skip(",") else { return false }
      skipSpace()
    }
  }

  private mutating func object(depth: Int) -> Bool {
    guard open(depth: depth) else { return false }
    if skip("}") { return true }
    var keys: Set<[UInt8]> = []
    while true {
      guard byte == UInt8(ascii: "\""), let key = string() else { return false }
      if !keys.insert(key).inserted { hasEqualKeys = true }
      skipSpace()
      guard skip(":") else { return false }
      skipSpace()
      guard value(depth: depth) else { return false }
      skipSpace()
      if skip("}") { return true }
      guard skip(",") else { return false }
      skipSpace()
    }
  }

  private mutating func digits() -> Bool {
    let first = at
    while let byte, (0x30...0x39).contains(byte) { at += 1 }
    return at > first
  }

  private mutating func number() -> Bool {
    _ = skip("-")
    if !skip("0") {
      guard digits() else { return false }
    } else if let byte, (0x30...0x39).contains(byte) {
      return false
    }
    if skip(".") { guard digits() else { return false } }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      return digits()
    }
    return true
  }

  /// The bytes of a string once its escapes are undone, nil where it is none.
  private mutating func string() -> [UInt8]? {
    at += 1
    var content: [UInt8] = []
    while let byte {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: content, as: UTF8.self) == nil ? nil : content
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        content += Array(String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: content.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte else { return nil }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = unit() else { return nil }
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
      guard skip("\\u"), let low = self.unit(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  private mutating func unit() -> UInt32? {
    guard at + 4 <= bytes.count else { return nil }
    let digits = bytes[at..<at + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else { return nil }
    at += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
