extension Tape {
  @inline(__always) func matches(_ node: Node, _ key: Span<UInt8>) -> Bool {
    guard node.length == key.count else { return false }
    return withBytes(of: node) { $0.hasSameBytes(as: key) }
  }

  @inline(__always) func fingerprint(of node: Node) -> UInt64 { withBytes(of: node) { $0.fingerprint } }

  func haveSameKeys(_ one: Int, _ other: Int) -> Bool {
    let text = text
    let (endOfOne, endOfOther) = (self[one].next, self[other].next)
    var (one, other) = (one + 1, other + 1)
    while one < endOfOne {
      guard other < endOfOther else { return false }
      let (key, otherKey) = (self[one], self[other])
      guard key.body == otherKey.body, areEqual(key, otherKey, in: text) else { return false }
      one = after(one + 1)
      other = after(other + 1)
    }
    return other == endOfOther
  }

  /// The keys must have the same length.
  @inline(__always) private func areEqual(_ one: Node, _ other: Node, in text: Bytes) -> Bool {
    let length = one.length
    if length <= 8, length > 0 {
      if let word = text.word(at: one.offset), let otherWord = text.word(at: other.offset) {
        // Shifts out bytes after the keys.
        return (word ^ otherWord) &<< UInt64(truncatingIfNeeded: 64 - length * 8) == 0
      }
    }
    return text.areEqual(at: one.offset, other.offset, count: length)
  }
}
