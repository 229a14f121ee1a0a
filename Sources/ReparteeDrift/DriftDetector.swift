#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Repartee
import ReparteeBase
import ReparteeJSON

/// Detects ``Drift`` in the responses of a client, and reports it to the client's observers; results of calls do not
/// change.
///
/// ```swift
/// client.drift = DriftDetector()
/// client.observers.append(
///   .handler { event in
///     // GetUser, 451: the status is not declared
///     if let drift = event.drift { log.warning("\(drift)") }
///   })
/// ```
///
/// Drift in a body is found only by the library's own JSON decoder. Several clients and tasks can share the detector.
public final class DriftDetector: Sendable {
  /// The fraction of calls examined, between 0 and 1, chosen by `Client.randomness`.
  public let sampling: Double
  /// The time until the same drift is reported again, from the first drift.
  public let interval: Duration
  /// The most drifts reported per interval, before one of kind ``Drift/Kind/more``.
  public let limit: Int
  /// Whether every unread key is reported. By default only those to act on:
  ///
  /// - a key, not always null, whose name and JSON type another endpoint reads in an examined call; a call of either
  ///   endpoint reports it
  /// - a key that is new to the ``baseline``'s bodies of the endpoint and status
  public let reportsAllUnreadKeys: Bool
  /// The known drift; nil without a baseline.
  public let baseline: DriftBaseline?

  let record: (@Sendable (_ endpoint: String, _ status: Int, DriftBaseline.Shape) -> Void)?
  private let log = Mutex(DriftLog())
  private let readers = Mutex(KeyReaders())

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - sampling: See ``sampling``; by default 0.1.
  ///   - interval: See ``interval``; by default an hour.
  ///   - limit: See ``limit``; by default 1,000.
  ///   - reportsAllUnreadKeys: See ``reportsAllUnreadKeys``; by default false.
  ///   - baseline: The known drift and the structure of bodies; nil by default.
  public convenience init(
    sampling: Double = 0.1, interval: Duration = .seconds(3_600), limit: Int = 1_000,
    reportsAllUnreadKeys: Bool = false, baseline: DriftBaseline? = nil
  ) {
    self.init(sampling, interval, limit, reportsAllUnreadKeys, baseline, record: nil)
  }

  init(
    _ sampling: Double, _ interval: Duration, _ limit: Int, _ reportsAllUnreadKeys: Bool,
    _ baseline: DriftBaseline?,
    record: (@Sendable (_ endpoint: String, _ status: Int, DriftBaseline.Shape) -> Void)?
  ) {
    self.sampling = sampling
    self.interval = interval
    self.limit = limit
    self.reportsAllUnreadKeys = reportsAllUnreadKeys
    self.baseline = baseline
    self.record = record
  }

  var alwaysWantsShape: Bool { !reportsAllUnreadKeys || comparesStructures }

  var comparesStructures: Bool { baseline != nil || record != nil }

  /// `name` is nil for an element and a masked place.
  func reports(_ drift: Drift, _ name: String?, _ types: JSONShape.Types) -> Bool {
    if reportsAllUnreadKeys { return true }
    guard let name else { return false }
    return baseline?.isNew(drift) == true
      || readers.withLock { $0.isReadElsewhere(name, types, drift) }
  }

  func note(_ shape: JSONShape, readBy endpoint: String) -> [Drift] {
    if reportsAllUnreadKeys { return [] }
    return readers.withLock { readers in
      var found: [Drift] = []
      for place in shape.places where place.tally.reads > 0 {
        guard case .key(let name) = place.step else { continue }
        found += readers.note(name, place.tally.types, readBy: endpoint)
      }
      return found
    }
  }

  /// The drift to report now: this one, one of kind `more` at the limit, or nil if it is known or was reported.
  func unreported(_ drift: Drift, at now: Date) -> Drift? {
    if baseline?.knows(drift) == true { return nil }
    return log.withLock { $0.unreported(drift, at: now, interval, limit) }
  }
}

extension DriftDetector: CustomStringConvertible, CustomReflectable {
  /// The sampling.
  public var description: String { "a detector of drift in \(sampling) of the calls" }
  public var customMirror: Mirror { Mirror(self, children: ["sampling": sampling]) }
}

/// Not synchronized: its owner locks it.
struct DriftLog: Sendable {
  private var start: Date?
  private var reported: Set<Drift> = []

  mutating func unreported(_ drift: Drift, at now: Date, _ interval: Duration, _ limit: Int) -> Drift? {
    // A clock that was set back starts a new interval.
    if let start, abs(now.timeIntervalSince(start)) >= max(interval / .seconds(1), 0) {
      self.start = nil
      reported = []
    }
    if start == nil { start = now }
    if reported.contains(drift) { return nil }
    if reported.count < limit {
      reported.insert(drift)
      return drift
    }
    guard limit > 0, reported.count == limit else { return nil }
    let more = Drift(.more, endpoint: drift.endpoint, status: drift.status)
    reported.insert(more)
    return more
  }
}
