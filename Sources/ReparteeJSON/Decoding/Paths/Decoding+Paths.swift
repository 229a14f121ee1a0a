extension Decoding {
  func path(to index: Int) -> JSONPath {
    guard index > Tape.root else { return JSONPath() }
    let parents = knownParents()
    var components: [JSONPath.Component] = []
    var index = index
    while case let container = parents.container(of: index), container != 0 {
      let isKeyed = tape[container].kind == .object
      components.append(isKeyed ? .key(tape.string(at: tape[index - 1])) : .index(parents.ordinal(of: index)))
      index = container
    }
    components.reverse()
    return JSONPath(components)
  }

  func depth(to index: Int, from offset: Int) -> Int {
    guard index > Tape.root else { return 0 }
    let parents = knownParents()
    var depth = 0
    var index = index
    while case let container = parents.container(of: index), container != 0 {
      if tape.startOffset(of: container) < offset { depth += 1 }
      index = container
    }
    return depth
  }

  func codingPath(to index: Int) -> [any CodingKey] {
    guard index > Tape.root else { return [] }
    let parents = knownParents()
    var missing: [Int] = []
    var place = index
    while case let container = parents.container(of: place), container != 0, !lastPath.leads(to: place) {
      missing.append(place)
      place = container
    }
    lastPath.cut(after: place)
    for place in missing.reversed() {
      let isKeyed = tape[parents.container(of: place)].kind == .object
      lastPath.append(
        place,
        isKeyed
          ? JSONPath.Component.key(tape.string(at: tape[place - 1])) : .index(parents.ordinal(of: place)))
    }
    return lastPath.keys
  }

  func knownParents() -> Parents {
    if let parents { return parents }
    let made = Parents(of: tape)
    parents = made
    return made
  }

  func element(_ ordinal: Int, of array: Int) -> Int? {
    guard ordinal >= 0, ordinal < tape[array].length else { return nil }
    guard ordinal >= 8 else {
      var at = array + 1
      for _ in 0..<ordinal { at = tape.after(at) }
      return at
    }
    return index(of: ordinal, in: &elementIndexes[array, default: []], array)
  }

  private func index(of ordinal: Int, in indexes: inout [UInt32], _ array: Int) -> Int {
    var at = indexes.last.map { tape.after(Int($0)) } ?? array + 1
    while indexes.count <= ordinal {
      indexes.append(UInt32(truncatingIfNeeded: at))
      at = tape.after(at)
    }
    return Int(indexes[ordinal])
  }
}
