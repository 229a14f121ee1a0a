/// A value that is nil if the JSON does not fit its type, instead of an error for the whole text.
///
/// ```swift
/// struct User: Codable {
///   @Lossy var website: URL?           // "", 7: nil
///   @Lossy var born: Date?             // "unknown": nil
///   @Lossy var count: Quoted<Int>?     // "many": nil
/// }
/// if let error = user.$website { … }   // why it is nil
/// ```
///
/// An absent key, or null, is nil without an error. Encoding writes the value, and leaves out nil.
///
/// It works with every coder, and as a type in a ``JSONDecodable``: `let website: Lossy<URL> = try json["website"]`.
@propertyWrapper
public struct Lossy<Value: Decodable> {
  /// The value; nil if it is absent, null or does not fit.
  public var wrappedValue: Value? {
    didSet { projectedValue = nil }
  }
  /// The error of a value that does not fit; nil after a value was set.
  public private(set) var projectedValue: (any Error)?

  /// Creates a value.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension Lossy: Sendable where Value: Sendable {}

extension Lossy: Equatable where Value: Equatable {
  /// Compares the values.
  public static func == (one: Lossy, other: Lossy) -> Bool { one.wrappedValue == other.wrappedValue }
}

extension Lossy: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Lossy: CustomStringConvertible {
  /// The text of the value, or `nil`.
  public var description: String { wrappedValue.map { "\($0)" } ?? "nil" }
}

extension Lossy: Nullable {
  static var null: Lossy { Lossy(wrappedValue: nil) }
  var isNull: Bool { wrappedValue == nil }
}

extension Lossy: Decodable {
  public init(from decoder: any Decoder) throws {
    do {
      wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
    } catch {
      projectedValue = error
      if let decoder = decoder as? TapeDecoder { decoder.decoding.noteSkipped(error, at: decoder.index) }
    }
  }
}

extension Lossy: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value; nil for a key that is absent or null.
  public func decode<Value>(_ type: Lossy<Value>.Type, forKey key: Key) throws -> Lossy<Value> {
    try decodeIfPresent(type, forKey: key) ?? Lossy(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a value; nil is left out.
  public mutating func encode<Value: Encodable>(_ value: Lossy<Value>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
