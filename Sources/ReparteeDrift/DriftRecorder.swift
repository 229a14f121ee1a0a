public import Repartee
import ReparteeBase

/// Collects the drift of a test run against a real server, and fails the run if any is new.
///
/// ```swift
/// let recorder = DriftRecorder(try DriftBaseline(contentsOf: file))
/// let client = client.recorded(by: recorder)
/// // … the tests …
/// try recorder.requireNothingNew()
/// ```
///
/// Write the file once, and again after a review of its drift:
///
/// ```swift
/// try recorder.baseline.json.write(to: file)
/// ```
///
/// Tests can share a recorder concurrently.
public final class DriftRecorder: Sendable {
  private struct State {
    var baseline: DriftBaseline
    var new: [Drift] = []
  }

  private final class Log: Sendable {
    let state: Mutex<State>
    init(_ known: DriftBaseline) { state = Mutex(State(baseline: known)) }
  }

  private let log: Log
  /// One detector for all clients, because it compares what they read.
  private let detector: DriftDetector

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - known: The known drift; none by default.
  ///   - reportsAllUnreadKeys: See ``DriftDetector/reportsAllUnreadKeys``; by default false.
  public init(_ known: DriftBaseline = DriftBaseline(), reportsAllUnreadKeys: Bool = false) {
    let log = Log(known)
    self.log = log
    detector = DriftDetector(1, .seconds(Int64.max), .max, reportsAllUnreadKeys, known) {
      endpoint, status, shape in
      log.state.withLock { $0.baseline.add(shape, endpoint: endpoint, status: status) }
    }
  }

  fileprivate func watching(_ client: Client) -> Client {
    var client = client
    client.drift = detector
    client.observers.append(
      .handler { [log] event in
        guard let drift = event.drift else { return }
        log.state.withLock { state in
          guard state.baseline.known.insert(drift).inserted else { return }
          state.new.append(drift)
        }
      })
    return client
  }

  /// The new drift, in the order found.
  public var new: [Drift] { log.state.withLock { $0.new } }

  /// The next baseline: the known and the new drift.
  public var baseline: DriftBaseline { log.state.withLock { $0.baseline } }

  /// Throws ``NewDrift`` if there is new drift.
  public func requireNothingNew() throws(NewDrift) {
    let new = new
    if !new.isEmpty { throw NewDrift(drift: new) }
  }

  /// The error for new drift.
  public struct NewDrift: Error, CustomStringConvertible {
    /// The new drift.
    public let drift: [Drift]

    public var description: String {
      (["drift that is neither declared nor in the baseline:"] + drift.map { "\($0)" })
        .joined(separator: "\n")
    }
  }
}

extension Client {
  /// Returns this client with the drift of all calls recorded, in place of `Client.drift`.
  public func recorded(by recorder: DriftRecorder) -> Client { recorder.watching(self) }
}
