#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A number as in the JSON, with all its digits.
///
/// Numbers with equal values are equal: `1`, `1.0` and `10e-1`.
public struct JSONNumber: Sendable {
  /// The number in the grammar of RFC 8259 section 6.
  public let text: String

  init(unchecked text: String) { self.text = text }

  /// Creates a number; nil if `text` is not a JSON number.
  public init?(_ text: String) {
    guard text.withBytes({ $0.withBytes(Scanner.isNumber) }) else { return nil }
    self.text = text
  }

  /// Creates a number from an integer of any size.
  public init(_ value: some FixedWidthInteger) { text = String(value) }

  /// Creates a number; nil for infinities and not-a-number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = "\(value)"
  }

  /// Creates a number; nil for not-a-number.
  public init?(_ value: Decimal) {
    if value.isNaN { return nil }
    text = "\(value)"
  }

  /// The value if the type holds it exactly; `1.0` and `1e3` are integers.
  public func integer<T: FixedWidthInteger & Decodable>(as type: T.Type = T.self) -> T? {
    if let value = NumberParts.plainInteger(text) { return T(exactly: value) }
    return parts.integer()
  }

  /// The nearest double; infinite beyond the range of `Double`.
  public var double: Double { Double(text) ?? .nan }

  /// The value to 38 digits; nil beyond the range of `Decimal`.
  public var decimal: Decimal? { makeDecimal(text) }

  private var parts: NumberParts { NumberParts(text.utf8) }
}

extension JSONNumber: Hashable {
  public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
    if one.text == other.text { return true }
    return one.parts == other.parts
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension JSONNumber: CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public var description: String { text }
  public init(integerLiteral value: Int) { self.init(value) }
  /// Creates a number; one beyond the range of `Double` stays beyond it.
  public init(floatLiteral value: Double) {
    text = value.isFinite ? "\(value)" : value < 0 ? "-1e999" : "1e999"
  }
}

func makeDecimal(_ text: String) -> Decimal? {
  var parts = NumberParts(text.utf8)
  if parts.digits.isEmpty { return 0 }
  // `Decimal(string:)` drops digits without notice: it gets no more than it needs.
  guard case .near(var exponent) = parts.exponent else { return nil }
  if parts.digits.count > 60 {
    exponent += Int64(parts.digits.count - 60)
    parts.digits = parts.digits.prefix(60)
  }
  if exponent > 127, exponent < 170 {
    parts.digits += Array(repeating: 0, count: Int(exponent) - 127)
    exponent = 127
  }
  guard exponent >= -200, exponent <= 127 else { return nil }
  let value = Decimal(string: (parts.isNegative ? "-" : "") + parts.digitText + "e\(exponent)")
  guard let value, !value.isNaN else { return nil }
  return value
}
