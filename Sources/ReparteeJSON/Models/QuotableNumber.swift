#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension QuotableNumber where Self: FixedWidthInteger {
  public static var _missing: Self { 0 }
  public var _quoted: String? { "\(self)" }

  public init?(_quoted text: String) {
    if let value = NumberParts.plainInteger(text) {
      self.init(exactly: value)
      return
    }
    guard let value: Self = JSONNumber(text)?.integer() else { return nil }
    self = value
  }
}

extension Int: QuotableNumber {}
extension Int8: QuotableNumber {}
extension Int16: QuotableNumber {}
extension Int32: QuotableNumber {}
extension Int64: QuotableNumber {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: QuotableNumber {}
extension UInt: QuotableNumber {}
extension UInt8: QuotableNumber {}
extension UInt16: QuotableNumber {}
extension UInt32: QuotableNumber {}
extension UInt64: QuotableNumber {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: QuotableNumber {}

extension QuotableNumber where Self: BinaryFloatingPoint & LosslessStringConvertible {
  public static var _missing: Self { 0 }

  public var _quoted: String? {
    if isNaN { return "NaN" }
    return isFinite ? "\(self)" : self < 0 ? "-Infinity" : "Infinity"
  }

  public init?(_quoted text: String) {
    switch text {
    case "NaN": self = .nan
    case "Infinity": self = .infinity
    case "-Infinity": self = -.infinity
    default:
      guard JSONNumber(text) != nil, let value = Self(text), value.isFinite else { return nil }
      self = value
    }
  }
}

extension Double: QuotableNumber {}
extension Float: QuotableNumber {}

extension Decimal: QuotableNumber {
  public static var _missing: Decimal { 0 }
  public var _quoted: String? { "\(self)" }

  public init?(_quoted text: String) {
    guard let value = JSONNumber(text)?.decimal else { return nil }
    self = value
  }
}

extension JSONNumber: QuotableNumber {
  public static var _missing: JSONNumber { 0 }
  public var _quoted: String? { text }
  public init?(_quoted text: String) { self.init(text) }
}

extension Optional: QuotableNumber where Wrapped: QuotableNumber {
  public static var _missing: Wrapped? { nil }
  public var _quoted: String? { self?._quoted }

  public init?(_quoted text: String) {
    guard let value = Wrapped(_quoted: text) else { return nil }
    self = value
  }
}
