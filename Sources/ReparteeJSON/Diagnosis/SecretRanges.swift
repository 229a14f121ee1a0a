import ReparteeRedaction

/// The ranges of the secrets in a text, for the excerpts of its errors.
///
/// The first error reads the text only as far as its excerpt goes, which is enough for most documents. The second
/// error, or the first if the text read does not decide it, reads the whole text once, without looking into its
/// strings. From then on, the cost of an error depends only on the length of its excerpt.
///
/// Unsafe: reads the tape of a decoding, only during the decoding's own calls.
struct SecretRanges {
  /// The values of members with secret names, in order, and the place from which nothing is shown, such as a number of
  /// 500 digits. Nil before the second error.
  private var values: Mask?
  private var hasBeenAsked = false
  /// The number of times the text was read, for tests.
  private(set) var readings = 0

  /// Returns the mask for what may be shown of the text.
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
  /// Returns the contents of each string and key that reaches into the given ranges, without quotes.
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
  /// Returns the index of the first element that satisfies `isSo`, where all elements after it do too.
  fileprivate func firstPlace(where isSo: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
