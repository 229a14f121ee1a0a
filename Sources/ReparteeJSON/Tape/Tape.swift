/// A validated JSON text and its nodes, with room for the notes of its decoding (`Tape+Notes`).
///
/// Unsafe: `nodes` holds `used` nodes, and the layout slots before them (`layoutSlots`), and is freed in `deinit`.
/// Every index in use is below `used` because it came from the tape. `bytes` holds `count` bytes and is borrowed from
/// the caller of `decode`; `keepBytes()` copies them for a decoding that outlives the call.
struct Tape: ~Copyable {
  let nodes: UnsafeMutablePointer<Node>
  let used: Int
  let count: Int
  private(set) var bytes: UnsafePointer<UInt8>
  private var ownsBytes = false

  static let root = 1

  init(_ scanner: borrowing Scanner) {
    nodes = scanner.tape
    used = scanner.used
    bytes = scanner.start
    count = scanner.end - scanner.start
    UnsafeMutableRawPointer(layoutSlots).initializeMemory(
      as: UInt32.self, repeating: 0, count: Tape.layoutSlotCount)
  }

  deinit {
    Tape.deallocate(nodes)
    if ownsBytes { bytes.deallocate() }
  }

  mutating func keepBytes() {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: Swift.max(count, 1))
    copy.initialize(from: bytes, count: count)
    bytes = UnsafePointer(copy)
    ownsBytes = true
  }

  var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

  // MARK: - Nodes

  @inline(__always) subscript(index: Int) -> Node { nodes[index] }

  @inline(__always) func after(_ index: Int) -> Int {
    let node = nodes[index]
    return node.isContainer ? node.next : index &+ 1
  }

  /// For an array or an object, the end of its first bracket.
  func endOffset(of index: Int) -> Int {
    let node = nodes[index]
    switch node.kind {
    case .null, .yes: return index == 0 ? node.offset : node.offset + 4
    case .no: return node.offset + 5
    case .string: return node.offset + node.length + 1
    case .number:
      var end = node.offset
      while end < count, isNumberByte(bytes[end]) { end += 1 }
      return end
    case .array, .object: return node.offset + 1
    }
  }

  /// For a string, the start of its quote.
  func startOffset(of index: Int) -> Int {
    let node = nodes[index]
    return node.kind == .string ? node.offset - 1 : node.offset
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  // MARK: - Memory

  /// A power of two.
  static let layoutSlotCount = 64
  private static let nodesBeforeFirst =
    layoutSlotCount * MemoryLayout<UInt32>.stride / MemoryLayout<Node>.stride

  /// In front of the nodes, to share their allocation.
  var layoutSlots: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(nodes - Tape.nodesBeforeFirst).assumingMemoryBound(to: UInt32.self)
  }

  static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Node> {
    .allocate(capacity: capacity + nodesBeforeFirst) + nodesBeforeFirst
  }

  static func deallocate(_ nodes: UnsafeMutablePointer<Node>) { (nodes - nodesBeforeFirst).deallocate() }
}
