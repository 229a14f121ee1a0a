/// Lookup of a key in an object: from the position after the last key found, wrapping around once.
///
/// The first of several equal keys counts. So an object is checked for equal keys at its first lookup. An object that
/// may have them, one with more than `scanLimit` keys, and any object whose keys a custom strategy converts get a hash
/// table (`KeyIndex`), once. In all others, a search takes at most `scanLimit` comparisons.
///
/// Unsafe: indexes come from the tape, byte ranges from its string nodes.
extension Document {
  static let scanLimit = 64

  /// The state of an object's keys: the low half of its node's body. The lowest bit means that the keys are unique. If
  /// the next bit is set as well, the rest is the object's place in a plan (`ReadingPlan`).
  private static let unknown: UInt64 = 0
  static let unique: UInt64 = 1
  private static let indexed: UInt64 = 2
  static let planned: UInt64 = 3

  /// Returns the index of the value under `key`, marked as read; 0 if there is none.
  @inline(__always) func find(_ key: String, in object: Int) -> Int {
    if let found = key.utf8.withContiguousStorageIfAvailable({ find($0, in: object) }) { return found }
    var key = key
    return key.withUTF8 { find($0, in: object) }
  }

  func find(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    let body = tape[object].body
    guard body & Document.unique != 0 else { return findUnprepared(key, in: object) }
    guard _fastPath(plainKeys) else { return findConverted(key, in: object) }
    if body & Document.planned == Document.planned { leavePlan(object) }
    let end = Int(body >> 32)
    let first = object &+ 1
    let cursor = Int(tape[object].head >> Node.auxShift) &+ first
    var index = cursor
    while index < end {
      if matches(tape[index], key) { return take(index, of: object) }
      index = after(index &+ 1)
    }
    index = first
    while index < cursor {
      if matches(tape[index], key) { return take(index, of: object) }
      index = after(index &+ 1)
    }
    return 0
  }

  /// Moves the cursor after the key at `index`. Returns the index of its value, marked as read.
  @inline(__always) func take(_ index: Int, of object: Int) -> Int {
    // Even the values of 64 keys can be long: a cursor that would not fit is not moved.
    let next = UInt64(truncatingIfNeeded: after(index &+ 1) &- object &- 1)
    if next < Node.auxLimit {
      tape[object].head = tape[object].head & ((1 << Node.auxShift) &- 1) | next << Node.auxShift
    } else if tape[object].body & Document.planned == Document.planned {
      leavePlan(object)
    }
    tape[index &+ 1].head |= Node.read
    return index &+ 1
  }

  /// Finds a key in snake case, where a comparison costs more. After many comparisons in one object, its keys are
  /// indexed, until a key of another object is looked up: a list of objects keeps one index, not one each.
  @inline(never) private func findConverted(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    if search.object != object { search = (object, 0, nil) }
    if let index = search.index {
      let found = index.find(key, in: self)
      if found != 0 { markRead(found) }
      return found
    }
    let end = tape[object].next
    let first = object &+ 1
    if first == end { return 0 }
    let cursor = Int(tape[object].head >> Node.auxShift) &+ first
    var index = cursor < end ? cursor : first
    let start = index
    var comparisons = 0
    var found = 0
    repeat {
      comparisons &+= 1
      if isConverted(tape[index], to: key) {
        found = take(index, of: object)
        break
      }
      index = after(index &+ 1)
      if index >= end { index = first }
    } while index != start
    search.comparisons += comparisons
    if search.comparisons > 4 * Document.scanLimit {
      search.index = KeyIndex(of: object, in: self, isConverted: true)
    }
    return found
  }

  @inline(never) private func findUnprepared(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    if tape[object].body & 0xFFFF_FFFF == Document.unknown {
      if hasUniqueNames(object) { return find(key, in: object) }
      tape[object].body |= Document.indexed
      keyIndexes[object] = KeyIndex(of: object, in: self, isConverted: true)
    }
    let found = keyIndexes[object]?.find(key, in: self) ?? 0
    if found != 0 { markRead(found) }
    return found
  }

  /// Returns whether the names of an object's keys are known to be distinct, as in most objects.
  func hasUniqueNames(_ object: Int) -> Bool {
    let known = tape[object].body & 0xFFFF_FFFF
    guard known == Document.unknown, plainKeys || snakeKeys else { return known & Document.unique != 0 }
    if knownLayout(of: object) == nil {
      guard hasFewDistinctKeys(object) else { return false }
      remember(object)
    }
    tape[object].body |= Document.unique
    return true
  }

  /// Returns whether the object has at most `scanLimit` keys, none of them escaped, with distinct fingerprints.
  func hasFewDistinctKeys(_ object: Int) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Document.scanLimit + 4) { buffer in
      guard let prints = buffer.baseAddress else { return false }
      // A bit for each value of a fingerprint's top byte: two keys rarely share one.
      let seen = prints + Document.scanLimit
      seen.initialize(repeating: 0, count: 4)
      let end = tape[object].next
      var index = object &+ 1
      var count = 0
      while index < end {
        let node = tape[index]
        if count == Document.scanLimit || node.isEscaped { return false }
        let print: UInt64
        if plainKeys {
          print = fingerprint(bytes + node.offset, node.length, room: self.count &- node.offset)
        } else {
          guard let converted = withCamelCase(of: node, { fingerprint($0, $1, room: snakeLimit) }) else {
            return false
          }
          print = converted
        }
        let word = Int(truncatingIfNeeded: (print >> 56) & 3)
        let bit: UInt64 = 1 &<< (print >> 58)
        if seen[word] & bit != 0 {
          for earlier in 0..<count where prints[earlier] == print { return false }
        }
        seen[word] |= bit
        prints[count] = print
        count &+= 1
        index = after(index &+ 1)
      }
      return true
    }
  }

  /// Returns a fingerprint. Equal keys have equal fingerprints, and different keys nearly always different ones.
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

  /// Returns whether the key at `node`, converted from snake case, is `key`.
  @inline(__always) private func isConverted(_ node: Node, to key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard mayBeCamelCase(of: node, key) else { return false }
    return withCamelCase(of: node) { name, count in
      guard count == key.count, let other = key.baseAddress else { return count == key.count }
      return equal(UnsafeRawPointer(name), UnsafeRawPointer(other), count)
    } ?? false
  }

  /// Returns whether the key at `node` is `key`, byte for byte.
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
}
