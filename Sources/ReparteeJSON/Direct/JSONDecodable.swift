/// A model that reads itself from a JSON text by its keys, without `Decodable`'s containers, and faster for that.
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
/// It is a `Decodable`, so that everything takes it that takes one: `.decode`, pages, streams, stubs, other models.
/// Models of both kinds can contain each other. The same is checked, the same strategies hold, and errors are the same,
/// with the same places, whichever way a model is read.
///
/// Keys are found fastest in the order in which the text has them.
///
/// Another decoder than a ``JSONCoder``, as Foundation's `JSONDecoder`, can decode it too: it is read as a
/// ``JSONValue`` first.
public protocol JSONDecodable: Decodable {
  /// Reads a value where the reader stands.
  ///
  /// What it throws becomes a ``JSONError``, which says where it was.
  init(json: JSONReader) throws

  /// The value under a key of an object. `Optional` has its own.
  static func _value(under key: StaticString, in json: JSONReader) throws -> Self

  /// The same as ``init(json:)``, without a reference to the text for each value. Scalars have their own.
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

  public init(from decoder: any Decoder) throws {
    if type(of: decoder) == TapeDecoder.self, let tape = decoder as? TapeDecoder {
      try self.init(json: try tape.reader(for: Self.self))
    } else {
      let json = JSONCoder()
      self = try json.decode(Self.self, from: try json.encode(JSONValue(from: decoder)))
    }
  }
}

extension JSONDecodable where Self: RawRepresentable, RawValue: JSONDecodable {
  /// Reads the raw value. One that the type does not have is an error, which lists those that it has.
  public init(json: JSONReader) throws {
    let raw = try RawValue(json: json)
    guard let value = Self(rawValue: raw) else { throw json.unknown(raw, of: Self.self) }
    self = value
  }
}
