/// The keyed container of one object: a reference and an index. Its state is on the tape.
struct KeyedContainer<Key: CodingKey>: TapeKeyedContainer {
  let document: Document
  let index: Int

  @inline(__always) init(_ document: Document, at index: Int) {
    self.document = document
    self.index = index
  }

  var codingPath: [any CodingKey] { document.codingPath(to: index) }

  /// The keys of the object, each once, converted by the key strategy. They do not count as read.
  var allKeys: [Key] {
    var names = document.names(of: index)
    if !document.hasASCIIKeys(index), "\(Key.self)" == "_DictionaryCodingKey" {
      // A `Dictionary` stores one of canonically equivalent keys. By itself, it would take the value of the last one.
      var seen: Set<String> = []
      names = names.filter { seen.insert($0).inserted }
    }
    let keys = names.compactMap { Key(stringValue: $0) }
    document.allKeys = (index, Key.self, keys.count)
    // Only keys of a type that accepts any name are data; an enum does not.
    if Key(stringValue: "any name \u{1}") != nil { document.noteKeysAreData(of: index) }
    return keys
  }

  /// Returns the index of the value under `key`, or throws if the key is absent.
  @inline(__always) func value(_ key: Key) throws -> Int {
    let found = document.find(key.stringValue, in: index)
    if found == 0 { throw document.keyNotFound(key, in: index) }
    return found
  }

  /// Returns the index of the value under `key`; 0 if it is absent or null.
  @inline(__always) func present(_ key: Key) -> Int {
    let found = document.find(key.stringValue, in: index)
    return document.isNull(found) ? 0 : found
  }

  func contains(_ key: Key) -> Bool { document.find(key.stringValue, in: index) != 0 }
  func decodeNil(forKey key: Key) throws -> Bool { document.isNull(try value(key)) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try TapeDecoder(document, at: value(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TapeDecoder(document, at: value(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    TapeDecoder(document, at: document.find("super", in: index), owner: index)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    TapeDecoder(document, at: document.find(key.stringValue, in: index), owner: index)
  }
}
