/// What of some bytes is not shown.
package struct Mask {
  /// A piece that reads `***`, with quotes where it is a whole value of JSON.
  struct Piece {
    var range: Range<Int>
    var isValue = false
  }

  /// In order, none of them in another, once `settle()` was called.
  private(set) var pieces: [Piece] = []
  /// Nothing is shown from here on.
  private(set) var end: Int
  /// Whether what is not shown is so because it is no JSON.
  private(set) var isBroken = false

  /// Everything is shown.
  init(count: Int) { end = count }

  var isEmpty: Bool { pieces.isEmpty && !isCut }
  private(set) var isCut = false

  mutating func hide(_ range: Range<Int>, isValue: Bool = false) {
    if !range.isEmpty { pieces.append(Piece(range: range, isValue: isValue)) }
  }

  /// Nothing is shown from `start` on.
  mutating func hideRest(from start: Int, isBroken: Bool = false) {
    guard !isCut || start < end else { return }
    end = start
    isCut = true
    self.isBroken = isBroken
  }

  /// Puts the pieces in order, and leaves out what lies within another.
  mutating func settle() {
    pieces.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
    var settled: [Piece] = []
    for piece in pieces where piece.range.lowerBound < end {
      if let last = settled.last, piece.range.lowerBound < last.range.upperBound {
        settled[settled.count - 1].range =
          last.range.lowerBound..<max(last.range.upperBound, piece.range.upperBound)
      } else {
        settled.append(piece)
      }
    }
    pieces = settled
  }

  /// What stands in place of the rest.
  var restNote: String {
    isBroken ? "… (rest is not shown: not JSON from here)" : "… (rest is not shown: it may be secret)"
  }

  /// The bytes as text, without what is not shown.
  func text(of bytes: [UInt8]) -> String {
    var shown: [UInt8] = []
    var index = 0
    for piece in pieces where piece.range.lowerBound < bytes.count {
      shown += bytes[index..<piece.range.lowerBound]
      shown += (piece.isValue ? "\"\(Redaction.mask)\"" : Redaction.mask).utf8
      index = piece.range.upperBound
    }
    if index < min(end, bytes.count) { shown += bytes[index..<min(end, bytes.count)] }
    return String(decoding: shown, as: UTF8.self) + (isCut && end <= bytes.count ? restNote : "")
  }
}

/// How a body is read for its secrets.
package enum BodyFormat {
  case form
  case json
  /// Anything: JSON where it looks like it.
  case text
}

extension Redaction {
  /// A text, or the beginning of one, without its secrets: JSON that may be broken, markup, a log, anything.
  package func masked(text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    return mask(of: bytes).text(of: bytes)
  }

  /// The first `limit` bytes of a body, cut between two characters. What follows them is looked at, for what it says of
  /// them.
  package func masked(body: some StringProtocol, as format: BodyFormat, limit: Int) -> String {
    let bytes = Array(body.utf8)
    var mask: Mask
    switch format {
    case .form:
      var reader = SecretText(bytes, self)
      reader.readItems(0..<bytes.count)
      mask = reader.mask
      mask.settle()
    // A page in place of JSON is text.
    case .json where bytes.first { !isSpace($0) } != UInt8(ascii: "<"):
      mask = bytes.withUnsafeBufferPointer { jsonMask(of: $0, shown: [0..<bytes.count]) }
    case .json, .text: mask = self.mask(of: bytes)
    }
    var end = min(limit, bytes.count)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return mask.text(of: Array(bytes[..<end]))
  }

  /// A name that came from outside, a key say, in a line: without what is secret in it, escaped and cut.
  package func shown(name: String) -> String {
    let bytes = Array(name.utf8.prefix(1_024))
    var reader = SecretText(bytes, self)
    reader.readText()
    guard !reader.mask.isEmpty else { return Shown.text(name, limit: Shown.name) }
    reader.mask.settle()
    return Shown.text(reader.mask.text(of: bytes), limit: Shown.name)
  }

  /// A list of names, at most 30 of them.
  package func shown(names: [String]) -> String {
    (names.prefix(30).map(shown(name:)) + (names.count > 30 ? ["…"] : [])).joined(separator: ", ")
  }

  /// A form, or a query, without its secrets.
  package func masked(form: some StringProtocol) -> String {
    let bytes = Array(form.utf8)
    var reader = SecretText(bytes, self)
    reader.readItems(0..<bytes.count)
    reader.mask.settle()
    return reader.mask.text(of: bytes)
  }

  /// A URL, or a reference to one, without its secrets: in its user part, its path, its query and its fragment.
  package func masked(url: some StringProtocol) -> String {
    let bytes = Array(url.utf8)
    var reader = SecretText(bytes, self)
    reader.readURL(0..<bytes.count)
    reader.mask.settle()
    return reader.mask.text(of: bytes)
  }

  func mask(of bytes: [UInt8], depth: Int = 0) -> Mask {
    if let first = bytes.first(where: { !isSpace($0) }), "{[\"".utf8.contains(first) {
      return bytes.withUnsafeBufferPointer { jsonMask(of: $0, shown: [0..<bytes.count], depth: depth) }
    }
    var reader = SecretText(bytes, self, depth: depth)
    reader.readText()
    reader.mask.settle()
    return reader.mask
  }

  /// - Parameter shown: Which bytes will be shown at most, in order; strings elsewhere are not looked into.
  func jsonMask(of bytes: UnsafeBufferPointer<UInt8>, shown: [Range<Int>], depth: Int = 0) -> Mask {
    var reader = SecretJSON(bytes, self, shown: shown, depth: depth)
    reader.read()
    reader.mask.settle()
    return reader.mask
  }
}

/// White space as JSON has it.
@inline(__always)
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
