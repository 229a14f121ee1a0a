/// Three words, to need no allocation as `any Decoder`.
struct TapeDecoder: Decoder, SingleValueDecodingContainer {
  let decoding: Decoding
  private let position: UInt32
  /// The object that lacks an absent value.
  private let owner: UInt32

  var index: Int { Int(position) }

  @inline(__always) init(_ decoding: Decoding, at index: Int, owner: Int = 0) {
    self.decoding = decoding
    position = UInt32(truncatingIfNeeded: index)
    self.owner = UInt32(truncatingIfNeeded: owner)
  }

  func reader(for type: Any.Type) throws -> JSONReader {
    if index == 0 { throw decoding.diagnosis.containerMismatch(index, type, "a value", owner: Int(owner)) }
    return JSONReader(decoding, at: index)
  }

  var codingPath: [any CodingKey] { decoding.codingPath(to: index == 0 ? Int(owner) : index) }
  var userInfo: [CodingUserInfoKey: Any] { decoding.options.values.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard decoding.tape[index].rawKind == Node.Kind.object.rawValue else {
      throw decoding.diagnosis.containerMismatch(index, [String: Any].self, "an object", owner: Int(owner))
    }
    if let maker = decoding.maker(type) { return maker.make(decoding, at: index) }
    return makeContainer(type)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    decoding.addMaker(type)
    return KeyedDecodingContainer(KeyedContainer<Key>(decoding, at: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard decoding.tape[index].rawKind == Node.Kind.array.rawValue else {
      throw decoding.diagnosis.containerMismatch(index, [Any].self, "an array", owner: Int(owner))
    }
    return UnkeyedContainer(decoding, at: index)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { decoding.isNull(index) }
  func decode(_ type: Bool.Type) throws -> Bool { try decoding.bool(at: index) }
  func decode(_ type: String.Type) throws -> String { try decoding.decodeString(at: index) }
  func decode(_ type: Double.Type) throws -> Double { try decoding.decodeDouble(at: index) }
  func decode(_ type: Float.Type) throws -> Float { try decoding.decodeFloat(at: index) }
  func decode(_ type: Int.Type) throws -> Int { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoding.decodeInteger(type, at: index) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoding.decodeInteger(type, at: index) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoding.decodeInteger(type, at: index) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoding.decodeInteger(type, at: index) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoding.decode(type, at: index) }
}
