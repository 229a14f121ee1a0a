import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys whose origin failed to validate a stale response. While an origin fails, stale responses are used without
/// asking it: for a second, then for twice as long after each further failure, up to five minutes. After each pause one
/// call asks it. A value type: its owner locks it.
struct Outages: Sendable {
  /// How the origin responded to a validation.
  enum Result: Sendable {
    case responded, failed
    /// The validation was cancelled.
    case unknown
  }

  private struct Outage: Sendable {
    var failures = 0
    /// When the last failure was reported.
    var failed: Date
    /// When the pause began: with the last failure, or when a call asked since.
    var start: Date
    var pause: TimeInterval
  }

  private var known: [CacheKey: Outage] = [:]

  private static let longestPause: TimeInterval = 300
  /// The most keys. Beyond that, the one whose pause began first is forgotten.
  private static let most = 1_000

  /// Whether a stale response of this key is used without asking the origin. If not, the caller asks it, and others use
  /// the stale response for another pause.
  mutating func spares(_ key: CacheKey, at now: Date) -> Bool {
    guard let outage = known[key] else { return false }
    // A negative time means that the clock was set back.
    let elapsed = now.timeIntervalSince(outage.start)
    if elapsed >= 0, elapsed < outage.pause { return true }
    known[key]?.start = now
    return false
  }

  /// Records how the origin responded to a validation.
  ///
  /// - Parameters:
  ///   - asked: When the request was sent. Failures of requests that were sent before the last failure do not count,
  ///     because many calls can fail at once.
  ///   - pause: What the origin asked for.
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
