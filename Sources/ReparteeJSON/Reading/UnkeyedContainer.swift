struct UnkeyedContainer: UnkeyedDecodingContainer {
  let decoding: Decoding
  private let array: UInt32
  private var element: UInt32
  private var ordinal: UInt32
  private let end: UInt32

  @inline(__always) init(_ decoding: Decoding, at index: Int) {
    self.decoding = decoding
    array = UInt32(truncatingIfNeeded: index)
    element = array + 1
    ordinal = 0
    end = UInt32(truncatingIfNeeded: decoding.tape[index].next)
  }

  var codingPath: [any CodingKey] { decoding.codingPath(to: Int(array)) }
  var count: Int? { decoding.tape[Int(array)].length }
  var isAtEnd: Bool { element == end }
  var currentIndex: Int { Int(ordinal) }

  @inline(__always) private func current<T>(_ type: T.Type) throws -> Int {
    if element == end { throw decoding.diagnosis.endOfArray(Int(array), type) }
    decoding.tape.markRead(Int(element))
    return Int(element)
  }

  /// Called only after the element was decoded: a caller can retry.
  @inline(__always) private mutating func advance() {
    element = UInt32(truncatingIfNeeded: decoding.tape.after(Int(element)))
    ordinal += 1
  }

  mutating func decodeNil() throws -> Bool {
    guard decoding.isNull(try current(Never.self)) else { return false }
    advance()
    return true
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try TapeDecoder(decoding, at: current([String: Any].self)).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try TapeDecoder(decoding, at: current([Any].self)).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = TapeDecoder(decoding, at: try current((any Decoder).self))
    advance()
    return decoder
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value = try decoding.bool(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value = try decoding.decodeString(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let value = try decoding.decodeDouble(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let value = try decoding.decodeFloat(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value = try decoding.decodeInteger(type, at: current(type))
    advance()
    return value
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try decoding.decode(type, at: current(type))
    advance()
    return value
  }
}
