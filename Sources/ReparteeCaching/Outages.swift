import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stale responses, by key, that failed to be validated. For each, nothing is sent for a second, doubled by each
/// failure up to five minutes; then one call validates it. Its owner locks it.
struct Outages: Sendable {
  enum Result: Sendable {
    case responded, failed
    case unknown
  }

  private struct Outage: Sendable {
    var failures = 0
    var failed: Date
    /// The time of the failure, or of the last request of a call since.
    var start: Date
    var pause: TimeInterval
  }

  private var known: [CacheKey: Outage] = [:]

  private static let longestPause: TimeInterval = 300
  /// The most keys; beyond that, the oldest pause is dropped.
  private static let most = 1_000

  /// Whether nothing may be sent yet; false lets the caller send a request, and begins a new pause.
  mutating func isPaused(_ key: CacheKey, at now: Date) -> Bool {
    guard let outage = known[key] else { return false }
    // Negative: the clock was set back.
    let elapsed = now.timeIntervalSince(outage.start)
    if elapsed >= 0, elapsed < outage.pause { return true }
    known[key]?.start = now
    return false
  }

  /// Counts a failure only if `asked` after the last one; `pause` is from Retry-After.
  mutating func note(
    _ result: Result, for key: CacheKey, asked: Date, at now: Date, pause: Duration? = nil
  ) {
    switch result {
    case .responded: if !known.isEmpty { known[key] = nil }
    case .unknown: known[key]?.pause = 0
    case .failed:
      if known[key] == nil, known.count == Self.most,
        let oldest = known.min(by: { $0.value.start < $1.value.start })
      {
        known[oldest.key] = nil
      }
      var outage = known[key] ?? Outage(failed: .distantPast, start: now, pause: 0)
      guard asked > outage.failed else { return }
      outage.failures = min(outage.failures + 1, 10)
      outage.failed = now
      outage.start = now
      let asked = pause.map { $0 / .seconds(1) } ?? 0
      let growing = TimeInterval(1 << (outage.failures - 1))
      outage.pause = min(max(growing, asked), Self.longestPause)
      known[key] = outage
    }
  }
}
