#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// When a request may be sent again (RFC 9110, section 10.2.3).
public enum RetryAfter: Sendable, Hashable {
  /// After this delay.
  case delay(Duration)
  /// Not before this date.
  case date(Date)

  /// The longest delay: 100 years of 365.25 days.
  public static let maximumDelay: Duration = .seconds(longestSeconds)
  private static let longestSeconds: Double = 3_155_760_000

  /// Parses a Retry-After field: seconds, also with a fraction, or a date in any form of RFC 9110, section 5.6.7; nil
  /// for other text and a negative number. A longer delay becomes ``maximumDelay``.
  public init?(_ text: String) {
    if let number = LenientNumber(text) {
      guard !number.isNegative else { return nil }
      self = .delay(min(number.seconds, Self.maximumDelay))
    } else if let date = HTTPDate.date(text) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// Returns the delay from `now`, from zero to ``maximumDelay``.
  public func delay(from now: Date) -> Duration {
    switch self {
    case .delay(let delay): return min(max(delay, .zero), Self.maximumDelay)
    case .date(let date):
      let seconds = date.timeIntervalSince(now)
      guard seconds > 0 else { return .zero }
      return seconds < Self.longestSeconds ? .seconds(seconds) : Self.maximumDelay
    }
  }
}

/// `12`, `-3`, `1470173023.123456`.
struct LenientNumber: Sendable {
  let isNegative: Bool
  private(set) var whole: Int64 = 0
  private(set) var isTooLarge = false
  /// Rounded up: no request is sent too early.
  private(set) var nanoseconds: Int64 = 0

  init?(_ text: String) {
    var rest = text.utf8.trimmingFieldWhitespace
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    guard rest.first?.isDecimalDigit == true else { return nil }
    while let digit = rest.first?.decimalDigit {
      rest.removeFirst()
      let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(digit)
      if overflow || carry { isTooLarge = true }
      whole = isTooLarge ? .max : sum
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard rest.first?.isDecimalDigit == true else { return nil }
      var unit: Int64 = 100_000_000
      var isRoundedUp = false
      while let digit = rest.first?.decimalDigit {
        rest.removeFirst()
        if unit == 0 { isRoundedUp = isRoundedUp || digit > 0 }
        nanoseconds += digit * unit
        unit /= 10
      }
      if isRoundedUp { nanoseconds += 1 }
    }
    guard rest.isEmpty else { return nil }
  }

  var seconds: Duration {
    isTooLarge ? RetryAfter.maximumDelay : .seconds(whole) + .nanoseconds(nanoseconds)
  }

  var value: Double { (Double(whole) + Double(nanoseconds) / 1e9) * (isNegative ? -1 : 1) }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var decimalDigit: Int64? { isDecimalDigit ? Int64(self - 0x30) : nil }
}
