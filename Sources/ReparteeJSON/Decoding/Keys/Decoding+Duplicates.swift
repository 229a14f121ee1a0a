extension Decoding {
  func firstDuplicateKey() -> Int? {
    var first: Int?
    var index = Tape.root
    while index < tape.used {
      if tape[index].kind == .object, !hasFewDistinctKeys(index), let key = duplicateKey(in: index) {
        first = min(first ?? key, key)
      }
      index += 1
    }
    return first
  }

  private func duplicateKey(in object: Int) -> Int? {
    var seen: Set<[UInt8]> = []
    var key = object + 1
    while key < tape[object].next {
      if !seen.insert(Array(tape.string(at: tape[key]).utf8)).inserted { return key }
      key = tape.after(key + 1)
    }
    return nil
  }
}
