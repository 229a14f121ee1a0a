/// The parts of some bytes that are not shown.
package struct Mask {
  /// A piece that is shown as `***`, with quotes if it is a whole value of JSON.
  package struct Piece {
    package var range: Range<Int>
    package var isValue = false
    /// Whether it is not known to be a secret: what would say so was not read.
    var isGuess = false
  }

  /// The pieces; in order, and none inside another, once `settle()` was called.
  package private(set) var pieces: [Piece] = []
  /// The offset from which nothing is shown.
  package private(set) var end: Int
  /// Whether the rest is not shown because it is not JSON.
  package private(set) var isBroken = false

  /// Creates a mask that hides nothing.
  init(count: Int) { end = count }

  var isEmpty: Bool { pieces.isEmpty && !isCut }
  package private(set) var isCut = false

  package mutating func hide(_ range: Range<Int>, isValue: Bool = false, isGuess: Bool = false) {
    if !range.isEmpty { pieces.append(Piece(range: range, isValue: isValue, isGuess: isGuess)) }
  }

  /// Whether a piece is hidden only because it may be a secret.
  package var hasGuess: Bool { pieces.contains(where: \.isGuess) }

  /// Hides everything from `start` on.
  package mutating func hideRest(from start: Int, isBroken: Bool = false) {
    guard !isCut || start < end else { return }
    end = start
    isCut = true
    self.isBroken = isBroken
  }

  /// Returns the offset of the secret value that contains the byte at `offset`; nil if there is none. Pieces that may
  /// be no secret, and the hidden rest, don't count.
  package func startOfSecret(around offset: Int) -> Int? {
    let pieces = pieces.lazy.filter { $0.isValue && !$0.isGuess && $0.range.contains(offset) }
    return pieces.map(\.range.lowerBound).min()
  }

  /// Sorts the pieces, and merges those that overlap.
  package mutating func settle() {
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

  /// The note in place of the hidden rest.
  package var restNote: String {
    isBroken ? "… (rest is not shown: not JSON from here)" : "… (rest is not shown: it may be secret)"
  }

  /// Returns the bytes as text, without the hidden parts.
  func text(of bytes: [UInt8]) -> String {
    String(decoding: shown(of: bytes), as: UTF8.self) + (isCut && end <= bytes.count ? restNote : "")
  }

  /// Returns the bytes without the hidden parts, and without a note in place of the hidden rest.
  func shown(of bytes: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    var index = 0
    for piece in pieces where piece.range.lowerBound < bytes.count {
      shown += bytes[index..<piece.range.lowerBound]
      shown += (piece.isValue ? "\"\(Redaction.mask)\"" : Redaction.mask).utf8
      index = piece.range.upperBound
    }
    if index < min(end, bytes.count) { shown += bytes[index..<min(end, bytes.count)] }
    return shown
  }
}

/// The format in which a body is searched for secrets.
package enum BodyFormat {
  case form
  case json
  /// Any text: JSON if it looks like JSON.
  case text
}

extension Redaction {
  /// Returns a text, or the beginning of one, without its secrets: JSON that may be broken, markup, a log, anything.
  package func masked(text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    return mask(of: bytes).text(of: bytes)
  }

  /// Returns the first `limit` bytes of a body without their secrets, cut between two characters. The bytes after the
  /// cut are read too: they can show what is secret.
  package func masked(body: some StringProtocol, as format: BodyFormat, limit: Int) -> String {
    let bytes = Array(body.utf8)
    var mask: Mask
    switch format {
    case .form:
      var reader = SecretText(bytes, self)
      reader.readItems(0..<bytes.count)
      mask = reader.mask
      settle(&mask, of: bytes)
    // A page or a message in place of JSON is masked as text.
    case .json, .text: mask = self.mask(of: bytes)
    }
    var end = min(limit, bytes.count)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return mask.text(of: Array(bytes[..<end]))
  }

  /// Returns a name from outside, such as a key, for a line of text: without its secrets, escaped and cut.
  package func shown(name: String) -> String {
    let bytes = Array(name.utf8.prefix(1_024))
    var reader = SecretText(bytes, self)
    reader.readText()
    settle(&reader.mask, of: bytes)
    guard !reader.mask.isEmpty else { return Shown.text(name, limit: Shown.name) }
    return Shown.text(reader.mask.text(of: bytes), limit: Shown.name)
  }

  /// Returns a list of names, at most 30 of them.
  package func shown(names: [String]) -> String {
    (names.prefix(30).map(shown(name:)) + (names.count > 30 ? ["…"] : [])).joined(separator: ", ")
  }

  /// Returns a form, or a query, without its secrets.
  package func masked(form: some StringProtocol) -> String {
    let bytes = Array(form.utf8)
    var reader = SecretText(bytes, self)
    reader.readItems(0..<bytes.count)
    settle(&reader.mask, of: bytes)
    return reader.mask.text(of: bytes)
  }

  /// Returns a URL, or a reference to one, without the secrets in its user part, path, query and fragment.
  package func masked(url: some StringProtocol) -> String {
    let bytes = Array(url.utf8)
    var reader = SecretText(bytes, self)
    reader.readURL(0..<bytes.count)
    settle(&reader.mask, of: bytes)
    return reader.mask.text(of: bytes)
  }

  /// Returns the mask of a text: JSON if it begins like JSON. Within another text (`depth` > 0) values are not looked
  /// for: they were found in that text.
  ///
  /// - Parameter isExcerpt: Whether the text is only shown. If not, it is text that only begins like JSON if it is not
  ///   JSON to its end.
  package func mask(of bytes: [UInt8], depth: Int = 0, isExcerpt: Bool = true) -> Mask {
    if beginsLikeJSON(bytes) {
      let mask = bytes.withUnsafeBufferPointer {
        jsonMask(of: $0, shown: [0..<bytes.count], depth: depth, isExcerpt: isExcerpt)
      }
      if isExcerpt || !mask.isCut { return mask }
    }
    var reader = SecretText(bytes, self, depth: depth, isExcerpt: isExcerpt)
    reader.readText()
    if depth == 0 { settle(&reader.mask, of: bytes) } else { reader.mask.settle() }
    return reader.mask
  }

  /// - Parameters:
  ///   - shown: The ranges that can be shown, in order; strings elsewhere are not examined.
  ///   - isExcerpt: Whether the text is only shown; see `SecretJSON`.
  func jsonMask(
    of bytes: UnsafeBufferPointer<UInt8>, shown: [Range<Int>], depth: Int = 0, isExcerpt: Bool = true
  ) -> Mask {
    var mask = unsettledJSONMask(of: bytes, shown: shown, depth: depth, isExcerpt: isExcerpt)
    mask.settle()
    return mask
  }

  /// Returns the same mask with all its pieces, in any order, and even if one is inside another.
  package func unsettledJSONMask(
    of bytes: UnsafeBufferPointer<UInt8>, shown: [Range<Int>], depth: Int = 0, isExcerpt: Bool = true
  ) -> Mask {
    var reader = SecretJSON(bytes, self, shown: shown, depth: depth, isExcerpt: isExcerpt)
    reader.read()
    if depth == 0 { hideValues(in: bytes, shown: shown, &reader.mask) }
    return reader.mask
  }
}

/// Returns whether a text begins with a bracket, a brace or a quote; a byte order mark may precede it.
func beginsLikeJSON(_ bytes: some Collection<UInt8>) -> Bool {
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let first = (bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]).first { !isSpace($0) }
  return first.map("{[\"".utf8.contains) ?? false
}

/// Returns whether a byte is white space in JSON.
@inline(__always)
package func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
