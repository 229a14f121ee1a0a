/// Any JSON value, for responses whose shape is not fully known.
///
/// It works with every coder. With ``JSONCoder``, objects keep their order, numbers their digits and keys their names,
/// even within a model.
///
/// ```swift
/// let value: JSONValue = ["name": "Ada", "tags": ["a", "b"]]
/// value["tags"]?[0]?.string        // "a"
/// value[at: "tags[1]"]?.string     // "b"
/// print(value.prettyPrinted)
/// ```
///
/// In a literal, write variables, and arrays, dictionaries and optionals of them, as `.init(…)`
/// (``JSONValueConvertible``). ``init(encoding:with:)`` converts any `Encodable` value.
///
/// ```swift
/// let body: JSONValue = [
///   "name": .init(name), "age": .init(age), "tags": .init(tags),
///   "extra": nil,
/// ]
/// let user = try JSONValue(encoding: user)
/// ```
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with all its digits.
  case number(JSONNumber)
  /// A string, with its escapes resolved.
  case string(String)
  /// An array, in its order.
  case array([JSONValue])
  /// An object: members in order, each key once.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }
  /// The Boolean value; nil for anything else.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number; nil for anything else, such as a number in quotes.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  /// The string; nil for anything else.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements; nil for anything else.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members; nil for anything else.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
  /// The number, if it is an integer that fits.
  public var int: Int? { number?.integer() }
  /// The number as the nearest double.
  public var double: Double? { number?.double }

  /// The value under a key; nil if there is none.
  ///
  /// Setting a value turns null into an object, and does nothing to other non-objects; setting nil removes the key.
  public subscript(key: String) -> JSONValue? {
    get { object?[key] }
    _modify {
      if var object = takeObject() {
        // In place, without a copy: the object is held only here.
        defer { self = .object(object) }
        yield &object[key]
      } else {
        var value: JSONValue?
        defer {
          if let value, case .null = self { self = .object([key: value]) }
        }
        yield &value
      }
    }
  }

  /// The element at an index; nil if there is none.
  ///
  /// Setting nil, or at a missing index, does nothing.
  public subscript(index: Int) -> JSONValue? {
    get {
      guard let array, array.indices.contains(index) else { return nil }
      return array[index]
    }
    set {
      guard let newValue else { return }
      self[index]? = newValue
    }
    _modify {
      guard var array = takeArray(with: index) else {
        var nothing: JSONValue?
        yield &nothing
        return
      }
      var value: JSONValue? = array[index]
      array[index] = .null
      defer {
        array[index] = value ?? .null
        self = .array(array)
      }
      yield &value
    }
  }

  private mutating func takeObject() -> JSONObject? {
    guard case .object(let object) = self else { return nil }
    self = .null
    return object
  }

  private mutating func takeArray(with index: Int) -> [JSONValue]? {
    guard case .array(let array) = self, array.indices.contains(index) else { return nil }
    self = .null
    return array
  }

  /// The value at a path; nil if there is none.
  public subscript(at path: JSONPath) -> JSONValue? {
    var value: JSONValue? = self
    for component in path.components {
      switch component {
      case .key(let key): value = value?[key]
      case .index(let index): value = value?[index]
      }
    }
    return value
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object; of equal keys, the last one counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
