/// Unsafe: byte ranges come from the tape's string nodes; words are loaded only within them, or within the text.
extension Tape {
  @inline(__always) func matches(_ node: Node, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = node.length
    guard count == key.count, let other = key.baseAddress else { return count == key.count }
    return equal(UnsafeRawPointer(bytes + node.offset), UnsafeRawPointer(other), count)
  }

  @inline(__always)
  func equal(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
    if count >= 8 {
      var index = 0
      while index &+ 8 <= count {
        if one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          != other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        {
          return false
        }
        index &+= 8
      }
      return one.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        == other.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    }
    if count >= 4 {
      return one.loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self)
        && one.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
          == other.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    }
    var index = 0
    while index < count {
      if one.load(fromByteOffset: index, as: UInt8.self) != other.load(fromByteOffset: index, as: UInt8.self)
      {
        return false
      }
      index &+= 1
    }
    return true
  }

  @inline(__always) func fingerprint(of node: Node) -> UInt64 {
    fingerprint(bytes + node.offset, node.length, room: count &- node.offset)
  }

  /// Equal keys have equal fingerprints, and different keys nearly always different ones.
  @inline(__always)
  func fingerprint(_ start: UnsafePointer<UInt8>, _ length: Int, room: Int) -> UInt64 {
    let from = UnsafeRawPointer(start)
    var word: UInt64
    if length >= 8 {
      word = from.loadUnaligned(as: UInt64.self)
      var at = 8
      while at &+ 8 < length {
        word = (word ^ from.loadUnaligned(fromByteOffset: at, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
        at &+= 8
      }
      let last = from.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      word ^= last << 29 | last >> 35
    } else if room >= 8 {
      let bits = UInt64(truncatingIfNeeded: length) &* 8
      word = UInt64(littleEndian: from.loadUnaligned(as: UInt64.self)) & ((1 &<< bits) &- 1)
    } else {
      word = 0
      for at in 0..<length {
        word = word << 8 | UInt64(from.load(fromByteOffset: length - 1 - at, as: UInt8.self))
      }
    }
    return (word &+ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
  }

  func haveSameKeys(_ one: Int, _ other: Int) -> Bool {
    let bytes = UnsafeRawPointer(self.bytes)
    let (endOfOne, endOfOther) = (nodes[one].next, nodes[other].next)
    // Below this offset, eight bytes can be loaded.
    let last = UInt64(truncatingIfNeeded: max(count &- 8, 0))
    var (one, other) = (one &+ 1, other &+ 1)
    while one < endOfOne {
      guard other < endOfOther, nodes[one].body == nodes[other].body else { return false }
      let length = nodes[one].length
      let (at, otherAt) = (nodes[one].head & 0xFFFF_FFFF, nodes[other].head & 0xFFFF_FFFF)
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
