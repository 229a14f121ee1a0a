/// The hidden parts of some bytes.
package struct Mask {
  /// Shown as `***`, in quotes if it is a whole JSON value.
  package struct Piece {
    package var range: Range<Int>
    package var isValue = false
    /// Possibly not a secret: the text that decides was not read.
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

  /// The start of the known secret value around `offset`.
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
