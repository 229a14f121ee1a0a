/// A hash table over the keys of one object: made for objects with many keys, and where keys are converted.
///
/// Its hash is Swift's, seeded per process, so that nobody can choose keys that collide.
///
/// Unsafe: the indexes in `slots` are keys of the document's tape; a name is lent for one call.
struct KeyIndex {
  /// Indexes of keys; 0 is an empty slot. The number of slots is a power of two, at least twice that of keys.
  private var slots: [UInt32]

  init(of object: Int, in document: Document) {
    let end = document.tape[object].next
    var count = 0
    var key = object + 1
    while key < end {
      count += 1
      key = document.after(key + 1)
    }
    var size = 4
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    key = object + 1
    while key < end {
      insert(key, document)
      key = document.after(key + 1)
    }
  }

  /// The index of the value of the first key that is `name`, 0 where there is none.
  func find(_ name: UnsafeBufferPointer<UInt8>, in document: Document) -> Int {
    var slot = KeyIndex.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      let key = Int(slots[slot])
      if document.withName(of: key, { KeyIndex.same($0, name) }) { return key + 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    return 0
  }

  private mutating func insert(_ key: Int, _ document: Document) {
    document.withName(of: key) { name in
      var slot = KeyIndex.hash(name) & (slots.count - 1)
      while slots[slot] != 0 {
        if document.withName(of: Int(slots[slot]), { KeyIndex.same($0, name) }) { return }
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = UInt32(truncatingIfNeeded: key)
    }
  }

  private static func same(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    one.count == other.count && one.elementsEqual(other)
  }

  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return hasher.finalize()
  }
}

extension Document {
  /// Calls `body` with the UTF-8 of the key at `index` as a `Decodable` knows it: without escapes, converted.
  func withName<R>(of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let node = tape[index]
    if plainKeys && !node.isEscaped {
      return body(UnsafeBufferPointer(start: bytes + node.offset, count: node.length))
    }
    var name = self.name(of: index)
    return name.withUTF8(body)
  }

  /// The key at `index` as a `Decodable` knows it.
  func name(of index: Int) -> String {
    let name = string(at: tape[index])
    return plainKeys ? name : options.keys.decoded(name)
  }
}
