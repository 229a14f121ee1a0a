struct KeyedTextContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TextEncoder
  private var encoding: Encoding { encoder.encoding }

  @inline(__always) init(_ encoder: TextEncoder) {
    // Each use of the container throws if the value is no object.
    self.encoder = encoder.encoding.open(.object, encoder.id) ? encoder : encoder.invalid
  }

  var codingPath: [any CodingKey] { encoder.codingPath }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoding.part(at: key, in: encoder.id).root.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoding.part(at: key, in: encoder.id).root.unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoding.part(at: JSONPath.Component.key("super"), in: encoder.id).root
  }

  func superEncoder(forKey key: Key) -> any Encoder { encoding.part(at: key, in: encoder.id).root }

  func encodeNil(forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.appendNull()
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: String, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: Int8, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: Int16, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: Int32, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: Int64, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: UInt, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: UInt8, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: UInt16, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    try encoding.beginMember(key, encoder.id)
    encoding.writer.append(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try encoding.member(key, encoder.id) { try encoding.encode(value) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try encoding.member(key, encoder.id) { try encoding.encode(value) }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encoding.member(key, encoder.id) { try encoding.encode(value) }
  }
}
