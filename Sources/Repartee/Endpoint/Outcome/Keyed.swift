/// A model that declares its keys in a body.
///
/// ```swift
/// struct User: Decodable, Keyed { static let key = "user" }
///
/// // {"user": {…}}
/// .code(200, .decode(.single))
/// // {"data": {"users": [{…}]}}
/// .code(200, .decode(.array(at: "data")))
/// ```
public protocol Keyed: Decodable {
  /// The key of one value.
  static var key: String { get }
  /// The key of an array; by default `key` and an `s`.
  static var pluralKey: String { get }
}

extension Keyed {
  public static var pluralKey: String { key + "s" }
}

extension BodyPath where Value: Keyed {
  /// One value, under its key.
  public static var single: Self { .single() }

  /// One value, under its key, in the object at this path.
  public static func single(at place: String...) -> Self { BodyPath(place, Value.key) }
}

extension BodyPath {
  /// One value or nil, under its key, in the object at this path.
  public static func optional<Model: Keyed>(at place: String...) -> Self where Value == Model? {
    BodyPath(place, Model.key)
  }

  /// An array, under its plural key, in the object at this path.
  public static func array<Element: Keyed>(at place: String...) -> Self where Value == [Element] {
    BodyPath(place, Element.pluralKey)
  }

  /// An array or nil, under its plural key, in the object at this path.
  public static func array<Element: Keyed>(at place: String...) -> Self where Value == [Element]? {
    BodyPath(place, Element.pluralKey)
  }

  /// The decodable elements of an array, under its plural key, in the object at this path.
  public static func array<Element: Keyed>(
    at place: String...
  ) -> Self where Value == LossyArray<Element> {
    BodyPath(place, Element.pluralKey)
  }

  private init(_ place: [String], _ key: String) {
    self.init(keys: place + [key])
  }
}
