extension Tape {
  /// The bytes with their escapes.
  @inline(__always) func withBytes<R>(of node: Node, _ body: (Span<UInt8>) -> R) -> R {
    text.withSpan(at: node.offset, count: node.length, body)
  }

  @inline(__always) func string(at node: Node) -> String {
    if node.isEscaped { return unescaped(node) }
    return withBytes(of: node) { $0.string(isASCII: node.isASCII) }
  }

  /// The scanner has left half a surrogate pair only if it is to be replaced.
  @inline(never) func unescaped(_ node: Node) -> String { withBytes(of: node) { $0.unescaped() } }
}
