/// A binary indexed tree (P. Fenwick, 1994) of the occupied slots: steps take logarithmic time. Without gaps, it is
/// empty.
struct OccupancyTree: Sendable {
  private(set) var count = 0
  /// Entry `i - 1` counts the occupied slots among the last `i & -i` up to slot `i - 1`.
  private var tree: [Int] = []

  /// The slot must have been empty.
  mutating func insert(_ slot: Int, of size: Int) {
    if tree.isEmpty { tree = (0..<size).map { ($0 + 1) & -($0 + 1) } }
    count += 1
    var entry = slot + 1
    while entry <= tree.count {
      tree[entry - 1] -= 1
      entry += entry & -entry
    }
  }

  mutating func append() {
    if tree.isEmpty { return }
    let entry = tree.count + 1
    // The entries from which one step leads to it count the earlier slots of its range.
    var sum = 1
    var part = entry - 1
    while part > entry - (entry & -entry) {
      sum += tree[part - 1]
      part -= part & -part
    }
    tree.append(sum)
  }

  func slot(at position: Int) -> Int {
    if tree.isEmpty { return position }
    var slot = 0
    var rest = position
    var step = 1
    while step * 2 <= tree.count { step *= 2 }
    while step > 0 {
      if slot + step <= tree.count, tree[slot + step - 1] <= rest {
        slot += step
        rest -= tree[slot - 1]
      }
      step /= 2
    }
    return slot
  }
}
