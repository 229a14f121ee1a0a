import HTTPTypes
import ReparteeBase

final class SessionRun: Sendable {
  struct Cause: Sendable {
    /// Nil without observers.
    var call: UInt64?
    var refusal: HTTPResponse?
  }

  let run: SessionMachine.Run
  let client: Client
  let callMiddleware: [any CallMiddleware]
  let refusal: HTTPResponse?
  private let kept = Mutex<SessionMachine.RunResult?>(nil)

  init(_ run: SessionMachine.Run, for cause: Cause, by client: Client, within limit: Duration) {
    self.run = run
    refusal = cause.refusal
    callMiddleware = client.callMiddleware
    var own = client
    own.authentication = .off
    if let credential = run.stored?.credential {
      own.redaction.source = CredentialSecrets(of: credential, after: client.redaction.source)
    }
    own.callMiddleware = []
    own.settings.parent = cause.call
    own.timeout = limit
    (own.headTimeout, own.idleTimeout, own.retry.attemptTimeout) = (.unlimited, .unlimited, .unlimited)
    self.client = own
  }

  var result: SessionMachine.RunResult? { kept.withLock { $0 } }

  func keep(_ result: SessionMachine.RunResult) { kept.withLock { $0 = result } }

  var refresh: SessionRefresh {
    SessionRefresh(
      client: client, callMiddleware: callMiddleware, identity: run.stored?.identity, refusal: refusal)
  }

  func work(within limit: Duration) -> AbandonableWork {
    AbandonableWork(within: limit.asLimit, clock: client.clock)
  }
}

/// The run of each session, by its `id`, that the task belongs to. A task may outlive it.
enum SessionScope {
  @TaskLocal static var runs: [String: UInt64] = [:]
}
