extension Tape {
  /// `1.0` and `1e3` are integers.
  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, at index: Int, _ node: Node) -> T? {
    if node.head & (Node.fractional | Node.inexact) == 0 {
      if node.isNegative {
        guard node.body < 1 << 63 else { return slowInteger(type, at: index) }
        return T(exactly: -Int64(truncatingIfNeeded: node.body))
      }
      return T(exactly: node.body)
    }
    return slowInteger(type, at: index)
  }

  @inline(never) private func slowInteger<T: FixedWidthInteger>(_ type: T.Type, at index: Int) -> T? {
    NumberParts(text(at: index).utf8).integer()
  }
}
