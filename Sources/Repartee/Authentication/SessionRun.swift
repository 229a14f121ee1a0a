import HTTPTypes
import Synchronization

/// A run of a session, and what it needs of the call that started it.
final class SessionRun: Sendable {
  /// The call that starts a run, and why.
  struct Cause: Sendable {
    /// The call; nil if nobody observes it.
    var call: CallEvent.CallID?
    /// The head of the response that refused the credential; nil if none did.
    var refusal: HTTPResponse?
  }

  let run: SessionMachine.Run
  /// The client of the call, as a refresh has it.
  let client: Client
  let callMiddleware: [any CallMiddleware]
  let refusal: HTTPResponse?
  private let kept = Mutex<SessionMachine.RunResult?>(nil)

  init(_ run: SessionMachine.Run, for cause: Cause, by client: Client, within limit: TimeLimit) {
    self.run = run
    refusal = cause.refusal
    callMiddleware = client.callMiddleware
    var own = client
    own.authentication = .off
    if let credential = run.stored?.credential {
      own.redaction.source = CredentialSecrets(of: credential, after: client.redaction.source)
    }
    own.callMiddleware = []
    own.parent = cause.call
    own.timeout = limit
    (own.headTimeout, own.idleTimeout, own.retry.attemptTimeout) = (.unlimited, .unlimited, .unlimited)
    self.client = own
  }

  /// The result that is still to be stored.
  var result: SessionMachine.RunResult? { kept.withLock { $0 } }

  func keep(_ result: SessionMachine.RunResult) { kept.withLock { $0 = result } }

  var refresh: SessionRefresh {
    SessionRefresh(
      client: client, callMiddleware: callMiddleware, identity: run.stored?.identity, refusal: refusal)
  }

  /// Returns work that ends when its time is up.
  func work<Value>(_ value: Value.Type = Value.self, within limit: TimeLimit) -> AbandonableWork<Value> {
    AbandonableWork(within: limit.duration, clock: client.clock)
  }
}

/// The sessions that the current task is refreshing. Requests of a refresh do not wait for that refresh.
enum SessionScope {
  @TaskLocal static var refreshing: [ObjectIdentifier] = []
}
