import ReparteeRedaction

/// The first error reads the text only up to its excerpt, if possible; the second reads all of it, once.
struct SecretRanges {
  private var values: Mask?
  private var hasBeenAsked = false
  /// For tests.
  private(set) var readings = 0

  mutating func mask(of tape: borrowing Tape, _ redaction: Redaction, shown: [Range<Int>]) -> Mask {
    let bytes = tape.text
    if !hasBeenAsked {
      hasBeenAsked = true
      readings += 1
      var mask = bytes.secrets(redaction, shown: shown)
      if !mask.hasGuess {
        mask.settle()
        return mask
      }
    }
    let values = values(of: bytes, redaction)
    let strings = tape.strings(in: shown)
    var mask = bytes.secrets(redaction, shown: shown) { reader, bytes in
      // Ordered and disjoint.
      for range in shown {
        let first = values.pieces.firstPlace { $0.range.upperBound > range.lowerBound }
        for piece in values.pieces[first...].prefix(while: { $0.range.lowerBound < range.upperBound }) {
          reader.mask.hide(piece.range, isValue: piece.isValue)
        }
      }
      if values.isCut { reader.mask.hideRest(from: values.end, isBroken: values.isBroken) }
      let hidden = reader.mask.pieces
      for range in strings
      where !hidden.contains(where: { $0.range.contains(range.lowerBound) }) {
        reader.lookInto(range, of: bytes)
      }
    }
    mask.settle()
    return mask
  }

  private mutating func values(of bytes: Bytes, _ redaction: Redaction) -> Mask {
    if let values { return values }
    var mask = bytes.secrets(redaction, shown: [], until: bytes.count) { $0.read($1) }
    bytes.hideValues(of: redaction, &mask)
    mask.settle()
    values = mask
    readings += 1
    return mask
  }
}

extension Tape {
  fileprivate func strings(in shown: [Range<Int>]) -> [Range<Int>] {
    var strings: [Range<Int>] = []
    for range in shown {
      // Of the nodes before the range, only the last can reach into it.
      var (low, high) = (Tape.root, used)
      while low < high {
        let middle = low + (high - low) / 2
        if self[middle].offset > range.lowerBound { high = middle } else { low = middle + 1 }
      }
      for index in max(low - 1, Tape.root)..<used {
        let node = self[index]
        if node.offset >= range.upperBound { break }
        if node.kind == .string { strings.append(node.offset..<node.offset + node.length) }
      }
    }
    return strings
  }
}

extension RandomAccessCollection where Index == Int {
  /// `isSo` must hold for all elements after the result.
  fileprivate func firstPlace(where isSo: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
