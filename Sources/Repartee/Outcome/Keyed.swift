/// A model that declares its keys in a body.
///
/// ```swift
/// struct User: Decodable, Keyed { static let key = "user" }
///
/// // {"user": {…}}
/// .code(200, .decode(.single))
/// // {"users": [{…}]}
/// .code(200, .decode(.array()))
/// // {"users": [{…}], "total": 17}
/// .code(200, .decode(.array(), .at("total")))
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
  /// One value, under the model's own key.
  public static var single: Self { .single() }

  /// One value, under the model's own key, in the object at this path.
  public static func single(at place: String...) -> Self { BodyPath(place, Value.key) }
}

extension BodyPath {
  /// One value or nil, under the model's own key, in the body or the object at this path.
  public static func optional<Model: Keyed>(at place: String...) -> Self where Value == Model? {
    BodyPath(place, Model.key)
  }

  /// An array, under the model's own plural key, in the body or the object at this path.
  public static func array<Element: Keyed>(at place: String...) -> Self where Value == [Element] {
    BodyPath(place, Element.pluralKey)
  }

  /// An array or nil, under the model's own plural key, in the body or the object at this path.
  public static func array<Element: Keyed>(at place: String...) -> Self where Value == [Element]? {
    BodyPath(place, Element.pluralKey)
  }

  /// The elements that can be decoded, under the model's own plural key, in the body or the object at this path.
  public static func array<Element: Keyed>(
    at place: String...
  ) -> Self where Value == LossyArray<Element> {
    BodyPath(place, Element.pluralKey)
  }

  private init(_ place: [String], _ key: String) {
    self.init(keys: place + [key])
  }
}
