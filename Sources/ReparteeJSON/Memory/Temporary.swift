/// Lends equal elements on the stack.
@inline(__always)
func withTemporary<Element: BitwiseCopyable, R>(
  _ value: Element, count: Int, _ body: (inout MutableSpan<Element>) -> R
) -> R {
  // The elements live as long as the call.
  unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { buffer in
    // There is room for `count` elements.
    unsafe buffer.initialize(repeating: value)
    // They are initialized, and used only here.
    var elements = unsafe buffer.mutableSpan
    return body(&elements)
  }
}
