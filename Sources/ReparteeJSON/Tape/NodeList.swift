/// The nodes of a text. They grow while it is scanned, and stay where they are afterwards.
///
/// Unsafe: a value does not keep its nodes alive. A `Scanner` owns them, then a `Tape`: each frees them in its
/// `deinit`, and gives none away. Room for the tape's `Header` in front of the nodes shares the allocation.
@safe struct NodeList {
  private let nodes: UnsafeMutablePointer<Node>
  private(set) var used = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: Tape.Header.size + capacity * MemoryLayout<Node>.stride,
      alignment: MemoryLayout<Node>.alignment)
    // The header's size is a multiple of a node's alignment.
    unsafe nodes = (bytes + Tape.Header.size).assumingMemoryBound(to: Node.self)
  }

  /// Each index comes from the list itself.
  @inline(__always) subscript(index: Int) -> Node {
    get {
      check(index)
      // The index was checked.
      return unsafe nodes[index]
    }
    nonmutating _modify {
      check(index)
      // The index was checked.
      yield unsafe &nodes[index]
    }
  }

  @inline(__always) private func check(_ index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: used))
  }

  @inline(__always) mutating func append(_ node: Node) {
    if used == capacity { self = grown() }
    // There is room for one more.
    unsafe (nodes + used).initialize(to: node)
    used += 1
  }

  /// Frees this value's nodes.
  @inline(never) private func grown() -> NodeList {
    var larger = NodeList(capacity: capacity * 2)
    // The new list has room for twice as many.
    unsafe larger.nodes.update(from: nodes, count: used)
    larger.used = used
    free()
    return larger
  }

  mutating func cut(to index: Int) { used = min(used, index) }

  /// The list must not be used afterwards.
  func free() {
    // The allocation begins with the header.
    unsafe header.deallocate()
  }

  /// The room in front of the nodes, for a tape, which initializes it.
  @inline(__always) var header: UnsafeMutableRawPointer {
    // As `init` has allocated it.
    unsafe UnsafeMutableRawPointer(nodes) - Tape.Header.size
  }
}
