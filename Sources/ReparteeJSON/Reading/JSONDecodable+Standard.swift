#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Standard types, decoded as by `Decodable`. Each has its own functions: a generic one would not be specialized in a
// model's module.

extension String: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> String {
    try place.read { try $0.decodeString(at: $1) }
  }
}

extension Bool: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Bool {
    try place.read { try $0.bool(at: $1) }
  }
}

extension Double: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Double {
    try place.read { try $0.decodeDouble(at: $1) }
  }
}

extension Float: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Float {
    try place.read { try $0.decodeFloat(at: $1) }
  }
}

extension Int: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Int {
    try place.read { try $0.decodeInteger(Int.self, at: $1) }
  }
}

extension Int8: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Int8 {
    try place.read { try $0.decodeInteger(Int8.self, at: $1) }
  }
}

extension Int16: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Int16 {
    try place.read { try $0.decodeInteger(Int16.self, at: $1) }
  }
}

extension Int32: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Int32 {
    try place.read { try $0.decodeInteger(Int32.self, at: $1) }
  }
}

extension Int64: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Int64 {
    try place.read { try $0.decodeInteger(Int64.self, at: $1) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Int128 {
    try place.read { try $0.decodeInteger(Int128.self, at: $1) }
  }
}

extension UInt: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> UInt {
    try place.read { try $0.decodeInteger(UInt.self, at: $1) }
  }
}

extension UInt8: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> UInt8 {
    try place.read { try $0.decodeInteger(UInt8.self, at: $1) }
  }
}

extension UInt16: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> UInt16 {
    try place.read { try $0.decodeInteger(UInt16.self, at: $1) }
  }
}

extension UInt32: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> UInt32 {
    try place.read { try $0.decodeInteger(UInt32.self, at: $1) }
  }
}

extension UInt64: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> UInt64 {
    try place.read { try $0.decodeInteger(UInt64.self, at: $1) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> UInt128 {
    try place.read { try $0.decodeInteger(UInt128.self, at: $1) }
  }
}

extension Date: JSONDecodable {
  /// Decodes a date with the strategy ``JSONCoder/dates``.
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Date {
    try place.read { try $0.decodeDate(at: $1) }
  }
}

extension URL: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> URL {
    try place.read { try $0.decodeURL(at: $1) }
  }
}

extension Data: JSONDecodable {
  /// Decodes data with the strategy ``JSONCoder/data``.
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Data {
    try place.read { try $0.decodeData(at: $1) }
  }
}

extension Decimal: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> Decimal {
    try place.read { try $0.decodeDecimal(at: $1) }
  }
}

extension UUID: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> UUID {
    try place.read { try $0.decode(UUID.self, at: $1) }
  }
}

extension JSONValue: JSONDecodable {
  public init(json: JSONReader) throws { self = try Self._read(at: _JSONPlace(json, at: json.index)) }

  public static func _read(at place: _JSONPlace) throws -> JSONValue {
    try place.read { try $0.decode(JSONValue.self, at: $1) }
  }
}

extension Optional: JSONDecodable where Wrapped: JSONDecodable {
  /// Decodes a value, and null as nil.
  @inlinable public init(json: JSONReader) throws {
    self = try withExtendedLifetime(json) { try Self._read(at: _JSONPlace(json, at: json.index)) }
  }

  @inlinable public static func _value(under key: StaticString, in json: JSONReader) throws -> Self {
    let index = try json.memberIfPresent(key)
    if index == 0 { return nil }
    return try withExtendedLifetime(json) { try Wrapped._read(at: _JSONPlace(json, at: index)) }
  }

  @inlinable public static func _read(at place: _JSONPlace) throws -> Self {
    place.isNull ? nil : try Wrapped._read(at: place)
  }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  @inlinable public init(json: JSONReader) throws {
    self = try withExtendedLifetime(json) { try Self._read(at: _JSONPlace(json, at: json.index)) }
  }

  @inlinable public static func _read(at place: _JSONPlace) throws -> Self {
    if Element.self == String.self { return same(try place.strings(), as: Self.self) }
    if Element.self == Double.self { return same(try place.doubles(), as: Self.self) }
    if Element.self == Int.self { return same(try place.integers(), as: Self.self) }
    let count = try place.countOfElements(Self.self)
    // Appending: an array with a capacity looks up its type at run time (Swift 6.3).
    var elements: Self = []
    if count == 0 { return elements }
    elements.reserveCapacity(count)
    var element = place.first
    for _ in 0..<count {
      let next = element.next
      elements.append(try Element._read(at: element))
      element = next
    }
    return elements
  }
}

extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
  /// Decodes an object, whose keys no key strategy changes; of equal keys, the first counts.
  @inlinable public init(json: JSONReader) throws {
    self.init()
    try withExtendedLifetime(json) {
      try json.forEachMember(Self.self) { key, index in
        guard self.index(forKey: key) == nil else { return false }
        updateValue(try Value._read(at: _JSONPlace(json, at: index)), forKey: key)
        return true
      }
    }
  }
}
