import HTTPTypes
import Synchronization

/// A session without the static type of its credential.
protocol SessionOfAnyCredential: AnyObject, Sendable {
  /// Adds the credential to a request if it is available at once. The returned step has no session if the request gets
  /// no credential, or if a refusal of it is to be the call's response.
  /// - Parameter begun: The session when the call first asked for the credential; this function sets it.
  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, of call: SessionCall, for client: Client,
    since begun: inout SessionStart
  ) throws(CallEnding) -> CredentialStep

  var state: SessionState { get }

  /// The credential; nil while there is none, or before it is loaded.
  var anyCredential: (any Credential)? { get }

  /// Waits until a run is over.
  func wait(for run: UInt64, within deadline: Deadline) async throws(CallEnding)

  /// Returns whether to send a request again with another credential, given its response.
  func received(
    _ response: JudgedResponse, with ticket: SessionTicket, canRenew: Bool, of call: SessionCall,
    for client: Client
  ) -> Bool

  /// The number of bytes of a body that the rule for refusals needs; nil if the head is enough.
  func judgedBytes(of head: HTTPResponse) -> Int?

  /// Returns the identity that stored responses of a login belong to: the account name, which is the same in every run
  /// of a program; without a name, this login.
  func cacheIdentity(of ticket: SessionTicket) -> String

  /// Returns whether the ticket's login is still the current one.
  func isCurrent(_ ticket: SessionTicket) -> Bool

  /// Records that a cache may have responses that belong to a login.
  func noteResponses(in cache: ResponseCache, of identity: String, _ ticket: SessionTicket)

  /// Waits until there is another credential.
  func renew(
    after ticket: SessionTicket, _ head: HTTPResponse, of call: SessionCall, for client: Client,
    within deadline: Deadline
  ) async throws(CallEnding)
}

/// What a session needs of a call.
struct SessionCall {
  /// Whether it has waited for its credential.
  let hasWaited: Bool
  private let id: CallEvent.CallID?
  private let outgoing: Outgoing

  init(_ loop: borrowing AttemptLoop) {
    hasWaited = loop.sessionStart.hasWaited
    id = loop.observation?.id
    outgoing = loop.outgoing
  }

  var endpoint: SessionEndpoint {
    SessionEndpoint(
      method: outgoing.request.head.method, authority: outgoing.request.url.authority,
      template: outgoing.request.template)
  }

  func cause(_ refusal: HTTPResponse? = nil) -> SessionRun.Cause {
    SessionRun.Cause(call: id, refusal: refusal)
  }
}

/// The reason why a call ends outside of an attempt.
enum CallEnding: Error {
  case transport(TransportError)
  case authentication(AuthenticationError)
}

extension Session: SessionOfAnyCredential {
  var anyCredential: (any Repartee.Credential)? { credential }

  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, of call: SessionCall, for client: Client,
    since begun: inout SessionStart
  ) throws(CallEnding) -> CredentialStep {
    do throws(AuthenticationError) {
      if SessionScope.refreshing.contains(ObjectIdentifier(self)) {
        try credential?.authenticate(&request)
        return .ready(nil)
      }
      let now = client.now()
      let (step, first) = shell.withLock { [begun] shell in
        let epoch = begun.epoch ?? shell.machine.epoch
        let step = shell.machine.credential(at: now, isOptional: isOptional, since: epoch, of: begun.login)
        var first = begun
        (first.login, first.epoch) = (begun.login ?? shell.machine.login, epoch)
        return (step, first)
      }
      begun = first
      switch step {
      case .use(let credential, let ticket, let run):
        if let run { start(run, for: call.cause(), by: client) }
        try credential?.authenticate(&request)
        return .ready(ticket.map { AuthenticatedSession(session: self, ticket: $0) })
      case .wait(let id, let run):
        if let run { start(run, for: call.cause(), by: client) }
        return .awaits(.run(id, self))
      case .fail(let error): throw error
      }
    } catch {
      throw .authentication(error)
    }
  }

  func judgedBytes(of head: HTTPResponse) -> Int? { refusal.judgedBytes(of: head) }

  func received(
    _ response: JudgedResponse, with ticket: SessionTicket, canRenew: Bool, of call: SessionCall,
    for client: Client
  ) -> Bool {
    let head = response.head
    guard refusal.isRefused(response) else {
      // A server that fails may not have looked at the credential.
      if head.status.code < 500 { shell.withLock { $0.machine.accepted(ticket, by: call.endpoint) } }
      return false
    }
    guard canRenew else { return false }
    switch refused(ticket, head, of: call, for: client) {
    case .accept: return false
    case .replay, .fail, .wait: return true
    }
  }

  /// Tells the machine of a refusal, and starts the refresh that follows from it.
  private func refused(
    _ ticket: SessionTicket, _ head: HTTPResponse, of call: SessionCall, for client: Client
  ) -> SessionMachine.AfterRefusal {
    let (endpoint, now) = (call.endpoint, client.now())
    let after = shell.withLock {
      $0.machine.refused(ticket, by: endpoint, hasWaited: call.hasWaited, at: now)
    }
    if case .wait(_, let run?) = after { start(run, for: call.cause(head), by: client) }
    return after
  }

  func renew(
    after ticket: SessionTicket, _ head: HTTPResponse, of call: SessionCall, for client: Client,
    within deadline: Deadline
  ) async throws(CallEnding) {
    while true {
      switch refused(ticket, head, of: call, for: client) {
      case .replay: return
      // The credential can't be refreshed any more. The request is sent again, and its response is the call's.
      case .accept: return
      case .fail(let error): throw .authentication(error)
      case .wait(let id, _): try await wait(for: id, within: deadline)
      }
    }
  }

  func cacheIdentity(of ticket: SessionTicket) -> String {
    let (login, takeOvers, account) = shell.withLock {
      ($0.machine.login, $0.machine.takeOvers, $0.machine.stored?.identity)
    }
    if let account, login == ticket.login { return ResponseCache.named(account) }
    // Without a name, it is not known whether another process has signed in as somebody else.
    return "~\(cacheID) \(ticket.login) \(takeOvers)"
  }

  func isCurrent(_ ticket: SessionTicket) -> Bool {
    shell.withLock { $0.machine.login == ticket.login }
  }

  func noteResponses(in cache: ResponseCache, of identity: String, _ ticket: SessionTicket) {
    shell.withLock { shell in
      if shell.machine.login == ticket.login { shell.caches.note(cache, identity) }
    }
  }

  func wait(for run: UInt64, within deadline: Deadline) async throws(CallEnding) {
    let what = shell.withLock { $0.machine.run }
    let (_, isLate) = await deadline.bound { await self.wait(for: run) }
    guard isLate || Task.isCancelled else { return }
    let kind: TransportError.Kind = isLate ? .timedOut(deadline.timeout) : .cancelled
    guard let what, what.id == run else { throw .transport(TransportError(kind)) }
    throw .transport(
      TransportError(kind, message: "\(kind.message), while the call waited for the session's \(what)"))
  }
}
