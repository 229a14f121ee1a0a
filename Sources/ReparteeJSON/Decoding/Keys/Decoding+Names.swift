extension Decoding {
  func name(of index: Int) -> String { tape.name(of: index, by: options.keys) }

  func names(of object: Int) -> [String] {
    var names: [String] = []
    let isUnique = hasUniqueNames(object)
    var seen: Set<ByteKey> = []
    var key = object + 1
    let end = tape[object].next
    while key < end {
      let name = name(of: key)
      if isUnique || seen.insert(ByteKey(text: name)).inserted { names.append(name) }
      key = tape.after(key + 1)
    }
    return names
  }

  func hasASCIIKeys(_ object: Int) -> Bool {
    var key = object + 1
    while key < tape[object].next {
      if tape[key].isEscaped || !tape[key].isASCII { return false }
      key = tape.after(key + 1)
    }
    return true
  }

  func member(_ key: String, of object: Int) -> Int? {
    if plainKeys {
      let found = find(key, in: object)
      return found == 0 ? nil : found
    }
    let found = indexed(key, in: object)
    return found == 0 ? nil : found
  }

  func indexed(_ name: String, in object: Int) -> Int {
    if keyTables.raw[object] == nil {
      keyTables.raw[object] = KeyIndex(of: object, in: tape, by: nil)
    }
    return name.withBytes { keyTables.raw[object]?.find($0, in: tape) ?? 0 }
  }
}
