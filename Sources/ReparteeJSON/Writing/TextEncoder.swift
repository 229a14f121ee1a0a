/// Two words, to need no allocation as `any Encoder`.
struct TextEncoder: Encoder, SingleValueEncodingContainer {
  let encoding: Encoding
  let id: UInt32
  private let depth: UInt32

  @inline(__always) init(_ encoding: Encoding) {
    self.encoding = encoding
    id = encoding.value.id
    depth = UInt32(truncatingIfNeeded: encoding.path.count)
  }

  private init(_ encoding: Encoding, id: UInt32, depth: UInt32) {
    self.encoding = encoding
    self.id = id
    self.depth = depth
  }

  /// Each use throws.
  var invalid: TextEncoder { TextEncoder(encoding, id: 0, depth: depth) }

  var codingPath: [any CodingKey] { Array(encoding.path.prefix(Int(depth))) }
  var userInfo: [CodingUserInfoKey: Any] { encoding.options.values.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedTextContainer<Key>(self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedTextContainer(self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func write(_ body: (inout JSONWriter) throws -> Void) throws {
    // Meanwhile, no other container of the encoding can be used.
    try encoding.single(id) {
      try encoding.encode { encoder in try encoding.single(encoder.id) { try encoding.write(body) } }
    }
  }

  func encodeNil() throws { try encoding.single(id) { encoding.writer.appendNull() } }
  func encode(_ value: Bool) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: String) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: Double) throws { try encoding.single(id) { try encoding.encode(value) } }
  func encode(_ value: Float) throws { try encoding.single(id) { try encoding.encode(value) } }
  func encode(_ value: Int) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: Int8) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: Int16) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: Int32) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: Int64) throws { try encoding.single(id) { encoding.writer.append(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: UInt) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: UInt8) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: UInt16) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: UInt32) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode(_ value: UInt64) throws { try encoding.single(id) { encoding.writer.append(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try encoding.single(id) { encoding.writer.append(value) } }
  func encode<T: Encodable>(_ value: T) throws { try encoding.single(id) { try encoding.encode(value) } }
}

extension Encoding {
  var root: TextEncoder { TextEncoder(self) }
}
