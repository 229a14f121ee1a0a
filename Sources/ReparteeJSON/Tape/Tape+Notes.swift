/// The only changes of nodes after the scan.
extension Tape {
  @inline(__always) func markRead(_ index: Int) { self[index].head |= Node.read }
  @inline(__always) func markWhole(_ index: Int) { self[index].head |= Node.read | Node.whole }

  func markUnknown(_ index: Int) {
    if !self[index].isContainer { self[index].head |= Node.unknownValue }
  }

  @inline(__always) func cursor(of object: Int) -> Int {
    object + 1 + self[object].aux
  }

  /// False, with the cursor unchanged, if the distance does not fit.
  @inline(__always) func moveCursor(of object: Int, to key: Int) -> Bool {
    let distance = UInt64(truncatingIfNeeded: key - object - 1)
    guard distance < Node.auxLimit else { return false }
    self[object].setAux(distance)
    return true
  }

  /// Marks a key's value as read, and returns the next key.
  @inline(__always) func take(_ key: Int) -> Int {
    let value = self[key + 1]
    self[key + 1].head = value.head | Node.read
    return value.isContainer ? value.next : key + 2
  }

  @inline(__always) func keyState(of object: Int) -> UInt64 { self[object].body & 0xFFFF_FFFF }

  @inline(__always) func setKeyState(of object: Int, to state: UInt64) {
    self[object].setLowBody(state)
  }
}
