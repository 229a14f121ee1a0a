/// A model that writes itself as JSON by key, faster than with `Encodable`'s containers.
///
/// ```swift
/// extension User: JSONEncodable {
///   func write(to json: inout JSONWriter) throws {
///     try json.write(id, forKey: "id")
///     try json.write(name, forKey: "name")
///     try json.write(bio, forKey: "bio")  // left out where it is nil
///   }
/// }
/// ```
///
/// It works wherever an `Encodable` does, with the same strategies; models of both kinds can contain each other. Keys
/// are written in the order of the calls, those of dictionaries sorted.
///
/// Other encoders, such as Foundation's, encode a ``JSONValue``.
public protocol JSONEncodable: Encodable, SendableMetatype {
  /// Writes the value: its members, or one value that represents it; without either, an empty object.
  func write(to json: inout JSONWriter) throws

  /// Writes the value as a member of an object.
  func _write(forKey key: StaticString, to json: inout JSONWriter) throws

  /// Writes what ``write(to:)`` writes, with braces if needed.
  func _writeWhole(to json: inout JSONWriter) throws
}

extension JSONEncodable {
  @inlinable public func _write(forKey key: StaticString, to json: inout JSONWriter) throws {
    json.begin(key)
    try _writeWhole(to: &json)
  }

  @inlinable public func _writeWhole(to json: inout JSONWriter) throws {
    let outer = json.begin()
    try write(to: &json)
    json.end(outer)
  }
}

extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
  /// Writes the raw value.
  public func write(to json: inout JSONWriter) throws { try json.write(rawValue) }
}
