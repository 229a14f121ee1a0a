/// The nodes during the scan. Those of the open containers are not complete.
struct OpenNodes {
  private(set) var nodes: NodeList
  /// The innermost open container; 0 for none.
  private(set) var parent = 0
  private(set) var depth = 0
  private(set) var isObject = false

  /// Index 0 is a null that stands for absent values.
  init(capacity: Int) {
    nodes = NodeList(capacity: capacity)
    nodes.append(Node(head: Node.head(.null, at: 0), body: 0))
  }

  @inline(__always) mutating func append(_ node: Node) { nodes.append(node) }

  @inline(__always) mutating func begin(_ kind: Node.Kind, at offset: Int) {
    depth += 1
    isObject = kind == .object
    nodes.append(Node(head: Node.head(kind, at: offset), body: UInt64(truncatingIfNeeded: parent) << 32))
    parent = nodes.used - 1
  }

  /// The count fits in 32 bits.
  @inline(__always) func countElement() { nodes[parent].body += 1 }

  @inline(__always) mutating func end() {
    let body = nodes[parent].body
    nodes[parent].body = body & 0xFFFF_FFFF | UInt64(truncatingIfNeeded: nodes.used) << 32
    parent = Int(truncatingIfNeeded: body >> 32)
    isObject = nodes[parent].rawKind == Node.Kind.object.rawValue
    depth -= 1
  }

  /// Drops the nodes from an index on, and closes all containers.
  mutating func cut(to index: Int) {
    nodes.cut(to: index)
    (parent, depth, isObject) = (0, 0, false)
  }
}
