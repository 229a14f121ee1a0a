#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// What is left of a quota.
///
/// It is read from, in this order: `RateLimit` as a list of policies (draft-ietf-httpapi-ratelimit-headers-10:
/// `"default";r=50;t=30`, the one with the least remaining) or as a dictionary (its draft 03:
/// `limit=100, remaining=50, reset=30`); `RateLimit-Limit`, `-Remaining` and `-Reset`; the same with
/// `X-RateLimit-` and `X-Rate-Limit-`. A reset greater than 1,000,000,000 is taken for a date, in seconds since
/// 1970.
public struct RateLimit: Sendable, Hashable {
  /// How many requests a window has; nil where it isn't said.
  public let limit: Int?
  /// How many are left.
  public let remaining: Int
  /// When there are more.
  public let reset: RetryAfter?

  init?(_ fields: HTTPFields) {
    func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
    if let text = field("RateLimit") {
      let policies = (StructuredField.list(text) ?? []).compactMap { item in
        item.parameters["r"]?.integer.map {
          (name: item.value, remaining: $0, seconds: item.parameters["t"]?.number)
        }
      }
      if let tightest = policies.min(by: { $0.remaining < $1.remaining }) {
        let quotas = field("RateLimit-Policy").flatMap(StructuredField.list) ?? []
        limit = quotas.first { $0.value == tightest.name }?.parameters["q"]?.integer
        remaining = tightest.remaining
        reset = tightest.seconds.flatMap(Self.reset)
        return
      }
      let members = Dictionary(
        (StructuredField.dictionary(text) ?? []).map { ($0.key, $0.item.value) },
        uniquingKeysWith: { _, last in last })
      if let remaining = members["remaining"]?.integer {
        limit = members["limit"]?.integer
        self.remaining = remaining
        reset = members["reset"]?.number.flatMap(Self.reset)
        return
      }
    }
    for prefix in ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"] {
      func item(_ name: String) -> StructuredField.BareItem? {
        field(prefix + name).flatMap(StructuredField.list)?.first?.value
      }
      if let remaining = item("Remaining")?.integer {
        limit = item("Limit")?.integer
        self.remaining = remaining
        reset = item("Reset")?.number.flatMap(Self.reset)
        return
      }
    }
    return nil
  }

  private static func reset(_ seconds: Double) -> RetryAfter? {
    if seconds < 0 { return nil }
    return seconds > 1_000_000_000 ? .date(Date(timeIntervalSince1970: seconds)) : .delay(.seconds(seconds))
  }
}

extension StructuredField.BareItem {
  fileprivate var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }
}
