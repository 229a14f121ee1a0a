extension JSONWriter {
  /// Writes a member of the object; nothing for a nil `Optional`.
  ///
  /// The key follows ``JSONCoder/keys``; duplicates are not detected. A member that throws writes nothing. The
  /// first 16 errors of a text have a coding path.
  @inlinable public mutating func write<Member: JSONEncodable>(
    _ member: Member, forKey key: StaticString
  ) throws {
    let checkpoint = checkpoint
    do {
      try member._write(forKey: key, to: &self)
    } catch {
      goBack(to: checkpoint)
      throw error
    }
  }

  /// Writes a member whose type is only `Encodable`.
  @_disfavoredOverload
  public mutating func write<Member: Encodable>(_ member: Member, forKey key: StaticString) throws {
    if let optional = member as? any Nullable, optional.isNull { return }
    let checkpoint = checkpoint
    begin(key)
    do {
      try append(encoding: member)
    } catch {
      goBack(to: checkpoint)
      throw error
    }
  }

  /// Writes `value` as the whole value, without members.
  @inlinable public mutating func write<Value: JSONEncodable>(_ value: Value) throws {
    beginOnly()
    let checkpoint = checkpoint
    do {
      try value._writeWhole(to: &self)
    } catch {
      goBack(to: checkpoint)
      throw error
    }
  }

  /// Writes a value whose type is only `Encodable` as the whole value.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ value: Value) throws {
    beginOnly()
    try append(encoding: value)
  }

  /// Writes null as the whole value.
  public mutating func writeNull() {
    beginOnly()
    put("null")
  }

  /// Writes null as a member of the object.
  public mutating func writeNull(forKey key: StaticString) {
    begin(key)
    put("null")
  }

  @inline(never) mutating func append(encoding value: some Encodable) throws {
    try Encoding(options).append(value, to: &self)
  }
}
