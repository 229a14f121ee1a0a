import ReparteeRedaction

/// The first error reads the text as far as its excerpt, if that is enough; the second reads the whole text, once.
///
/// Unsafe: reads the tape of a decoding, only during the decoding's own calls.
struct SecretRanges {
  /// Nil until the whole text was read.
  private var values: Mask?
  private var hasBeenAsked = false
  /// For tests.
  private(set) var readings = 0

  mutating func mask(of decoding: Decoding, shown: [Range<Int>]) -> Mask {
    let bytes = decoding.tape.text
    let redaction = decoding.options.values.excerpts.redaction
    if !hasBeenAsked {
      hasBeenAsked = true
      readings += 1
      var mask = redaction.unsettledJSONMask(of: bytes, shown: shown)
      if !mask.hasGuess {
        mask.settle()
        return mask
      }
    }
    let values = values(of: bytes, redaction)
    var reader = SecretJSON(bytes, redaction, shown: shown)
    // The pieces are in order, and none is inside another.
    for range in shown {
      let first = values.pieces.firstPlace { $0.range.upperBound > range.lowerBound }
      for piece in values.pieces[first...].prefix(while: { $0.range.lowerBound < range.upperBound }) {
        reader.mask.hide(piece.range, isValue: piece.isValue)
      }
    }
    if values.isCut { reader.mask.hideRest(from: values.end, isBroken: values.isBroken) }
    let hidden = reader.mask.pieces
    for range in decoding.tape.strings(in: shown)
    where !hidden.contains(where: { $0.range.contains(range.lowerBound) }) {
      reader.lookInto(range)
    }
    reader.mask.settle()
    return reader.mask
  }

  private mutating func values(of bytes: UnsafeBufferPointer<UInt8>, _ redaction: Redaction) -> Mask {
    if let values { return values }
    var reader = SecretJSON(bytes, redaction, shown: [], until: bytes.count)
    reader.read()
    redaction.hideValues(in: bytes, &reader.mask)
    reader.mask.settle()
    values = reader.mask
    readings += 1
    return reader.mask
  }
}

extension Tape {
  fileprivate func strings(in shown: [Range<Int>]) -> [Range<Int>] {
    let nodes = UnsafeBufferPointer(start: nodes + Tape.root, count: used - Tape.root)
    return shown.flatMap { range in
      // Of the nodes that begin before the range, only the last can reach into it.
      let first = nodes.firstPlace { $0.offset > range.lowerBound }
      return nodes[max(first - 1, 0)...].prefix { $0.offset < range.upperBound }
        .filter { $0.kind == .string }.map { $0.offset..<$0.offset + $0.length }
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// All elements after the result must satisfy `isSo`, too.
  fileprivate func firstPlace(where isSo: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
