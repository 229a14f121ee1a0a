/// A layout is the keys of an object in order. Its template is the last such object with distinct keys, in a slot of
/// the tape by a hash of the first key; 0 for none.
extension Decoding {
  /// A power of two.
  private static let slotsOfKey = 2

  func knownLayout(of object: Int) -> Int? {
    if tape[object].next == object + 1 { return nil }
    let first = firstSlot(of: object)
    for layout in first..<first + Decoding.slotsOfKey {
      let template = tape.layout(in: layout)
      if template == 0 { return nil }
      if tape.haveSameKeys(object, template) { return layout }
    }
    return nil
  }

  func remember(_ object: Int) {
    if tape[object].next == object + 1 { return }
    let first = firstSlot(of: object)
    let layout =
      tape.layout(in: first) == 0
      ? first : tape.layout(in: first + 1) == 0 ? first + 1 : first + (object >> 3 & 1)
    tape.setLayout(object, in: layout)
    plans.forget(layout)
  }

  private func firstSlot(of object: Int) -> Int {
    let print = tape.fingerprint(of: tape[object + 1])
    return Int(truncatingIfNeeded: print >> 32) & (Tape.layoutSlotCount - Decoding.slotsOfKey)
  }
}
