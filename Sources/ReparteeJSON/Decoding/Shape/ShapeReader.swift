/// Looks up the keys of each kind of object once; then only counts.
struct ShapeReader: ~Copyable {
  enum Step: Equatable {
    case root
    case key(Int)
    case element
    case anyKey
  }

  struct Link {
    let parent: Int
    let step: Step
    /// 0 for none.
    var first = 0
    var last = 0
    var next = 0
    var cursor = 0
    var children = 0
    var misses = 0
    /// Found last; -1 for none.
    var kind = -1
    var tally = JSONShape.Tally()
  }

  /// Objects that differ only in their values.
  private struct Kind {
    let hash: UInt64
    /// -1 for none.
    let previous: Int
    var more = 0
    var keys: [(link: Int, isRead: Bool, isEmptyObject: Bool)] = []
    /// -1 for a container that is left out.
    var containers: [Int] = []
  }

  /// Further places are left out.
  private static let mostChildren = 200
  private static let mostPlaces = 5_000
  private static let mostMisses = 1_000
  private static let mostKinds = 8

  private let decoding: Decoding
  private let alwaysWantsShape: Bool
  private var links = [Link(parent: 0, step: .root)]
  private var kinds: [Kind] = []
  private var open: [(index: Int, link: Int)] = []
  private var entered: [(key: Int, value: Int)] = []
  private var hasFinding = false

  private init(_ decoding: Decoding, alwaysWantsShape: Bool) {
    self.decoding = decoding
    self.alwaysWantsShape = alwaysWantsShape
  }

  static func shape(of decoding: Decoding, always alwaysWantsShape: Bool) -> JSONShape? {
    var reader = ShapeReader(decoding, alwaysWantsShape: alwaysWantsShape)
    if !alwaysWantsShape, reader.isAllRead() { return nil }
    reader.read()
    guard reader.hasFinding || alwaysWantsShape else { return nil }
    // A key without a read may have been read in an object that was passed over.
    if !alwaysWantsShape,
      reader.links.contains(where: { $0.tally.reads == 0 && reader.links[$0.parent].tally.isPassedOver })
    {
      reader = ShapeReader(decoding, alwaysWantsShape: true)
      reader.read()
    }
    return JSONShape(places: reader.places)
  }

  private mutating func read() {
    note(Tape.root, at: 0)
    enter(Tape.root, at: 0)
    while let container = open.popLast() {
      if decoding.tape[container.index].kind == .array {
        readElements(of: container.index, at: container.link)
      } else if decoding.keysAreData.isEmpty || !decoding.keysAreData.contains(container.index) {
        links[container.link].tally.objects += 1
        readObject(container.index, at: container.link)
      } else {
        readValues(of: container.index, at: container.link)
      }
    }
  }

  private var places: [JSONShape.PathNode] {
    var places = links.map { link in
      let step: JSONShape.Step =
        switch link.step {
        case .root: .root
        case .key(let node): .key(decoding.tape.string(at: decoding.tape[node]))
        case .element: .element
        case .anyKey: .anyKey
        }
      return JSONShape.PathNode(parent: link.parent, step: step, tally: link.tally)
    }
    for kind in kinds where kind.more > 0 {
      for key in kind.keys {
        places[key.link].add(kind.more, isRead: key.isRead, isEmptyObject: key.isEmptyObject)
      }
    }
    return places
  }

  // MARK: Containers

  private mutating func readElements(of array: Int, at link: Int) {
    let end = decoding.tape[array].next
    var index = array + 1
    guard index < end, let place = child(of: link, .element) else { return }
    while index < end {
      note(index, at: place)
      enter(index, at: place)
      index = decoding.tape.after(index)
    }
  }

  private mutating func readValues(of object: Int, at link: Int) {
    let end = decoding.tape[object].next
    var index = object + 1
    guard index < end, let place = child(of: link, .anyKey) else { return }
    while index < end {
      note(index + 1, at: place)
      enter(index + 1, at: place)
      index = decoding.tape.after(index + 1)
    }
  }

  private mutating func readObject(_ object: Int, at link: Int) {
    if !alwaysWantsShape, isAllRead(object) {
      links[link].tally.isPassedOver = true
      for (key, value) in entered { passOver(value, at: child(of: link, .key(key))) }
      return
    }
    let hash = hash(of: object)
    var kind = links[link].kind
    var count = 0
    while kind >= 0, kinds[kind].hash != hash {
      kind = kinds[kind].previous
      count += 1
    }
    if kind < 0 {
      var found = Kind(hash: hash, previous: links[link].kind)
      readKeys(of: object, at: link, &found)
      guard count < Self.mostKinds else { return }
      links[link].kind = kinds.count
      kinds.append(found)
      return
    }
    kinds[kind].more += 1
    if kinds[kind].containers.isEmpty { return }
    var next = 0
    let end = decoding.tape[object].next
    var index = object + 1
    while index < end, next < kinds[kind].containers.count {
      if isEntered(index + 1) {
        let place = kinds[kind].containers[next]
        if place >= 0 { open.append((index + 1, place)) }
        next += 1
      }
      index = decoding.tape.after(index + 1)
    }
  }

  private mutating func readKeys(of object: Int, at link: Int, _ kind: inout Kind) {
    let end = decoding.tape[object].next
    var index = object + 1
    while index < end {
      let place = child(of: link, .key(index))
      if let place {
        note(index + 1, at: place)
        enter(index + 1, at: place)
        kind.keys.append((place, decoding.tape[index + 1].isRead, isEmptyObject(index + 1)))
      }
      if isEntered(index + 1) { kind.containers.append(place ?? -1) }
      index = decoding.tape.after(index + 1)
    }
  }

