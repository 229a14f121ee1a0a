#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
package import HTTPTypes
import ReparteeJSON

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

  /// Parses milliseconds, also with a fraction.
  fileprivate init?(milliseconds text: String) {
    guard let number = LenientNumber(text), !number.isNegative else { return nil }
    self = .delay(number.isTooLarge ? Self.maximumDelay : min(number.seconds / 1_000, Self.maximumDelay))
  }

  /// Parses the reset of a quota: a delay in seconds, a time in seconds since 1970 above 1,000,000,000, in milliseconds
  /// from 13 digits on, a delay with units (`2m59.56s`), or a date of ISO 8601 or RFC 9110.
  ///
  /// Text after a comma or a semicolon is ignored.
  init?(reset text: String) {
    let item = String(text.prefix { $0 != "," && $0 != ";" })
    if let number = LenientNumber(item) {
      guard !number.isNegative else { return nil }
      let seconds = number.value
      guard seconds > 1_000_000_000 else {
        self = .delay(number.seconds)
        return
      }
      let date = seconds < 1_000_000_000_000 ? seconds : seconds / 1_000
      self = .date(Date(timeIntervalSince1970: min(date, HTTPDate.lastSecond)))
    } else if let delay = Self.delay(withUnits: item) {
      self = .delay(delay)
    } else if let seconds = iso8601Interval(item) {
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    } else if let date = HTTPDate.date(text) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// `1s`, `6m0s`, `1h2m3.5s`, `20ms`; at most ``maximumDelay``.
  private static func delay(withUnits text: String) -> Duration? {
    var rest = text.utf8.trimmingFieldWhitespace
    guard !rest.isEmpty else { return nil }
    var delay = Duration.zero
    while !rest.isEmpty {
      let number = rest.prefix { $0.isDecimalDigit || $0 == UInt8(ascii: ".") }
      let unit = rest[number.endIndex...].prefix { !$0.isDecimalDigit && $0 != UInt8(ascii: ".") }
      guard let count = LenientNumber(String(decoding: number, as: UTF8.self)),
        let part = duration(of: min(count.seconds, maximumDelay), String(decoding: unit, as: UTF8.self))
      else { return nil }
      delay = min(delay + part, maximumDelay)
      rest = rest[unit.endIndex...]
    }
    return delay
  }

  private static func duration(of seconds: Duration, _ unit: String) -> Duration? {
    switch unit {
    case "d": seconds * 86_400
    case "h": seconds * 3_600
    case "m": seconds * 60
    case "s": seconds
    case "ms": seconds / 1_000
    case "us", "µs": seconds / 1_000_000
    case "ns": seconds / 1_000_000_000
    default: nil
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

extension HTTPFields {
  /// The pause that a server asks for, in milliseconds in a field of its own, or else in Retry-After.
  package var retryAfter: RetryAfter? {
    for name in millisecondFields {
      if let pause = single(name).flatMap({ RetryAfter(milliseconds: $0) }) { return pause }
    }
    return single(.retryAfter).flatMap { RetryAfter($0) }
  }

  /// Whether there is a field for ``retryAfter``, valid or not.
  var asksForPause: Bool { contains(.retryAfter) || millisecondFields.contains { contains($0) } }
}

/// OpenAI and Azure; Azure; AWS.
private let millisecondFields = ["retry-after-ms", "x-ms-retry-after-ms", "x-amz-retry-after"].compactMap {
  HTTPField.Name($0)
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
