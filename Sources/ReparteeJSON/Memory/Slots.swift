/// Elements that a struct in a class can change without an access to the struct.
///
/// Unsafe: a value does not keep its elements alive. The decoding that makes slots frees them in its `deinit`, and
/// gives none away.
@safe struct Slots<Element: BitwiseCopyable>: BitwiseCopyable {
  private let start: UnsafeMutablePointer<Element>?
  let count: Int

  init() {
    // There is nothing to access.
    unsafe start = nil
    count = 0
  }

  init(repeating element: Element, count: Int) {
    self.count = count
    let elements = UnsafeMutablePointer<Element>.allocate(capacity: count)
    // There is room for `count` elements.
    unsafe elements.initialize(repeating: element, count: count)
    // Initialized now.
    unsafe start = elements
  }

  @inline(__always) subscript(index: Int) -> Element {
    get {
      // The index was checked.
      unsafe place(of: index).pointee
    }
    nonmutating _modify {
      // The index was checked.
      yield unsafe &place(of: index).pointee
    }
  }

  @inline(__always) private func place(of index: Int) -> UnsafeMutablePointer<Element> {
    // Only shows whether there are elements.
    guard let start = unsafe start, UInt(bitPattern: index) < UInt(bitPattern: count) else {
      preconditionFailure("no slot \(index) of \(count)")
    }
    // One of the elements.
    return unsafe start + index
  }

  /// The elements must not be used afterwards.
  func free() {
    // Allocated by `init`.
    unsafe start?.deallocate()
  }
}
