public import Repartee
import Synchronization

/// Collects the drift of a test run against a real server, and fails the run if there is unknown drift. Of the keys
/// that nobody reads, it collects those that a person would act on (``DriftDetector/UnreadKeys``), or all.
///
/// ```swift
/// let recorder = DriftRecorder(try DriftBaseline(contentsOf: file))
/// let client = client.recorded(by: recorder)
/// // … the tests …
/// try recorder.requireNothingNew()
/// ```
///
/// Write the file once, and again when its drift has been reviewed:
///
/// ```swift
/// try recorder.baseline.json.write(to: file)
/// ```
///
/// Any number of tests can share a recorder at the same time.
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
  /// One for all clients, because it compares what their calls read.
  private let detector: DriftDetector

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - known: The known drift; none by default.
  ///   - unreadKeys: Which of the keys that nobody reads are collected; by default those to act on.
  public init(
    _ known: DriftBaseline = DriftBaseline(), unreadKeys: DriftDetector.UnreadKeys = .readElsewhere
  ) {
    let log = Log(known)
    self.log = log
    detector = DriftDetector(1, .seconds(Int64.max), .max, unreadKeys, known) { endpoint, status, shape in
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

  /// The drift that is not known, each once, in the order in which it was found.
  public var new: [Drift] { log.state.withLock { $0.new } }

  /// The known drift together with the drift that was found: the next baseline.
  public var baseline: DriftBaseline { log.state.withLock { $0.baseline } }

  /// Checks that there is no unknown drift.
  /// - Throws: ``NewDrift``, with the drift.
  public func requireNothingNew() throws(NewDrift) {
    let new = new
    if !new.isEmpty { throw NewDrift(drift: new) }
  }

  /// The error for drift that is neither declared nor known.
  public struct NewDrift: Error, CustomStringConvertible {
    /// The drift.
    public let drift: [Drift]

    public var description: String {
      (["the API says what is not declared, nor in the baseline:"] + drift.map { "\($0)" })
        .joined(separator: "\n")
    }
  }
}

extension Client {
  /// Returns this client with a search for drift in all its calls, which replaces `Client.drift`.
  public func recorded(by recorder: DriftRecorder) -> Client { recorder.watching(self) }
}
