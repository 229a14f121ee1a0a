struct KeyedContainer<Key: CodingKey>: TapeKeyedContainer {
  let decoding: Decoding
  let index: Int

  @inline(__always) init(_ decoding: Decoding, at index: Int) {
    self.decoding = decoding
    self.index = index
  }

  var codingPath: [any CodingKey] { decoding.codingPath(to: index) }

  /// The keys do not count as read.
  var allKeys: [Key] {
    var names = decoding.names(of: index)
    if !decoding.hasASCIIKeys(index), "\(Key.self)" == "_DictionaryCodingKey" {
      // A `Dictionary` has one place for canonically equivalent keys, and would take the last value.
      var seen: Set<String> = []
      names = names.filter { seen.insert($0).inserted }
    }
    var keys = names.compactMap { Key(stringValue: $0) }
    // Only keys of a type that accepts any name are data.
    if Key(stringValue: "any name \u{1}") != nil {
      decoding.noteKeysAreData(of: index)
    } else if !decoding.plainKeys {
      for key in decoding.writtenKeys(of: index, Key.self)
      where !keys.contains(where: { $0.stringValue == key.stringValue }) {
        keys.append(key)
      }
    }
    decoding.allKeys = (index, Key.self, keys.count)
    return keys
  }

  @inline(__always) func value(_ key: Key) throws -> Int {
    let found = decoding.find(key.stringValue, in: index)
    if found == 0 { throw decoding.diagnosis.keyNotFound(key, in: index) }
    return found
  }

  @inline(__always) func present(_ key: Key) -> Int {
    let found = decoding.find(key.stringValue, in: index)
    return decoding.isNull(found) ? 0 : found
  }

  func contains(_ key: Key) -> Bool { decoding.find(key.stringValue, in: index) != 0 }
  func decodeNil(forKey key: Key) throws -> Bool { decoding.isNull(try value(key)) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try TapeDecoder(decoding, at: value(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TapeDecoder(decoding, at: value(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    TapeDecoder(decoding, at: decoding.find("super", in: index), owner: index)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    TapeDecoder(decoding, at: decoding.find(key.stringValue, in: index), owner: index)
  }
}
