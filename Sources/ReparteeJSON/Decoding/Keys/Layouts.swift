/// Layouts: the keys of an object in their order, which the objects of a list have in common. What is learned about the
/// first object of a layout applies to the others:
///
/// - Whether its keys are distinct.
/// - For a ``JSONDecodable``, how many keys it skips before each key that it asks for (``ReadingPlan``). Then keys are
///   compared once for each object, and not again at each lookup.
///
/// A layout is known by its template, the last object with distinct keys that had it: a slot of the tape, by a hash of
/// the first key; 0 for none.
///
/// Unsafe: slots are below `Tape.layoutSlotCount`; indexes come from the tape.
extension Decoding {
  /// The number of slots for one first key; a power of two.
  private static let slotsOfKey = 2

  /// Returns the layout of an object if another object is known to have it; nil otherwise.
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

  /// Remembers an object with distinct keys, in place of another one if no slot is free.
  func remember(_ object: Int) {
    if tape[object].next == object &+ 1 { return }
    let slots = tape.layoutSlots
    let first = firstSlot(of: object)
    let layout =
      slots[first] == 0 ? first : slots[first &+ 1] == 0 ? first &+ 1 : first &+ object >> 3 & 1
    slots[layout] = UInt32(truncatingIfNeeded: object)
    forgetPlan(layout)
  }

  /// Returns the first of the slots for an object with the same first key.
  private func firstSlot(of object: Int) -> Int {
    let print = tape.fingerprint(of: tape[object &+ 1])
    return Int(truncatingIfNeeded: print >> 32) & (Tape.layoutSlotCount &- Decoding.slotsOfKey)
  }
}