  private mutating func passOver(_ container: Int, at place: Int?) {
    guard let place else { return }
    links[place].tally.count += 1
    links[place].tally.reads += 1
    open.append((container, place))
  }

  // MARK: Values

  @inline(__always) private func isEntered(_ index: Int) -> Bool {
    let node = decoding.tape[index]
    return node.isContainer && node.head & (Node.read | Node.whole) == Node.read && node.next > index + 1
  }

  private func isEmptyObject(_ index: Int) -> Bool {
    let node = decoding.tape[index]
    return node.kind == .object && node.isRead && !node.isWhole && node.next == index + 1
  }

  private mutating func enter(_ index: Int, at link: Int) {
    if isEntered(index) {
      open.append((index, link))
    } else if isEmptyObject(index) {
      links[link].tally.objects += 1
    }
  }

  private mutating func note(_ index: Int, at place: Int) {
    let node = decoding.tape[index]
    let isUnknown = !node.isContainer && node.head & Node.unknownValue != 0
    if isUnknown || !node.isRead { hasFinding = true }
    links[place].tally.count += 1
    links[place].tally.reads += node.isRead ? 1 : 0
    links[place].tally.types.formUnion(JSONShape.Types(node.kind))
    if isUnknown { links[place].tally.hasUnknownValue = true }
    if node.isContainer, node.isWhole { links[place].tally.isWhole = true }
  }

  private func isAllRead() -> Bool {
    let root = decoding.tape[Tape.root]
    guard root.isContainer else { return root.head & (Node.read | Node.unknownValue) == Node.read }
    guard root.isRead else { return false }
    var open: [(end: Int, isObject: Bool)] = []
    var index = Tape.root + 1
    var (end, isObject) = (root.isWhole ? index : root.next, root.kind == .object)
    while true {
      while index < end {
        let value = isObject ? index + 1 : index
        let node = decoding.tape[value]
        if !node.isContainer {
          if node.head & (Node.read | Node.unknownValue) != Node.read { return false }
          index = value + 1
        } else if !node.isRead {
          return false
        } else if node.isWhole {
          index = node.next
        } else {
          open.append((end, isObject))
          (end, isObject) = (node.next, node.kind == .object)
          index = value + 1
        }
      }
      guard let outer = open.popLast() else { return true }
      (end, isObject) = outer
    }
  }

  /// Fills ``entered`` with the containers to enter, and their keys.
  private mutating func isAllRead(_ object: Int) -> Bool {
    entered.removeAll(keepingCapacity: true)
    let end = decoding.tape[object].next
    var index = object + 1
    while index < end {
      let node = decoding.tape[index + 1]
      if node.isContainer {
        if !node.isRead { return false }
        if !node.isWhole, node.next > index + 2 { entered.append((index, index + 1)) }
        index = node.next
      } else {
        if node.head & (Node.read | Node.unknownValue) != Node.read { return false }
        index += 2
      }
    }
    return true
  }

  private func hash(of object: Int) -> UInt64 {
    let end = decoding.tape[object].next
    var index = object + 1
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    while index < end {
      let (key, value) = (decoding.tape[index], decoding.tape[index + 1])
      var flags = value.head >> 32 & 0x1F
      if value.isContainer {
        flags |= isEntered(index + 1) ? 0x40 : 0
        index = value.next
      } else {
        flags |= value.head & Node.unknownValue == 0 ? 0 : 0x20
        index += 2
      }
      let sort = UInt64(truncatingIfNeeded: key.length) << 8 | flags
      // A hash: wraps around.
      hash = (hash ^ (hash >> 32) ^ word(of: key) ^ (sort << 40 | sort)) &* 0xBF58_476D_1CE4_E5B9
    }
    return hash ^ (hash >> 31)
  }

  @inline(__always) private func word(of key: Node) -> UInt64 {
    decoding.tape.withBytes(of: key) { $0.fingerprint }
  }

  // MARK: Places

  /// Nil if there are too many.
  private mutating func child(of parent: Int, _ step: Step) -> Int? {
    let start = links[parent].cursor
    var found = start
    if start != 0 {
      repeat {
        if isSame(links[found].step, step) {
          let next = links[found].next
          links[parent].cursor = next == 0 ? links[parent].first : next
          return found
        }
        found = links[found].next
        if found == 0 { found = links[parent].first }
      } while found != start && links[parent].misses < Self.mostMisses
    }
    guard links[parent].children < Self.mostChildren, links.count < Self.mostPlaces else {
      links[parent].misses += 1
      links[parent].tally.isCut = true
      return nil
    }
    let new = links.count
    links.append(Link(parent: parent, step: step))
    if links[parent].first == 0 { links[parent].first = new } else { links[links[parent].last].next = new }
    links[parent].last = new
    links[parent].children += 1
    links[parent].cursor = links[parent].first
    return new
  }

  private func isSame(_ one: Step, _ other: Step) -> Bool {
    guard case .key(let index) = one, case .key(let otherIndex) = other else { return one == other }
    let (one, other) = (decoding.tape[index], decoding.tape[otherIndex])
    if one.isEscaped || other.isEscaped {
      return decoding.tape.string(at: one).hasSameBytes(as: decoding.tape.string(at: other))
    }
    guard one.length == other.length else { return false }
    return decoding.tape.text.areEqual(at: one.offset, other.offset, count: one.length)
  }
}

extension JSONShape.Types {
  fileprivate init(_ kind: Node.Kind) {
    self =
      switch kind {
      case .null: .null
      case .no, .yes: .bool
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }
}
