/// A layout is the keys of an object in their order. Its template is the last object with distinct keys that had it: a
/// slot of the tape, by a hash of the first key; 0 for none.
///
/// Unsafe: slots are below `Tape.layoutSlotCount`; indexes come from the tape.
extension Decoding {
  /// A power of two.
  private static let slotsOfKey = 2

  func knownLayout(of object: Int) -> Int? {
    if tape[object].next == object &+ 1 { return nil }
    let first = firstSlot(of: object)
    for layout in first..<first &+ Decoding.slotsOfKey {
      let template = Int(tape.layoutSlots[layout])
      if template == 0 { return nil }
      if tape.haveSameKeys(object, template) { return layout }
    }
    return nil
  }

  func remember(_ object: Int) {
    if tape[object].next == object &+ 1 { return }
    let slots = tape.layoutSlots
    let first = firstSlot(of: object)
    let layout =
      slots[first] == 0 ? first : slots[first &+ 1] == 0 ? first &+ 1 : first &+ object >> 3 & 1
    slots[layout] = UInt32(truncatingIfNeeded: object)
    forgetPlan(layout)
  }

  private func firstSlot(of object: Int) -> Int {
    let print = tape.fingerprint(of: tape[object &+ 1])
    return Int(truncatingIfNeeded: print >> 32) & (Tape.layoutSlotCount &- Decoding.slotsOfKey)
  }
}
