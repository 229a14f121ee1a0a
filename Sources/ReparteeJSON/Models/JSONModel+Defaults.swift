#if Macros
// `@JSONModel` calls these for a property with a default value; the compiler infers its type.

extension JSONReader {
  /// Decodes the value under a key; the default if it is absent or null.
  @inlinable public func _value<Value: JSONDecodable>(
    under key: StaticString, default: Value
  ) throws -> Value {
    let index = try memberIfPresent(key)
    if index == 0 { return `default` }
    return try withExtendedLifetime(self) { try Value._read(at: _JSONPlace(self, at: index)) }
  }

  /// Decodes the optional value under a key; the default if it is absent, nil if it is null.
  @inlinable public func _value<Value: JSONDecodable>(
    under key: StaticString, default: Value?
  ) throws -> Value? {
    let index = try memberOrNull(key)
    if index == 0 { return `default` }
    return try withExtendedLifetime(self) { try Value?._read(at: _JSONPlace(self, at: index)) }
  }

  @_disfavoredOverload
  public func _value<Value: Decodable>(under key: StaticString, default: Value) throws -> Value {
    let index = try memberIfPresent(key)
    return index == 0 ? `default` : try decoding.decode(Value.self, at: index)
  }

  @_disfavoredOverload
  public func _value<Value: Decodable>(under key: StaticString, default: Value?) throws -> Value? {
    let index = try memberOrNull(key)
    if index == 0 { return `default` }
    return decoding.isNull(index) ? nil : try decoding.decode(Value.self, at: index)
  }

  @usableFromInline func memberOrNull(_ key: StaticString) throws -> Int { try find(key) }
}

extension JSONWriter {
  /// Writes a member that is not optional.
  @inlinable public mutating func _writeOrNull<Member: JSONEncodable>(
    _ member: Member, forKey key: StaticString
  ) throws {
    try write(member, forKey: key)
  }

  /// Writes an optional member, and nil as null.
  @inlinable public mutating func _writeOrNull<Member: JSONEncodable>(
    _ member: Member?, forKey key: StaticString
  ) throws {
    if let member { try write(member, forKey: key) } else { writeNull(forKey: key) }
  }

  @_disfavoredOverload
  public mutating func _writeOrNull<Member: Encodable>(_ member: Member, forKey key: StaticString) throws {
    try write(member, forKey: key)
  }

  @_disfavoredOverload
  public mutating func _writeOrNull<Member: Encodable>(_ member: Member?, forKey key: StaticString) throws {
    if let member { try write(member, forKey: key) } else { writeNull(forKey: key) }
  }
}
#endif
