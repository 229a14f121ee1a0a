#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A number as it stands in the JSON: no digit is lost, whatever its size.
///
/// Two numbers are equal if their values are: `1`, `1.0` and `10e-1` are.
public struct JSONNumber: Sendable {
  /// The number in the grammar of RFC 8259 section 6.
  public let text: String

  init(unchecked text: String) { self.text = text }

  /// Nil where `text` is not a JSON number.
  public init?(_ text: String) {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (first >= 0x30 && first <= 0x39),
      let last = text.utf8.last, last >= 0x30 && last <= 0x39,
      let value = try? JSONCoder().decode(JSONValue.self, from: Array(text.utf8)),
      case .number(let number) = value
    else { return nil }
    self = number
  }

  public init(_ value: some FixedWidthInteger) { text = String(value) }

  /// Nil for infinities and not-a-number, which JSON has no numbers for.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = "\(value)"
  }

  public init(_ value: Decimal) { text = "\(value)" }

  /// The value, where the type holds it exactly; `1.0` and `1e3` are integers.
  public func integer<T: FixedWidthInteger & Decodable>(as type: T.Type = T.self) -> T? {
    if let value = T(text) { return value }
    return try? JSONCoder().decode(type, from: Array(text.utf8))
  }

  /// The nearest double; infinite beyond its range.
  public var double: Double { Double(text) ?? .nan }

  /// The value to 38 digits; nil beyond the range of `Decimal`.
  public var decimal: Decimal? { makeDecimal(text) }

  /// Sign, digits without zeros at either end, power of ten of the last digit.
  private var parts: (isNegative: Bool, digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var afterPoint = false
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): afterPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        let isTiny = rest.first == UInt8(ascii: "-")
        exponent += Int(String(Substring(rest))) ?? (isTiny ? -(Int.max / 2) : Int.max / 2)
        rest = rest[rest.endIndex...]
      default:
        if afterPoint { exponent -= 1 }
        if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    return digits.isEmpty ? (isNegative, [], 0) : (isNegative, digits, exponent)
  }
}

extension JSONNumber: Hashable {
  public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
    if one.text == other.text { return true }
    let one = one.parts
    let other = other.parts
    return one.digits == other.digits && one.exponent == other.exponent
      && (one.isNegative == other.isNegative || one.digits.isEmpty)
  }

  public func hash(into hasher: inout Hasher) {
    let parts = parts
    hasher.combine(parts.digits)
    hasher.combine(parts.exponent)
  }
}

extension JSONNumber: CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public var description: String { text }
  public init(integerLiteral value: Int) { self.init(value) }
  public init(floatLiteral value: Double) { text = "\(value)" }
}

/// `Decimal(string:)` reads a prefix and keeps quiet about what it loses in range; this one does not.
func makeDecimal(_ text: String) -> Decimal? {
  guard let value = Decimal(string: text), !value.isNaN else { return nil }
  return value
}
