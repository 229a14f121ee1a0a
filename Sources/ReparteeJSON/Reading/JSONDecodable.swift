/// A model that reads itself from a JSON text by key, faster than with `Decodable`'s containers.
///
/// ```swift
/// struct User: JSONDecodable {
///   let id: Int
///   let name: String
///   let bio: String?
///   let tags: [String]
///
///   init(json: JSONReader) throws {
///     id = try json["id"]
///     name = try json["name"]
///     bio = try json["bio"]
///     tags = try json["tags"]
///   }
/// }
/// ```
///
/// It works wherever a `Decodable` does, with the same validation, strategies and errors; models of both kinds can
/// contain each other.
///
/// Lookups are fastest in the order of the text's keys. Other decoders, such as Foundation's, decode a ``JSONValue``
/// first.
public protocol JSONDecodable: Decodable, SendableMetatype {
  /// Creates a value from the JSON at the reader's position; an error becomes a ``JSONError`` with its place.
  init(json: JSONReader) throws

  /// Decodes the value under a key of an object.
  static func _value(under key: StaticString, in json: JSONReader) throws -> Self

  /// Decodes a value as ``init(json:)`` does, without retaining the text.
  static func _read(at place: _JSONPlace) throws -> Self
}

extension JSONDecodable {
  @inlinable public static func _value(under key: StaticString, in json: JSONReader) throws -> Self {
    let index = try json.member(key)
    return try withExtendedLifetime(json) { try _read(at: _JSONPlace(json, at: index)) }
  }

  @inlinable public static func _read(at place: _JSONPlace) throws -> Self {
    do { return try Self(json: place.reader) } catch {
      place.note(error, from: Self.self)
      throw error
    }
  }
}

extension JSONDecodable where Self: RawRepresentable, RawValue: JSONDecodable {
  /// Decodes the raw value; the error for an invalid one lists those of a `CaseIterable` type.
  public init(json: JSONReader) throws {
    let raw = try RawValue(json: json)
    guard let value = Self(rawValue: raw) else { throw json.unknown(raw, of: Self.self) }
    self = value
  }
}
