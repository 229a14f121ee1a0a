/// The hidden parts of some bytes.
package struct Mask {
  /// Shown as `***`, in quotes if it is a whole JSON value.
  package struct Piece {
    package var range: Range<Int>
    package var isValue = false
    /// It may be no secret: what decides it was not read.
    var isGuess = false
  }

  /// Ordered and disjoint after `settle()`.
  package private(set) var pieces: [Piece] = []
  package private(set) var end: Int
  package private(set) var isBroken = false

  init(count: Int) { end = count }

  var isEmpty: Bool { pieces.isEmpty && !isCut }
  package private(set) var isCut = false

  package mutating func hide(_ range: Range<Int>, isValue: Bool = false, isGuess: Bool = false) {
    if !range.isEmpty { pieces.append(Piece(range: range, isValue: isValue, isGuess: isGuess)) }
  }

  package var hasGuess: Bool { pieces.contains(where: \.isGuess) }

  package mutating func hideRest(from start: Int, isBroken: Bool = false) {
    guard !isCut || start < end else { return }
    end = start
    isCut = true
    self.isBroken = isBroken
  }

  /// Of the known secret value around `offset`.
  package func startOfSecret(around offset: Int) -> Int? {
    let pieces = pieces.lazy.filter { $0.isValue && !$0.isGuess && $0.range.contains(offset) }
    return pieces.map(\.range.lowerBound).min()
  }

  mutating func add(_ other: Mask) {
    pieces += other.pieces
    if other.isCut { hideRest(from: other.end, isBroken: other.isBroken) }
  }

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

  package var restNote: String {
    isBroken ? "… (rest is not shown: not JSON from here)" : "… (rest is not shown: it may be secret)"
  }

  func text(of bytes: [UInt8]) -> String {
    String(decoding: shown(of: bytes), as: UTF8.self) + (isCut && end <= bytes.count ? restNote : "")
  }

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

extension Redaction {
  /// Returns a text with `***` in place of its secrets, for your own logs.
  ///
  /// It finds the values of secret names in JSON, XML, forms, queries, URLs and header fields, tokens by their shape,
  /// such as JSON Web Tokens, and private keys. A secret in prose without a name is not found, nor one that is cut off.
  public func masked(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    return mask(of: bytes, isExcerpt: false).text(of: bytes)
  }

  /// For any text or its beginning.
  package func masked(text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    return mask(of: bytes).text(of: bytes)
  }

  /// Masks the first `limit` bytes; later bytes can show what is secret.
  package func masked(body: some StringProtocol, as format: BodyFormat, limit: Int) -> String {
    let bytes = Array(body.utf8)
    let mask = mask(ofBody: bytes, as: format, isExcerpt: true)
    var end = min(limit, bytes.count)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return mask.text(of: Array(bytes[..<end]))
  }

  package func shown(name: String) -> String {
    let bytes = Array(name.utf8.prefix(1_024))
    var reader = SecretText(bytes, self)
    reader.readText()
    settle(&reader.mask, of: bytes)
    guard !reader.mask.isEmpty else { return DisplayText.text(name, limit: DisplayText.name) }
    return DisplayText.text(reader.mask.text(of: bytes), limit: DisplayText.name)
  }

  package func shown(names: [String]) -> String {
    (names.prefix(30).map(shown(name:)) + (names.count > 30 ? ["…"] : [])).joined(separator: ", ")
  }

  package func masked(form: some StringProtocol) -> String {
    let bytes = Array(form.utf8)
    var reader = SecretText(bytes, self)
    reader.readItems(0..<bytes.count)
    settle(&reader.mask, of: bytes)
    return reader.mask.text(of: bytes)
  }

  package func masked(url: some StringProtocol) -> String {
    let bytes = Array(url.utf8)
    var reader = SecretText(bytes, self)
    reader.readURL(0..<bytes.count)
    settle(&reader.mask, of: bytes)
    return reader.mask.text(of: bytes)
  }

  /// Masks as JSON what begins like it; if not `isExcerpt`, only what is JSON to its end. At `depth` > 0, ignores
  /// values.
  package func mask(of bytes: [UInt8], depth: Int = 0, isExcerpt: Bool = true) -> Mask {
    if beginsLikeJSON(bytes) {
      let mask = bytes.withSpan {
        jsonMask(of: $0, shown: [0..<bytes.count], depth: depth, isExcerpt: isExcerpt)
      }
      if isExcerpt || !mask.isCut { return mask }
    }
    var reader = SecretText(bytes, self, depth: depth, isExcerpt: isExcerpt)
    reader.readText()
    reader.readEscapedText()
    if depth == 0 { settle(&reader.mask, of: bytes) } else { reader.mask.settle() }
    return reader.mask
  }

  /// - Parameter shown: What can be shown, in order; strings elsewhere are not examined.
  func jsonMask(
    of bytes: Span<UInt8>, shown: [Range<Int>], depth: Int = 0, isExcerpt: Bool = true
  ) -> Mask {
    var mask = unsettledJSONMask(of: bytes, shown: shown, depth: depth, isExcerpt: isExcerpt)
    mask.settle()
    return mask
  }

  /// Pieces may be unordered and nested.
  package func unsettledJSONMask(
    of bytes: Span<UInt8>, shown: [Range<Int>], depth: Int = 0, isExcerpt: Bool = true
  ) -> Mask {
    var reader = SecretJSON(bytes, self, shown: shown, depth: depth, isExcerpt: isExcerpt)
    reader.read(bytes)
    if depth == 0 { hideValues(in: bytes, shown: shown, &reader.mask) }
    return reader.mask
  }
}

/// Ignores white space and a byte order mark.
func beginsLikeJSON(_ bytes: some Collection<UInt8>) -> Bool {
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let first = (bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]).first { !isSpace($0) }
  return first.map("{[\"".utf8.contains) ?? false
}

@inline(__always)
package func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
