#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// JSON in both directions, under one set of options: what a client reads and what it writes agree.
public struct JSONCoder: Sendable {
  /// How the keys of a JSON object relate to the coding keys of a type.
  public enum KeyStrategy: Sendable {
    /// They are the same.
    case asDeclared
    /// `first_name` in JSON is `firstName` in Swift.
    case snakeCase
  }

  /// How a `Date` is written.
  public enum DateStrategy: Sendable {
    /// `2026-03-04T05:06:07Z` (RFC 3339); fractions of a second are read, and not written.
    case iso8601
    /// Seconds since 1 January 1970, UTC, as a number.
    case secondsSince1970
    /// Milliseconds since 1 January 1970, UTC, as a number.
    case millisecondsSince1970
  }

  /// How keys are written. The default is ``KeyStrategy/asDeclared``.
  public var keys: KeyStrategy
  /// How dates are written. The default is ``DateStrategy/iso8601``.
  public var dates: DateStrategy

  /// A coder with these options.
  public init(keys: KeyStrategy = .asDeclared, dates: DateStrategy = .iso8601) {
    self.keys = keys
    self.dates = dates
  }

  /// The value as JSON.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = keys == .snakeCase ? .convertToSnakeCase : .useDefaultKeys
    encoder.dateEncodingStrategy =
      switch dates {
      case .iso8601: .iso8601
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      }
    return try encoder.encode(value)
  }

  /// The value that the JSON is of.
  public func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keys == .snakeCase ? .convertFromSnakeCase : .useDefaultKeys
    decoder.dateDecodingStrategy =
      switch dates {
      case .iso8601: .custom(Self.date)
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      }
    return try decoder.decode(type, from: body)
  }

  private static func date(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let styles = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
    for style in styles {
      if let date = try? style.parse(text) { return date }
    }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is no date of RFC 3339")
  }
}
