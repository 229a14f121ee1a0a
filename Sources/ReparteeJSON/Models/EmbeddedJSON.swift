#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value whose JSON is in a string of the JSON, as the arguments of a language model's tool calls are:
/// `"arguments": "{\"city\":\"Rome\"}"`.
///
/// ```swift
/// struct ToolCall: Codable {
///   var name: String
///   @EmbeddedJSON var arguments: Arguments
///   @EmbeddedJSON var extra: Extra?    // null, or not there
/// }
/// ```
///
/// The options of the coder hold in the string too. An error of the JSON in the string is that of the string: its
/// message has the path and what is wrong in there, by ``JSONError/underlying``. Encoding writes a string; its members
/// are sorted by key.
///
/// It works with every coder; with another than ``JSONCoder`` the string is read and written with the default options.
@propertyWrapper
public struct EmbeddedJSON<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Creates a value to encode into a string.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension EmbeddedJSON: Sendable where Value: Sendable {}
extension EmbeddedJSON: Equatable where Value: Equatable {}
extension EmbeddedJSON: Hashable where Value: Hashable {}

extension EmbeddedJSON: CustomStringConvertible {
  /// The text of the value.
  public var description: String { "\(wrappedValue)" }
}

extension EmbeddedJSON: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let null = (Value.self as? any Nullable.Type)?.null as? Value
    if let null, container.decodeNil() {
      wrappedValue = null
      return
    }
    let text = try container.decode(String.self)
    // Language models write "" for no arguments.
    if let null, text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      wrappedValue = null
      return
    }
    guard let decoder = decoder as? TapeDecoder else {
      wrappedValue = try JSONCoder().decode(from: Data(text.utf8))
      return
    }
    var coder = JSONCoder(decoder.decoding.options)
    // It counts what is read of the outer text.
    if coder.probe != nil { coder.probe = nil }
    do throws(JSONError) { wrappedValue = try coder.decode(from: Data(text.utf8)) } catch {
      throw decoder.decoding.diagnosis.embedded(error, at: decoder.index)
    }
  }
}

extension EmbeddedJSON: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value = wrappedValue as? any Nullable, value.isNull { return try container.encodeNil() }
    var coder = JSONCoder()
    if let encoder = encoder as? TextEncoder { coder = JSONCoder(encoder.encoding.options) }
    try container.encode(String(decoding: coder.encode(wrappedValue, sortingKeys: true), as: UTF8.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value in a string; nil for a key that is absent or null.
  public func decode<Value: Decodable>(
    _ type: EmbeddedJSON<Value?>.Type, forKey key: Key
  ) throws -> EmbeddedJSON<Value?> {
    try decodeIfPresent(type, forKey: key) ?? EmbeddedJSON(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a value into a string; nil is left out.
  public mutating func encode<Value: Encodable>(_ value: EmbeddedJSON<Value?>, forKey key: Key) throws {
    if value.wrappedValue != nil { try encodeIfPresent(Optional(value), forKey: key) }
  }
}

extension Diagnosis {
  /// The error of the JSON in a string, at the string.
  func embedded(_ error: JSONError, at index: Int) -> JSONError {
    let place = error.path.isRoot ? "" : " at `\(error.path)`"
    return make(
      kind: error.kind, at: index, expected: "\(error.expected)\(place) in the JSON of the string",
      found: error.found, keys: error.availableKeys, underlying: error)
  }
}
