/// Swift's hash is seeded: a sender cannot choose keys that collide.
struct KeyIndex {
  private struct Slot {
    /// 0 if empty.
    var key: UInt32 = 0
    var hash: UInt32 = 0
  }

  /// A power of two, at least twice the number of keys.
  private var slots: [Slot]
  private let isConverted: Bool

  init(of object: Int, in decoding: Decoding, isConverted: Bool) {
    self.isConverted = isConverted
    let end = decoding.tape[object].next
    var count = 0
    var key = object + 1
    while key < end {
      count += 1
      key = decoding.tape.after(key + 1)
    }
    var size = 4
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: Slot(), count: size)
    key = object + 1
    while key < end {
      insert(key, decoding)
      key = decoding.tape.after(key + 1)
    }
  }

  func find(_ name: Span<UInt8>, in decoding: Decoding) -> Int {
    let key = slots[slot(for: name, KeyIndex.hash(name), decoding)].key
    return key == 0 ? 0 : Int(key) + 1
  }

  private mutating func insert(_ key: Int, _ decoding: Decoding) {
    decoding.withName(of: key, isConverted) { name in
      let hash = KeyIndex.hash(name)
      let slot = slot(for: name, hash, decoding)
      guard slots[slot].key == 0 else { return }
      slots[slot] = Slot(key: UInt32(truncatingIfNeeded: key), hash: KeyIndex.half(hash))
    }
  }

  private func slot(for name: Span<UInt8>, _ hash: Int, _ decoding: Decoding) -> Int {
    var slot = hash & (slots.count - 1)
    while slots[slot].key != 0 {
      if slots[slot].hash == KeyIndex.half(hash),
        decoding.withName(of: Int(slots[slot].key), isConverted, { $0.hasSameBytes(as: name) })
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

extension Decoding {
  func withName<R>(of index: Int, _ isConverted: Bool, _ body: (Span<UInt8>) -> R) -> R {
    let node = tape[index]
    let isPlain = plainKeys || !isConverted
    if isPlain && !node.isEscaped { return tape.withBytes(of: node, body) }
    if !isPlain, snakeKeys, let result = tape.withCamelCase(of: node, body) { return result }
    let name = isConverted ? self.name(of: index) : tape.string(at: node)
    return name.withBytes(body)
  }

  func name(of index: Int) -> String {
    let node = tape[index]
    if plainKeys { return tape.string(at: node) }
    if snakeKeys, let name = tape.withCamelCase(of: node, { $0.string(isASCII: true) }) { return name }
    return options.keys.decoded(tape.string(at: node))
  }
}
