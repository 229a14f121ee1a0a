#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Converts to a ``JSONValue`` without an encoder: texts, numbers, Booleans, and arrays, dictionaries and optionals of
/// these.
///
/// Custom types can conform.
///
/// ```swift
/// let value: JSONValue = [
///   "name": .init(name), "tags": .init(tags), "age": .init(age),
/// ]
/// ```
public protocol JSONValueConvertible {
  /// This value as JSON.
  var jsonValue: JSONValue { get }
}

extension JSONValue {
  /// Creates a value from a variable.
  ///
  /// Nil, infinities and not-a-number become null. Members of a dictionary are sorted by key.
  public init(_ value: some JSONValueConvertible) { self = value.jsonValue }
}

extension JSONValue: JSONValueConvertible { public var jsonValue: JSONValue { self } }
extension JSONObject: JSONValueConvertible { public var jsonValue: JSONValue { .object(self) } }
extension JSONNumber: JSONValueConvertible { public var jsonValue: JSONValue { .number(self) } }
extension Bool: JSONValueConvertible { public var jsonValue: JSONValue { .bool(self) } }
extension String: JSONValueConvertible { public var jsonValue: JSONValue { .string(self) } }
extension Substring: JSONValueConvertible { public var jsonValue: JSONValue { .string(String(self)) } }

extension JSONValueConvertible where Self: FixedWidthInteger {
  public var jsonValue: JSONValue { .number(JSONNumber(self)) }
}

extension Int: JSONValueConvertible {}
extension Int8: JSONValueConvertible {}
extension Int16: JSONValueConvertible {}
extension Int32: JSONValueConvertible {}
extension Int64: JSONValueConvertible {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONValueConvertible {}
extension UInt: JSONValueConvertible {}
extension UInt8: JSONValueConvertible {}
extension UInt16: JSONValueConvertible {}
extension UInt32: JSONValueConvertible {}
extension UInt64: JSONValueConvertible {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONValueConvertible {}

extension Double: JSONValueConvertible {
  public var jsonValue: JSONValue { JSONNumber(self).map { .number($0) } ?? .null }
}

extension Float: JSONValueConvertible {
  public var jsonValue: JSONValue { isFinite ? .number(JSONNumber(unchecked: "\(self)")) : .null }
}

extension Decimal: JSONValueConvertible {
  public var jsonValue: JSONValue { JSONNumber(self).map { .number($0) } ?? .null }
}

extension Optional: JSONValueConvertible where Wrapped: JSONValueConvertible {
  public var jsonValue: JSONValue { self?.jsonValue ?? .null }
}

extension Array: JSONValueConvertible where Element: JSONValueConvertible {
  public var jsonValue: JSONValue { .array(map(\.jsonValue)) }
}

extension Dictionary: JSONValueConvertible where Key == String, Value: JSONValueConvertible {
  public var jsonValue: JSONValue {
    var object = JSONObject()
    for (key, value) in sorted(by: { $0.key < $1.key }) { object[key] = value.jsonValue }
    return .object(object)
  }
}
