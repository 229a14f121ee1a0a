/// Values that are secret wherever they appear, such as the tokens of a credential.
///
/// Found in any case, plain, percent- or form-encoded, and escaped as in JSON and HTML, up to three layers deep; by
/// their beginning at the end of a text or before `…`. Values under eight bytes are ignored.
package final class SecretValues: Sendable {
  /// The shortest value or beginning that is masked, in bytes.
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

/// A pattern with the table of Knuth, Morris and Pratt, for searches in linear time.
private struct Pattern: Sendable {
  let bytes: [UInt8]
  /// By the length of a match, the longest shorter match with the same end.
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

/// Asked when something is shown.
package protocol SecretSource: AnyObject, Sendable {
  var values: SecretValues { get }
}

extension SecretValues: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
