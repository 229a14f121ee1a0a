public import Repartee
import Synchronization

/// Collects the drift of a run of tests against a real server, and fails it where there is some that is not known.
///
/// ```swift
/// let recorder = DriftRecorder(try DriftBaseline(contentsOf: file))
/// let client = recorder.watching(client)
/// // … the tests …
/// try recorder.requireNothingNew()
/// ```
///
/// The file is written once, and again when its drift is looked into and known:
///
/// ```swift
/// try recorder.baseline.json.write(to: file)
/// ```
///
/// It may be shared by any number of tests at once.
public final class DriftRecorder: Sendable {
  private struct State {
    var baseline: DriftBaseline
    var new: [Drift] = []
  }

  private let known: DriftBaseline
  private let state: Mutex<State>

  /// A recorder.
  /// - Parameter known: What is known already; nothing unless you say otherwise.
  public init(_ known: DriftBaseline = DriftBaseline()) {
    self.known = known
    state = Mutex(State(baseline: known))
  }

  /// The same client, in whose calls drift is looked for; it replaces `Client.drift`.
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

  /// What has come and is not known, each once, in the order in which it came.
  public var new: [Drift] { state.withLock { $0.new } }

  /// What was known, and what has come: the next baseline.
  public var baseline: DriftBaseline { state.withLock { $0.baseline } }

  /// Checks that nothing has come that is not known.
  /// - Throws: ``NewDrift``, which says what.
  public func requireNothingNew() throws(NewDrift) {
    let new = new
    if !new.isEmpty { throw NewDrift(drift: new) }
  }

  /// An API has said what is not declared, nor known.
  public struct NewDrift: Error, CustomStringConvertible {
    /// What it is.
    public let drift: [Drift]

    public var description: String {
      (["the API says what is not declared, nor in the baseline:"] + drift.map { "\($0)" })
        .joined(separator: "\n")
    }
  }
}
