#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import ReparteeJSON
import Synchronization

/// Looks for ``Drift`` in the responses of a client, and tells its observers.
///
/// ```swift
/// client.drift = DriftDetector()
/// client.observers.append(
///   .handler { event in
///     // GetUser, 200: nobody reads address.zip
///     if let drift = event.drift { log.warning("\(drift)") }
///   })
/// ```
///
/// Each drift is a ``CallEvent`` of kind ``CallEvent/Kind/drifted``, and told once an interval; calls are what they are
/// without. What bodies have in them is found where the library's own decoder of JSON reads them: not in other formats,
/// nor with Foundation's decoder, nor in bytes that an outcome's function reads by itself.
///
/// Where only some of the calls are looked at, which ones is a matter of a number of ``Client/randomness`` for each.
///
/// Copies of a client share the detector, and so may several clients. It can be used from any task.
public final class DriftDetector: Sendable {
  /// Which part of the calls is looked at, between 0 and 1.
  public let sampling: Double
  /// After how long the same drift is told again. The first interval begins with the first drift.
  public let interval: Duration
  /// The most different drifts that are told in an interval; of more there is one of kind ``Drift/Kind/more``.
  public let limit: Int
  /// What is known already; nil where nothing is.
  public let baseline: DriftBaseline?

  /// Is given the shape of each body.
  let record: (@Sendable (_ endpoint: String, _ status: Int, DriftBaseline.Shape) -> Void)?
  private let log = Mutex(DriftLog())

  /// A detector.
  ///
  /// - Parameters:
  ///   - sampling: Which part of the calls is looked at, between 0 and 1; one in ten unless you say otherwise.
  ///   - interval: After how long the same drift is told again; an hour unless you say otherwise.
  ///   - limit: The most different drifts that are told in an interval; 1,000 unless you say otherwise.
  ///   - baseline: What is known already, and what bodies are compared with, see ``DriftBaseline``.
  public convenience init(
    sampling: Double = 0.1, interval: Duration = .seconds(3_600), limit: Int = 1_000,
    baseline: DriftBaseline? = nil
  ) {
    self.init(sampling, interval, limit, baseline, record: nil)
  }

  package init(
    _ sampling: Double, _ interval: Duration, _ limit: Int, _ baseline: DriftBaseline?,
    record: (@Sendable (_ endpoint: String, _ status: Int, DriftBaseline.Shape) -> Void)?
  ) {
    self.sampling = sampling
    self.interval = interval
    self.limit = limit
    self.baseline = baseline
    self.record = record
  }

  /// Whether a call is looked at.
  func takes(_ random: () -> UInt64) -> Bool {
    if sampling >= 1 { return true }
    guard sampling > 0 else { return false }
    return Double(random() >> 11) / Double(1 << 53) < sampling
  }

  /// What is to be told of this; nil if it is known, or was told already.
  func news(_ drift: Drift, at now: Date) -> Drift? {
    if baseline?.knows(drift) == true { return nil }
    return log.withLock { $0.news(drift, at: now, interval, limit) }
  }
}

extension DriftDetector: CustomStringConvertible, CustomReflectable {
  /// Which part of the calls it looks at.
  public var description: String { "a detector of drift in \(sampling) of the calls" }
  public var customMirror: Mirror { Mirror(self, children: ["sampling": sampling]) }
}

/// What was told in an interval. It is a value; what shares it locks it.
struct DriftLog: Sendable {
  private var start: Date?
  private var told: Set<Drift> = []

  /// What is to be told of this; nil if it was told already.
  mutating func news(_ drift: Drift, at now: Date, _ interval: Duration, _ limit: Int) -> Drift? {
    // A clock that was set back begins anew as well.
    if let start, abs(now.timeIntervalSince(start)) >= max(interval / .seconds(1), 0) {
      self.start = nil
      told = []
    }
    if start == nil { start = now }
    if told.contains(drift) { return nil }
    if told.count < limit {
      told.insert(drift)
      return drift
    }
    guard limit > 0, told.count == limit else { return nil }
    let more = Drift(.more, endpoint: drift.endpoint, status: drift.status)
    told.insert(more)
    return more
  }
}
