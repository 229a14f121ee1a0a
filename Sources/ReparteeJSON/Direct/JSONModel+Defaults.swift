#if Macros
// What `@JSONModel` writes for a property with a default value. Its type is for the compiler to find out.

extension JSONReader {
  /// The value under a key; where it is absent or null the default.
  @inlinable public func _value<Value: JSONDecodable>(
    under key: StaticString, default: Value
  ) throws -> Value {
    let index = try memberIfPresent(key)
    if index == 0 { return `default` }
    return try withExtendedLifetime(self) { try Value._read(at: _JSONPlace(self, at: index)) }
  }

  /// The same of an optional, which is nil where it is null.
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
    return index == 0 ? `default` : try document.decode(Value.self, at: index)
  }

  @_disfavoredOverload
  public func _value<Value: Decodable>(under key: StaticString, default: Value?) throws -> Value? {
    let index = try memberOrNull(key)
    if index == 0 { return `default` }
    return document.isNull(index) ? nil : try document.decode(Value.self, at: index)
  }

  /// The index of the value under a key, 0 where it is absent.
  @usableFromInline func memberOrNull(_ key: StaticString) throws -> Int { try find(key) }
}

extension JSONWriter {
  /// Writes a member that is no optional.
  @inlinable public mutating func _writeOrNull<Member: JSONEncodable>(
    _ member: Member, forKey key: StaticString
  ) throws {
    try write(member, forKey: key)
  }

  /// Writes a nil as null: an absent key would be read as the default.
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
