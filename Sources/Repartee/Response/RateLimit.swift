#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// The remaining quota of a rate limit.
///
/// It is read from, in this order: `RateLimit` as a list of policies (draft-ietf-httpapi-ratelimit-headers-10:
/// `"default";r=50;t=30`, the one with the least remaining) or as a dictionary (its draft 03:
/// `limit=100, remaining=50, reset=30`); `RateLimit-Limit`, `-Remaining` and `-Reset`; the same with `X-RateLimit-` and
/// `X-Rate-Limit-`. A reset greater than 1,000,000,000 is a date, in seconds since 1970. One of 13 digits or more,
/// which would be after the year 30000, is a date in milliseconds.
///
/// The separate fields may have any number of decimals; white space, and text after a comma or a semicolon, is ignored.
/// A negative `remaining` is 0, a negative limit or reset nil. If a limit does not fit an `Int`, it is nil; if
/// `remaining` does not, the fields are ignored. A delay is at most ``RetryAfter/maximumDelay``, and a date is in the
/// year 9999 at the latest.
public struct RateLimit: Sendable, Hashable {
  /// The number of requests in a window; nil if unknown.
  public let limit: Int?
  /// The number of requests that are left.
  public let remaining: Int
  /// When the quota is reset; nil if unknown.
  public let reset: RetryAfter?

  init?(_ fields: HTTPFields) {
    guard let found = Self.structured(fields) ?? Self.separate(fields) else { return nil }
    self = found
  }

  private init?(remaining: Double?, limit: Double?, reset: Double?) {
    // A number larger than an Int, which has 32 bits on watchOS, has no clear meaning.
    guard let remaining, let count = Int(exactly: max(remaining, 0).rounded(.down)) else { return nil }
    self.remaining = count
    self.limit = limit.flatMap { $0 < 0 ? nil : Int(exactly: $0.rounded(.down)) }
    self.reset = reset.flatMap(Self.reset)
  }

  /// Reads `RateLimit`, of either draft.
  private static func structured(_ fields: HTTPFields) -> RateLimit? {
    guard let name = names.rateLimit, let text = fields[name] else { return nil }
    let policies = (StructuredField.list(text) ?? []).compactMap(\.item).filter {
      $0.parameters["r"]?.number != nil
    }
    func remaining(_ policy: StructuredField.Item) -> Double { policy.parameters["r"]?.number ?? .infinity }
    if let tightest = policies.min(by: { remaining($0) < remaining($1) }) {
      let quotas = names.policy.flatMap { fields[$0] }.flatMap(StructuredField.list) ?? []
      let quota = quotas.lazy.compactMap(\.item).first { $0.value == tightest.value }
      return RateLimit(
        remaining: remaining(tightest), limit: quota?.parameters["q"]?.number,
        reset: tightest.parameters["t"]?.number)
    }
    guard let members = StructuredField.dictionary(text) else { return nil }
    return RateLimit(
      remaining: members["remaining"]?.item?.value.number, limit: members["limit"]?.item?.value.number,
      reset: members["reset"]?.item?.value.number)
  }

  /// Reads `RateLimit-Remaining` and similar fields.
  private static func separate(_ fields: HTTPFields) -> RateLimit? {
    for prefix in names.separate {
      func number(_ name: HTTPField.Name?) -> Double? {
        guard let name, let text = fields.first(name) else { return nil }
        return LenientNumber(text.prefix { $0 != "," && $0 != ";" })?.value
      }
      let found = RateLimit(
        remaining: number(prefix.remaining), limit: number(prefix.limit), reset: number(prefix.reset))
      if let found { return found }
    }
    return nil
  }

  private static func reset(_ seconds: Double) -> RetryAfter? {
    if seconds < 0 { return nil }
    if seconds > 1_000_000_000 {
      let date = seconds < 1_000_000_000_000 ? seconds : seconds / 1_000
      return .date(Date(timeIntervalSince1970: min(date, HTTPDate.lastSecond)))
    }
    return .delay(.seconds(seconds))
  }

  private struct Names: Sendable {
    let rateLimit = HTTPField.Name("RateLimit")
    let policy = HTTPField.Name("RateLimit-Policy")
    let separate = ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"].map { prefix in
      (
        remaining: HTTPField.Name(prefix + "Remaining"), limit: HTTPField.Name(prefix + "Limit"),
        reset: HTTPField.Name(prefix + "Reset")
      )
    }
  }

  private static let names = Names()
}

extension StructuredField.BareItem {
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }
}
