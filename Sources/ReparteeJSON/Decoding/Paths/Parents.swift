/// The container of each node, found in one pass for the first path. A root's container is 0; a batch has several
/// roots.
struct Parents {
  /// The container in the low half, the ordinal in the high half.
  private let links: [UInt64]

  init(of tape: borrowing Tape) {
    var links = [UInt64](repeating: 0, count: tape.used)
    var open: [(index: Int, end: Int, ordinal: UInt64)] = []
    var index = Tape.root
    while index < tape.used {
      while let last = open.last, index >= last.end { open.removeLast() }
      if let last = open.last {
        if tape[last.index].kind == .object { index += 1 }
        links[index] = last.ordinal << 32 | UInt64(last.index)
        open[open.count - 1].ordinal += 1
      }
      if tape[index].isContainer { open.append((index, tape[index].next, 0)) }
      index += 1
    }
    self.links = links
  }

  func container(of index: Int) -> Int { Int(links[index] & 0xFFFF_FFFF) }
  func ordinal(of index: Int) -> Int { Int(links[index] >> 32) }
}
