/// Three words in size.
struct UnkeyedTextContainer: UnkeyedEncodingContainer {
  private let encoder: TextEncoder
  private(set) var count: Int
  private var encoding: Encoding { encoder.encoding }

  @inline(__always) init(_ encoder: TextEncoder) {
    // Each use of the container throws if the value is no array.
    self.encoder = encoder.encoding.open(.array, encoder.id) ? encoder : encoder.invalid
    count = encoder.encoding.value.count
  }

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    part().root.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { part().root.unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { part().root }

  private mutating func part() -> Encoding {
    defer { count += 1 }
    return encoding.part(at: JSONPath.Component.index(count), in: encoder.id)
  }

  mutating func encodeNil() throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.appendNull()
    count += 1
  }

  mutating func encode(_ value: Bool) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: String) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: Int) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: Int8) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: Int16) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: Int32) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: Int64) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: Int128) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: UInt) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: UInt8) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: UInt16) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: UInt32) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: UInt64) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func encode(_ value: UInt128) throws {
    try encoding.beginElement(encoder.id)
    encoding.writer.append(value)
    count += 1
  }

  mutating func encode(_ value: Double) throws {
    try encoding.element(encoder.id) { try encoding.encode(value) }
    count += 1
  }

  mutating func encode(_ value: Float) throws {
    try encoding.element(encoder.id) { try encoding.encode(value) }
    count += 1
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try encoding.element(encoder.id) { try encoding.encode(value) }
    count += 1
  }
}
