/// Keys are searched from the position after the last key found, wrapping around once.
///
/// The first of equal keys counts: the first lookup in an object checks for them. An object with more than `scanLimit`
/// keys, possibly equal ones, or ones that a custom strategy converts gets a `KeyIndex`.
extension Decoding {
  static let scanLimit = 64

  /// Marks the value as read; 0 if there is none.
  @inline(__always) func find(_ key: String, in object: Int) -> Int {
    key.withBytes { find($0, in: object) }
  }

  func find(_ key: Span<UInt8>, in object: Int) -> Int {
    let body = tape[object].body
    guard body & KeyState.unique != 0 else { return findUnprepared(key, in: object) }
    guard _fastPath(plainKeys) else {
      let found = findConverted(key, in: object)
      return key.isRegularCamelCase ? found : findWritten(key, in: object, before: found)
    }
    if body & KeyState.planned == KeyState.planned { leavePlan(object) }
    let end = Int(body >> 32)
    let first = object + 1
    let cursor = tape.cursor(of: object)
    var index = cursor
    while index < end {
      if tape.matches(tape[index], key) { return take(index, of: object) }
      index = tape.after(index + 1)
    }
    index = first
    while index < cursor {
      if tape.matches(tape[index], key) { return take(index, of: object) }
      index = tape.after(index + 1)
    }
    return 0
  }

  @inline(__always) func take(_ index: Int, of object: Int) -> Int {
    // The values of 64 keys can be too long: then the cursor stays, and the object leaves its plan.
    if !tape.moveCursor(of: object, to: tape.take(index)),
      tape.keyState(of: object) & KeyState.planned == KeyState.planned
    {
      leavePlan(object)
    }
    return index + 1
  }

  /// After many comparisons, indexes the keys until another object is searched.
  @inline(never) private func findConverted(_ key: Span<UInt8>, in object: Int) -> Int {
    if keyTables.search.object != object { keyTables.search = (object, 0, nil) }
    if let index = keyTables.search.index {
      let found = index.find(key, in: tape)
      if found != 0 { tape.markRead(found) }
      return found
    }
    let end = tape[object].next
    let first = object + 1
    if first == end { return 0 }
    let cursor = tape.cursor(of: object)
    var index = cursor < end ? cursor : first
    let start = index
    var comparisons = 0
    var found = 0
    repeat {
      comparisons += 1
      if isConverted(tape[index], to: key) {
        found = take(index, of: object)
        break
      }
      index = tape.after(index + 1)
      if index >= end { index = first }
    } while index != start
    keyTables.search.comparisons += comparisons
    if keyTables.search.comparisons > 4 * Decoding.scanLimit {
      keyTables.search.index = KeyIndex(of: object, in: tape, by: options.keys)
    }
    return found
  }

  @inline(never) private func findUnprepared(_ key: Span<UInt8>, in object: Int) -> Int {
    if tape.keyState(of: object) == KeyState.unknown {
      if hasUniqueNames(object) { return find(key, in: object) }
      tape.setKeyState(of: object, to: KeyState.indexed)
      keyTables.converted[object] = KeyIndex(of: object, in: tape, by: options.keys)
    }
    let found = keyTables.converted[object]?.find(key, in: tape) ?? 0
    if found != 0 { tape.markRead(found) }
    return plainKeys ? found : findWritten(key, in: object, before: found)
  }

  func hasUniqueNames(_ object: Int) -> Bool {
    let known = tape.keyState(of: object)
    guard known == KeyState.unknown, plainKeys || snakeKeys else { return known & KeyState.unique != 0 }
    if knownLayout(of: object) == nil {
      guard hasFewDistinctKeys(object) else { return false }
      remember(object)
    }
    tape.setKeyState(of: object, to: KeyState.unique)
    return true
  }

  func hasFewDistinctKeys(_ object: Int) -> Bool {
    // A bit for each top byte of a fingerprint: two keys rarely share one.
    withTemporary(0 as UInt64, count: 4) { seen in
      withTemporary(0 as UInt64, count: Decoding.scanLimit) { prints in
        let end = tape[object].next
        var index = object + 1
        var count = 0
        while index < end {
          let node = tape[index]
          if count == Decoding.scanLimit || node.isEscaped { return false }
          guard let print = fingerprint(ofName: node) else { return false }
          let word = Int(truncatingIfNeeded: (print >> 56) & 3)
          let bit: UInt64 = 1 << (print >> 58)
          if seen[word] & bit != 0 {
            for earlier in 0..<count where prints[earlier] == print { return false }
          }
          seen[word] |= bit
          prints[count] = print
          count += 1
          index = tape.after(index + 1)
        }
        return true
      }
    }
  }

  @inline(__always) private func fingerprint(ofName node: Node) -> UInt64? {
    plainKeys ? tape.fingerprint(of: node) : tape.withCamelCase(of: node) { $0.fingerprint }
  }

  @inline(__always) private func isConverted(_ node: Node, to key: Span<UInt8>) -> Bool {
    guard tape.mayBeCamelCase(of: node, key) else { return false }
    return tape.withCamelCase(of: node) { $0.hasSameBytes(as: key) } ?? false
  }
}
