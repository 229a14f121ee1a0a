/// A model that writes itself as JSON by its keys, without `Encodable`'s containers, and faster for that.
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
/// It is an `Encodable`, so that everything takes it that takes one: bodies of requests, stubs, other models. Models of
/// both kinds can contain each other. The same strategies hold. Keys are written in the order in which they are given,
/// those of dictionaries sorted: equal values give equal bytes.
///
/// Another encoder than a ``JSONCoder``, as Foundation's `JSONEncoder`, can encode it too: it becomes a ``JSONValue``
/// first.
public protocol JSONEncodable: Encodable {
  /// Writes the value: its members, or one value that it is written as. Where it writes nothing, it is an empty object.
  func write(to json: inout JSONWriter) throws

  /// A member of an object. `Optional` has its own.
  func _write(forKey key: StaticString, to json: inout JSONWriter) throws

  /// The whole value; what ``write(to:)`` writes in the braces that it may need. Those that need none have their own.
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

  public func encode(to encoder: any Encoder) throws {
    if let values = RawValues.of(encoder) {
      var container = encoder.singleValueContainer()
      let text = try values.coder.text(of: self)
      try container.encode(values.placeholder(for: String(decoding: text, as: UTF8.self)))
    } else {
      try JSONCoder().decode(JSONValue.self, from: JSONCoder().text(of: self)).encode(to: encoder)
    }
  }
}

extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
  /// Writes the raw value.
  public func write(to json: inout JSONWriter) throws { try json.write(rawValue) }
}
