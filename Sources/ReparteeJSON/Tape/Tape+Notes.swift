/// Nothing else of a node changes after the scan.
///
/// Unsafe: writes nodes at indexes that come from the tape.
extension Tape {
  @inline(__always) func markRead(_ index: Int) { nodes[index].head |= Node.read }
  @inline(__always) func markWhole(_ index: Int) { nodes[index].head |= Node.read | Node.whole }

  func markUnknown(_ index: Int) {
    if !nodes[index].isContainer { nodes[index].head |= Node.unknownValue }
  }

  @inline(__always) func cursor(of object: Int) -> Int {
    Int(nodes[object].head >> Node.auxShift) &+ object &+ 1
  }

  /// Returns false, and leaves the cursor, if the distance does not fit.
  @inline(__always) func moveCursor(of object: Int, to key: Int) -> Bool {
    let distance = UInt64(truncatingIfNeeded: key &- object &- 1)
    guard distance < Node.auxLimit else { return false }
    nodes[object].head = nodes[object].head & ((1 << Node.auxShift) &- 1) | distance << Node.auxShift
    return true
  }

  @inline(__always) func keyState(of object: Int) -> UInt64 { nodes[object].body & 0xFFFF_FFFF }

  @inline(__always) func setKeyState(of object: Int, to state: UInt64) {
    nodes[object].body = nodes[object].body & ~0xFFFF_FFFF | state
  }
}
