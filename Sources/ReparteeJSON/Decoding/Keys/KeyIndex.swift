/// Swift's hash is seeded: a sender cannot choose keys that collide.
struct KeyIndex {
  private struct Slot {
    /// 0 if empty.
    var key: UInt32 = 0
    var hash: UInt32 = 0
  }

  /// A power of two, at least twice the number of keys.
  private var slots: [Slot]
  /// Converts the names; nil for an index of the names in the JSON.
  private let strategy: KeyStrategy?

  init(of object: Int, in tape: borrowing Tape, by strategy: KeyStrategy?) {
    self.strategy = strategy
    let end = tape[object].next
    var count = 0
    var key = object + 1
    while key < end {
      count += 1
      key = tape.after(key + 1)
    }
    var size = 4
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: Slot(), count: size)
    key = object + 1
    while key < end {
      insert(key, tape)
      key = tape.after(key + 1)
    }
  }

  func find(_ name: Span<UInt8>, in tape: borrowing Tape) -> Int {
    let key = slots[slot(for: name, KeyIndex.hash(name), tape)].key
    return key == 0 ? 0 : Int(key) + 1
  }

  private mutating func insert(_ key: Int, _ tape: borrowing Tape) {
    tape.withName(of: key, by: strategy) { name in
      let hash = KeyIndex.hash(name)
      let slot = slot(for: name, hash, tape)
      guard slots[slot].key == 0 else { return }
      slots[slot] = Slot(key: UInt32(truncatingIfNeeded: key), hash: KeyIndex.half(hash))
    }
  }

  private func slot(for name: Span<UInt8>, _ hash: Int, _ tape: borrowing Tape) -> Int {
    var slot = hash & (slots.count - 1)
    while slots[slot].key != 0 {
      if slots[slot].hash == KeyIndex.half(hash),
        tape.withName(of: Int(slots[slot].key), by: strategy, { $0.hasSameBytes(as: name) })
      {
        return slot
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private static func half(_ hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: hash >> (Int.bitWidth / 2))
  }

  private static func hash(_ name: Span<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(name)
    return hasher.finalize()
  }
}
