#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// The remaining quota of a rate limit: the fields `X-RateLimit-Limit`, `-Remaining` and `-Reset`, or with the prefix
/// `X-Rate-Limit-` or `RateLimit-`.
// A reset above 1,000,000,000 is a date in seconds since 1970, one of 13 digits or more in milliseconds. Text after a
// comma or a semicolon is ignored. A negative `remaining` is 0, a negative limit or reset nil. So is a limit that does
// not fit an `Int`; with such a `remaining`, the fields are ignored.
public struct RateLimit: Sendable, Hashable {
  /// The number of requests in a window; nil if unknown.
  public let limit: Int?
  /// The number of requests that are left.
  public let remaining: Int
  /// When the quota is reset; nil if unknown.
  public let reset: RetryAfter?

  init?(_ fields: HTTPFields) {
    for names in Self.names {
      func number(_ name: HTTPField.Name?) -> Double? {
        guard let name, let text = fields.first(name) else { return nil }
        return LenientNumber(String(text.prefix { $0 != "," && $0 != ";" }))?.value
      }
      let found = RateLimit(
        remaining: number(names.remaining), limit: number(names.limit), reset: number(names.reset))
      if let found {
        self = found
        return
      }
    }
    return nil
  }

  private init?(remaining: Double?, limit: Double?, reset: Double?) {
    // `Int` has 32 bits on watchOS.
    guard let remaining, let count = Int(exactly: max(remaining, 0).rounded(.down)) else { return nil }
    self.remaining = count
    self.limit = limit.flatMap { $0 < 0 ? nil : Int(exactly: $0.rounded(.down)) }
    self.reset = reset.flatMap(Self.reset)
  }

  private static func reset(_ seconds: Double) -> RetryAfter? {
    if seconds < 0 { return nil }
    if seconds > 1_000_000_000 {
      let date = seconds < 1_000_000_000_000 ? seconds : seconds / 1_000
      return .date(Date(timeIntervalSince1970: min(date, HTTPDate.lastSecond)))
    }
    return .delay(.seconds(seconds))
  }

  private static let names = ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"].map { prefix in
    (
      remaining: HTTPField.Name(prefix + "Remaining"), limit: HTTPField.Name(prefix + "Limit"),
      reset: HTTPField.Name(prefix + "Reset")
    )
  }
}
