public import Repartee
import Synchronization

/// Collects the drift of a test run against a real server, and fails the run if there is unknown drift.
///
/// ```swift
/// let recorder = DriftRecorder(try DriftBaseline(contentsOf: file))
/// let client = recorder.watching(client)
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

  private let known: DriftBaseline
  private let state: Mutex<State>

  /// Creates a recorder.
  /// - Parameter known: The known drift; none by default.
  public init(_ known: DriftBaseline = DriftBaseline()) {
    self.known = known
    state = Mutex(State(baseline: known))
  }

  /// Returns this client with a search for drift in all its calls, which replaces `Client.drift`.
  public func watching(_ client: Client) -> Client {
    var client = client
    client.drift = DriftDetector(1, .seconds(Int64.max), .max, known) { [self] endpoint, status, shape in
      state.withLock { $0.baseline.add(shape, endpoint: endpoint, status: status) }
    }
    client.observers.append(
      .handler { [self] event in
        guard let drift = event.drift else { return }
        state.withLock { state in
          guard state.baseline.known.insert(drift).inserted else { return }
          state.new.append(drift)
        }
      })
    return client
  }

  /// The drift that is not known, each once, in the order in which it was found.
  public var new: [Drift] { state.withLock { $0.new } }

  /// The known drift together with the drift that was found: the next baseline.
  public var baseline: DriftBaseline { state.withLock { $0.baseline } }

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
