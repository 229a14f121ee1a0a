#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// When a server wants to be asked again.
public enum RetryAfter: Sendable, Hashable {
  /// After this long.
  case delay(Duration)
  /// Not before this date.
  case date(Date)

  /// Reads the value of a Retry-After field: seconds, or a date. Nil if it is neither; a number of seconds too
  /// large to count is as long as can be counted.
  public init?(_ text: String) {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      self = .delay(.seconds(Int64(text) ?? Int64.max / 2))
    } else if let date = HTTPDate.date(text) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// How long that is from `now`; zero if it has passed.
  public func delay(from now: Date) -> Duration {
    switch self {
    case .delay(let delay): delay
    case .date(let date): .seconds(max(0, date.timeIntervalSince(now)))
    }
  }
}
