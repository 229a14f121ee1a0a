extension Decoding {
  func locate(_ path: JSONPath, from start: Int) throws -> Int {
    var index = start
    tape.markRead(index)
    for component in path.components {
      switch component {
      case .key(let key):
        guard tape[index].kind == .object else {
          throw diagnosis.containerMismatch(index, [String: Any].self, "an object")
        }
        guard let value = member(key, of: index) else { throw diagnosis.keyNotFound(component, in: index) }
        index = value
      case .index(let ordinal):
        guard tape[index].kind == .array else {
          throw diagnosis.containerMismatch(index, [Any].self, "an array")
        }
        guard let value = element(ordinal, of: index) else {
          throw diagnosis.endOfArray(index, [Any].self, ordinal: ordinal)
        }
        index = value
      }
      tape.markRead(index)
    }
    return index
  }

  func locateIfPresent(_ path: JSONPath, from start: Int) -> Int? {
    var index = start
    tape.markRead(index)
    for component in path.components {
      var next: Int?
      switch (component, tape[index].kind) {
      case (.key(let key), .object): next = member(key, of: index)
      case (.index(let ordinal), .array): next = element(ordinal, of: index)
      default: break
      }
      guard let next else { return nil }
      index = next
      tape.markRead(index)
    }
    return index
  }

  func unreadPaths() -> [JSONPath] {
    var paths: [JSONPath] = []
    var index = Tape.root
    if !tape[index].isRead { return [JSONPath()] }
    // Skips keys: their values say whether they were read.
    var ends: [(end: Int, isObject: Bool)] = []
    while index < tape.used {
      while let last = ends.last, index >= last.end { ends.removeLast() }
      if ends.last?.isObject == true { index += 1 }
      let node = tape[index]
      if !node.isRead {
        paths.append(path(to: index))
        index = tape.after(index)
      } else if node.isWhole || !node.isContainer {
        index = tape.after(index)
      } else {
        ends.append((node.next, node.kind == .object))
        index += 1
      }
    }
    return paths
  }
}
