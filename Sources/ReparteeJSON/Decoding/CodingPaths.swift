/// Links upwards, made in one pass for the first path. A root's container is 0; a batch has several roots.
struct Parents {
  /// The container in the low half, the ordinal in the high half.
  private let links: [UInt64]

  init(of decoding: Decoding) {
    var links = [UInt64](repeating: 0, count: decoding.tape.used)
    var open: [(index: Int, end: Int, ordinal: UInt64)] = []
    var index = Tape.root
    while index < decoding.tape.used {
      while let last = open.last, index >= last.end { open.removeLast() }
      if let last = open.last {
        if decoding.tape[last.index].kind == .object { index += 1 }
        links[index] = last.ordinal << 32 | UInt64(last.index)
        open[open.count - 1].ordinal += 1
      }
      if decoding.tape[index].isContainer { open.append((index, decoding.tape[index].next, 0)) }
      index += 1
    }
    self.links = links
  }

  func container(of index: Int) -> Int { Int(links[index] & 0xFFFF_FFFF) }
  func ordinal(of index: Int) -> Int { Int(links[index] >> 32) }
}

struct LastPath {
  /// Ascending: a container comes before its contents.
  private var places: [Int] = []
  private(set) var keys: [any CodingKey] = []
  /// For tests.
  private(set) var made = 0

  func leads(to place: Int) -> Bool { position(of: place) != nil }

  /// Removes everything if the place is not on the path.
  mutating func cut(after place: Int) {
    let count = position(of: place).map { $0 + 1 } ?? 0
    places.removeSubrange(count...)
    keys.removeSubrange(count...)
  }

  mutating func append(_ place: Int, _ key: JSONPath.Component) {
    places.append(place)
    keys.append(key)
    made += 1
  }

  private func position(of place: Int) -> Int? {
    if places.last == place { return places.count - 1 }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low] == place ? low : nil
  }
}

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
    let made = Parents(of: self)
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
