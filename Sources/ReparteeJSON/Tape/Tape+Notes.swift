/// The notes that a decoding takes in the nodes: what was read, and how far the lookup of keys has come in an object.
/// Nothing else of a node changes after the scan.
///
/// Unsafe: writes nodes at indexes that come from the tape.
extension Tape {
  @inline(__always) func markRead(_ index: Int) { nodes[index].head |= Node.read }
  @inline(__always) func markWhole(_ index: Int) { nodes[index].head |= Node.read | Node.whole }

  /// Notes that a scalar was read that is not one of the known values.
  func markUnknown(_ index: Int) {
    if !nodes[index].isContainer { nodes[index].head |= Node.unknownValue }
  }

  /// The index of the key at which the next lookup in an object begins.
  @inline(__always) func cursor(of object: Int) -> Int {
    Int(nodes[object].head >> Node.auxShift) &+ object &+ 1
  }

  /// Moves the cursor of an object to a key; returns false if the distance does not fit, and leaves it then.
  @inline(__always) func moveCursor(of object: Int, to key: Int) -> Bool {
    let distance = UInt64(truncatingIfNeeded: key &- object &- 1)
    guard distance < Node.auxLimit else { return false }
    nodes[object].head = nodes[object].head & ((1 << Node.auxShift) &- 1) | distance << Node.auxShift
    return true
  }

  /// The state of an object's keys: the low half of its node's body (`KeyState`).
  @inline(__always) func keyState(of object: Int) -> UInt64 { nodes[object].body & 0xFFFF_FFFF }

  @inline(__always) func setKeyState(of object: Int, to state: UInt64) {
    nodes[object].body = nodes[object].body & ~0xFFFF_FFFF | state
  }
}
