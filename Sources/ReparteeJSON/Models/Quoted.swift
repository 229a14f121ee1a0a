/// A number in quotes in the JSON: `"count": "42"`.
///
/// ```swift
/// struct Usage: Codable {
///   @Quoted var bytes: Int64      // "1073741824"
///   @Quoted var price: Decimal    // "19.99"
///   @Quoted var limit: Int?       // "10", null, or not there
/// }
/// ```
///
/// It also decodes a number without quotes; encoding writes quotes. The text must be a JSON number (RFC 8259 section
/// 6), without whitespace; one that does not fit fails with ``JSONError/Kind/numberOutOfRange``. `Double` and `Float`
/// also accept `"NaN"`, `"Infinity"` and `"-Infinity"`, which they write, and the texts of ``JSONCoder/floats``.
///
/// An absent key, or null, is zero, as in the JSON of Protocol Buffers; for an optional, nil, which encoding leaves
/// out.
///
/// It works with every coder. Wrap elements of an array individually: `[Quoted<Int>]`.
@propertyWrapper
public struct Quoted<Value: QuotableNumber> {
  /// The number.
  public var wrappedValue: Value

  /// Creates a number to encode in quotes.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// The types that ``Quoted`` wraps: integers, `Double`, `Float`, `Decimal`, ``JSONNumber``, and their optionals only.
public protocol QuotableNumber: Codable {
  /// The value of a missing field: zero or nil.
  static var _missing: Self { get }

  /// Creates a number from the text in the quotes; nil if it is not a number that fits.
  init?(_quoted text: String)

  /// The text in the quotes; nil for null.
  var _quoted: String? { get }
}

extension Quoted: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text of the number.
  public var description: String { "\(wrappedValue)" }
  /// The debug description of the number.
  public var debugDescription: String { String(reflecting: wrappedValue) }
}

extension Quoted: Sendable where Value: Sendable {}
extension Quoted: Equatable where Value: Equatable {}
extension Quoted: Hashable where Value: Hashable {}

extension Quoted: Codable {
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? TapeDecoder {
      wrappedValue = try decoder.decoding.decodeQuoted(Value.self, at: decoder.index)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      wrappedValue = ._missing
    } else if let text = try? container.decode(String.self) {
      // Another decoder may have its own texts for infinities.
      guard let value = Value(_quoted: text) ?? (try? container.decode(Value.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "The text is not a number that fits \(Value.self).")
      }
      wrappedValue = value
    } else {
      wrappedValue = try container.decode(Value.self)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text = wrappedValue._quoted { try container.encode(text) } else { try container.encodeNil() }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a number in quotes; zero or nil for a key that is absent or null.
  public func decode<Value>(_ type: Quoted<Value>.Type, forKey key: Key) throws -> Quoted<Value> {
    try decodeIfPresent(type, forKey: key) ?? Quoted(wrappedValue: ._missing)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a number in quotes; nil is left out.
  public mutating func encode<Value>(_ value: Quoted<Value>, forKey key: Key) throws {
    if let text = value.wrappedValue._quoted { try encode(text, forKey: key) }
  }
}

extension Decoding {
  func decodeQuoted<Value: QuotableNumber>(_ type: Value.Type, at index: Int) throws -> Value {
    let node = tape[index]
    switch node.kind {
    case .null: return ._missing
    case .number: return try decode(type, at: index)
    case .string:
      let text = tape.string(at: node)
      if let value = Value(_quoted: text) ?? Value(_quoted: options.values.floats.plain(text)) {
        return value
      }
      if JSONNumber(text) != nil { throw diagnosis.outOfRange(index, type) }
      throw diagnosis.corrupted(index, type, "a number, in quotes or not")
    default: throw diagnosis.mismatch(index, type, "a number, in quotes or not")
    }
  }
}
