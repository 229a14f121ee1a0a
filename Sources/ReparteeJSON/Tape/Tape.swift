/// A validated JSON text and its nodes, with room for notes of its decoding (`Tape+Notes`).
///
/// Unsafe: owns `nodes`, and the header in front of them. The header's text is borrowed from `decode`'s caller until
/// `keepText()` copies it, for a decoding that outlives the call.
@safe struct Tape: ~Copyable {
  struct Header {
    fileprivate var text: Bytes
    fileprivate var ownsText = false

    /// A multiple of 16. The layout slots are last.
    static let size = slotsOffset + Tape.layoutSlotCount * MemoryLayout<UInt32>.stride
    fileprivate static let slotsOffset = (MemoryLayout<Header>.size + 15) / 16 * 16
  }

  private let nodes: NodeList

  static let root = 1

  init(_ nodes: NodeList, of text: Bytes) {
    self.nodes = nodes
    // A list has room for a header in front of its nodes.
    unsafe header.initialize(to: Header(text: text))
    // The slots are the rest of that room.
    unsafe slots.initialize(repeating: 0, count: Tape.layoutSlotCount)
  }

  deinit {
    if ownsText { text.free() }
    nodes.free()
  }

  @inline(__always) var used: Int { nodes.used }

  @inline(__always) subscript(index: Int) -> Node {
    get { nodes[index] }
    nonmutating _modify { yield &nodes[index] }
  }

  // MARK: - Text

  @inline(__always) var text: Bytes {
    // Initialized by `init`.
    unsafe header.pointee.text
  }

  private var ownsText: Bool {
    // Initialized by `init`.
    unsafe header.pointee.ownsText
  }

  /// Called before the borrow ends.
  func keepText() {
    // Only the tape has the header.
    unsafe header.pointee = Header(text: text.copied(), ownsText: true)
  }

  @inline(__always) private var header: UnsafeMutablePointer<Header> {
    // Nothing else is there.
    unsafe nodes.header.assumingMemoryBound(to: Header.self)
  }

  // MARK: - Layouts

  /// A power of two.
  static let layoutSlotCount = 64

  @inline(__always) func layout(in slot: Int) -> Int {
    precondition(slot >= 0 && slot < Tape.layoutSlotCount)
    // This is one of the slots.
    return unsafe Int(slots[slot])
  }

  func setLayout(_ object: Int, in slot: Int) {
    precondition(slot >= 0 && slot < Tape.layoutSlotCount)
    // This is one of the slots.
    unsafe slots[slot] = UInt32(truncatingIfNeeded: object)
  }

  @inline(__always) private var slots: UnsafeMutablePointer<UInt32> {
    // Nothing else is there.
    unsafe (nodes.header + Header.slotsOffset).assumingMemoryBound(to: UInt32.self)
  }
}
