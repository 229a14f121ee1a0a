/// Values that are secret wherever they appear, such as the tokens of a credential.
///
/// Found in any case, plain, percent- or form-encoded, and escaped as in JSON and HTML, up to three layers deep; by
/// their beginning at the end of a text or before `…`. Values under eight bytes are ignored.
package final class SecretValues: Sendable {
  /// Of a value or a beginning, in bytes.
  package static let shortest = 8
  private static let limit = 200

  package let texts: [String]
  /// Path segments masked in URLs, of any length, not encoded.
  package let segments: Set<[UInt8]>
  private let patterns: [Pattern]
  let longest: Int

  /// Uses the first 200 different values.
  package init(_ texts: [String], segments: Set<[UInt8]> = []) {
    var known = Set<[UInt8]>()
    self.texts = texts.filter { text in
      text.utf8.count >= Self.shortest && known.count < Self.limit && known.insert(Array(text.utf8)).inserted
    }
    self.segments = segments
    patterns = self.texts.map { Pattern(Array($0.utf8)) }
    longest = patterns.map(\.bytes.count).max() ?? 0
  }

  func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    if patterns.isEmpty { return found }
    for pattern in patterns { pattern.find(in: bytes) { found.append($0) } }
    func find(in layer: Layer) {
      for pattern in patterns {
        layer.bytes.withSpan { bytes in
          pattern.find(in: bytes) { found.append(layer.places[$0.lowerBound]..<layer.places[$0.upperBound]) }
        }
      }
    }
    // A value may itself look escaped in another way: `a%41b` is `"a%41b"` in JSON.
    for mark in Layer.marks { Layer(decoding: bytes, places: nil, only: mark).map(find(in:)) }
    var layer = Layer(decoding: bytes, places: nil)
    for _ in 0..<3 {
      guard let decoded = layer else { break }
      find(in: decoded)
      layer = decoded.bytes.withSpan { Layer(decoding: $0, places: decoded.places) }
    }
    return found
  }

  func isFound(in bytes: Span<UInt8>) -> Bool { !ranges(in: bytes).isEmpty }

  /// Whether a text cut at both ends has a piece of a value.
  package func mayBeginOrEnd(in text: some StringProtocol) -> Bool {
    let length = Self.shortest
    var pieces = Set<ArraySlice<UInt8>>()
    for pattern in patterns {
      for start in 0...pattern.bytes.count - length { pieces.insert(pattern.bytes[start..<start + length]) }
    }
    func isFound(_ bytes: [UInt8]) -> Bool {
      bytes.count >= length
        && (0...bytes.count - length).contains { pieces.contains(bytes[$0..<$0 + length]) }
    }
    let bytes = text.utf8.map(Pattern.plain)
    if isFound(bytes) { return true }
    var layer = bytes.withSpan { Layer(decoding: $0, places: nil) }
    for _ in 0..<3 {
      guard let decoded = layer else { return false }
      if isFound(decoded.bytes.map(Pattern.plain)) { return true }
      layer = decoded.bytes.withSpan { Layer(decoding: $0, places: nil) }
    }
    return false
  }
}

/// With the table of Knuth, Morris and Pratt, for searches in linear time.
private struct Pattern: Sendable {
  let bytes: [UInt8]
  /// By length of a match: the longest shorter one with the same end.
  private let shorter: [Int]

  init(_ value: [UInt8]) {
    let bytes = value.map(Self.plain)
    var shorter = [0, 0]
    var length = 0
    for index in 1..<max(bytes.count, 1) {
      while length > 0, bytes[index] != bytes[length] { length = shorter[length] }
      if bytes[index] == bytes[length] { length += 1 }
      shorter.append(length)
    }
    self.bytes = bytes
    self.shorter = shorter
  }

  /// A space is the `+` of a form; hosts and names of HTTP/2 are in lower case.
  @inline(__always) static func plain(_ byte: UInt8) -> UInt8 {
    byte == 0x20 ? UInt8(ascii: "+") : byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Calls `found` with matches, and beginnings where the text is cut off.
  func find(in text: Span<UInt8>, _ found: (Range<Int>) -> Void) {
    let pattern = bytes[...]
    let bytes = pattern.span
    let first = bytes[0]
    var length = 0
    for index in 0..<text.count {
      let byte = Self.plain(text[index])
      if length == 0, byte != first { continue }
      if length >= SecretValues.shortest, byte == 0xE2, text.starts(with: "…".utf8, at: index) {
        found(index - length..<index)
      }
      while length > 0, byte != bytes[length] { length = shorter[length] }
      if byte == bytes[length] { length += 1 }
      if length == bytes.count {
        found(index + 1 - length..<index + 1)
        length = shorter[length]
      }
    }
    if length >= SecretValues.shortest { found(text.count - length..<text.count) }
  }
}

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

/// Asked when something is shown.
package protocol SecretSource: AnyObject, Sendable {
  var values: SecretValues { get }
}

extension Redaction {
  var values: SecretValues? { source?.values }

  package var hidesValues: Bool { values.map { $0.longest > 0 } ?? false }

  /// By default, hides values everywhere.
  package func hideValues(in bytes: Span<UInt8>, shown: [Range<Int>]? = nil, _ mask: inout Mask) {
    guard let values, values.longest > 0 else { return }
    // An escape of a byte takes at most six.
    let margin = min(values.longest, 64 << 10) * 6
    for range in shown ?? [0..<bytes.count] {
      let near = max(range.lowerBound - margin, 0)..<min(range.upperBound + margin, bytes.count)
      for found in values.ranges(in: bytes.extracting(near)) {
        mask.hide(found.lowerBound + near.lowerBound..<found.upperBound + near.lowerBound)
      }
    }
  }

  func settle(_ mask: inout Mask, of bytes: [UInt8]) {
    bytes.withSpan { hideValues(in: $0, &mask) }
    mask.settle()
  }

  /// Masks only the values, not names and tokens.
  package func maskedValues(in text: String) -> String {
    guard hidesValues else { return text }
    let bytes = Array(text.utf8)
    var mask = Mask(count: bytes.count)
    settle(&mask, of: bytes)
    return mask.isEmpty ? text : mask.text(of: bytes)
  }
}

extension SecretValues: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
