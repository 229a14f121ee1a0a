/// Layouts: the keys of an object in their order, which the objects of a list have in common. What is learned about the
/// first object of a layout applies to the others:
///
/// - Whether its keys are distinct.
/// - For a ``JSONDecodable``, how many keys it skips before each key that it asks for (``ReadingPlan``). Then keys are
///   compared once for each object, and not again at each lookup.
///
/// Unsafe: the templates are before the first node of the tape; indexes come from the tape.
extension Document {
  /// The number of layouts that are remembered at a time, and of slots for one first key; both powers of two.
  static let layouts = 64
  static let layoutsOfKey = 2

  /// One object for each layout, by a hash of the first key; 0 for none.
  private var templates: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(tape - Document.nodesBeforeTape).assumingMemoryBound(to: UInt32.self)
  }

  /// The number of nodes in place of the templates.
  static let nodesBeforeTape = layouts * MemoryLayout<UInt32>.stride / MemoryLayout<Node>.stride

  static func allocateTape(_ capacity: Int) -> UnsafeMutablePointer<Node> {
    .allocate(capacity: capacity + nodesBeforeTape) + nodesBeforeTape
  }

  static func deallocate(tape: UnsafeMutablePointer<Node>) {
    (tape - nodesBeforeTape).deallocate()
  }

  func clearTemplates() {
    UnsafeMutableRawPointer(templates).initializeMemory(
      as: UInt32.self, repeating: 0, count: Document.layouts)
  }

  /// Returns the first of the slots for an object with the same first key.
  private func firstPlace(of object: Int) -> Int {
    let node = tape[object &+ 1]
    let print = fingerprint(bytes + node.offset, node.length, room: count &- node.offset)
    return Int(truncatingIfNeeded: print >> 32) & (Document.layouts &- Document.layoutsOfKey)
  }

  /// Returns the layout of an object if another object is known to have it; nil otherwise.
  func knownLayout(of object: Int) -> Int? {
    if tape[object].next == object &+ 1 { return nil }
    let place = firstPlace(of: object)
    for layout in place..<place &+ Document.layoutsOfKey {
      let template = Int(templates[layout])
      if template == 0 { return nil }
      if haveSameKeys(object, template) { return layout }
    }
    return nil
  }

  /// Remembers an object with distinct keys, in place of another one if no slot is free.
  func remember(_ object: Int) {
    if tape[object].next == object &+ 1 { return }
    let place = firstPlace(of: object)
    let layout =
      templates[place] == 0 ? place : templates[place &+ 1] == 0 ? place &+ 1 : place &+ object >> 3 & 1
    templates[layout] = UInt32(truncatingIfNeeded: object)
    forgetPlan(layout)
  }

  private func haveSameKeys(_ one: Int, _ other: Int) -> Bool {
    let (tape, bytes) = (tape, UnsafeRawPointer(bytes))
    let (endOfOne, endOfOther) = (tape[one].next, tape[other].next)
    // Below this offset, eight bytes can be loaded.
    let last = UInt64(truncatingIfNeeded: max(count &- 8, 0))
    var (one, other) = (one &+ 1, other &+ 1)
    while one < endOfOne {
      guard other < endOfOther, tape[one].body == tape[other].body else { return false }
      let length = tape[one].length
      let (at, otherAt) = (tape[one].head & 0xFFFF_FFFF, tape[other].head & 0xFFFF_FFFF)
      if UInt(bitPattern: length &- 1) < 8, at < last, otherAt < last {
        let difference =
          UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: Int(truncatingIfNeeded: at), as: UInt64.self))
          ^ UInt64(
            littleEndian: bytes.loadUnaligned(
              fromByteOffset: Int(truncatingIfNeeded: otherAt), as: UInt64.self))
        if difference &<< UInt64(truncatingIfNeeded: 0 &- length &* 8) != 0 { return false }
      } else if !equal(
        bytes + Int(truncatingIfNeeded: at), bytes + Int(truncatingIfNeeded: otherAt), length)
      {
        return false
      }
      one = after(one &+ 1)
      other = after(other &+ 1)
    }
    return other == endOfOther
  }
}
