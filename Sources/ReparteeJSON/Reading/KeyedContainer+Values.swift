extension KeyedContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoding.bool(at: value(key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoding.decodeString(at: value(key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoding.decodeDouble(at: value(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoding.decodeFloat(at: value(key))
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoding.decodeInteger(type, at: value(key))
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try decoding.decodeInteger(type, at: value(key))
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decoding.decodeInteger(type, at: value(key))
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoding.decode(type, at: value(key))
  }
}

extension KeyedContainer {
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let found = present(key)
    return found == 0 ? nil : try decoding.bool(at: found)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeString(at: found)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeDouble(at: found)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeFloat(at: found)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decodeInteger(type, at: found)
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let found = present(key)
    return found == 0 ? nil : try decoding.decode(type, at: found)
  }
}
