import HTTPTypes
import Synchronization

/// A session, whatever its credential.
protocol SessionOfAnyCredential: AnyObject, Sendable {
  /// Puts the credential on a request, if it is at hand. Without a session it has none, or a refusal of it is to be a
  /// response.
  /// - Parameter begun: How many refreshes had failed when the call first asked; nil when it does.
  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, for client: Client, since begun: inout UInt64?
  ) throws(CallEnding) -> CredentialStep

  /// Who is signed in.
  var state: SessionState { get }

  /// The credential; nil while there is none, or it is not known.
  var anyCredential: (any Credential)? { get }

  /// Waits until a run is over.
  func wait(for run: UInt64, within deadline: Deadline) async throws(CallEnding)

  /// Whether a request that was sent with a ticket is to be sent again, now that there is a response to it.
  func received(
    _ head: HTTPResponse, with ticket: SessionTicket, canRenew: Bool, for client: Client
  ) -> Bool

  /// Whose the responses of a login are: the account's, in each run of a program; of one without a name, this login's.
  func cacheIdentity(of ticket: SessionTicket) -> String

  /// Whether who was signed in is so still.
  func isCurrent(_ ticket: SessionTicket) -> Bool

  /// There are responses in a cache that go with a login.
  func noteResponses(in cache: ResponseCache, of identity: String, _ ticket: SessionTicket)

  /// Waits until there is another credential.
  func renew(
    after ticket: SessionTicket, _ head: HTTPResponse, for client: Client, within deadline: Deadline
  ) async throws(CallEnding)
}

/// Why a call ends that is no matter of an attempt.
enum CallEnding: Error {
  case transport(TransportError)
  case authentication(AuthenticationError)
}

extension Session: SessionOfAnyCredential {
  var anyCredential: (any Repartee.Credential)? { credential }

  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, for client: Client, since begun: inout UInt64?
  ) throws(CallEnding) -> CredentialStep {
    do throws(AuthenticationError) {
      if SessionScope.refreshing.contains(ObjectIdentifier(self)) {
        try credential?.authenticate(&request)
        return .ready(nil)
      }
      let now = client.now()
      let (step, epoch) = shell.withLock { [begun] shell in
        let epoch = begun ?? shell.machine.epoch
        return (shell.machine.credential(at: now, isOptional: isOptional, since: epoch), epoch)
      }
      begun = epoch
      switch step {
      case .use(let credential, let ticket):
        try credential?.authenticate(&request)
        return .ready(ticket.map { AuthenticatedSession(session: self, ticket: $0) })
      case .wait(let id, let run):
        if let run { start(run, client, []) }
        return .awaits(.run(id, self))
      case .fail(let error): throw error
      }
    } catch {
      throw .authentication(error)
    }
  }

  func received(
    _ head: HTTPResponse, with ticket: SessionTicket, canRenew: Bool, for client: Client
  ) -> Bool {
    guard refusal.isRefused(head) else {
      shell.withLock { $0.machine.accepted(ticket) }
      return false
    }
    guard canRenew else { return false }
    let after = shell.withLock { $0.machine.refused(ticket, at: client.now()) }
    switch after {
    case .accept: return false
    case .replay, .fail: return true
    case .wait(_, let run):
      if let run { start(run, client, Response.Challenge.all(in: head)) }
      return true
    }
  }

  func renew(
    after ticket: SessionTicket, _ head: HTTPResponse, for client: Client, within deadline: Deadline
  ) async throws(CallEnding) {
    while true {
      let after = shell.withLock { $0.machine.refused(ticket, at: client.now()) }
      switch after {
      case .replay: return
      // There is nothing to refresh any more; the request is sent again, and what comes is the response.
      case .accept: return
      case .fail(let error): throw .authentication(error)
      case .wait(let id, let run):
        if let run { start(run, client, Response.Challenge.all(in: head)) }
        try await wait(for: id, within: deadline)
      }
    }
  }

  func cacheIdentity(of ticket: SessionTicket) -> String {
    let (login, takeOvers, account) = shell.withLock {
      ($0.machine.login, $0.machine.takeOvers, $0.machine.stored?.identity)
    }
    if let account, login == ticket.login { return ResponseCache.named(account) }
    // Of one without a name it is not known whether another process has signed in as somebody else.
    return "~\(cacheID) \(ticket.login) \(takeOvers)"
  }

  func isCurrent(_ ticket: SessionTicket) -> Bool {
    shell.withLock { $0.machine.login == ticket.login }
  }

  func noteResponses(in cache: ResponseCache, of identity: String, _ ticket: SessionTicket) {
    shell.withLock { shell in
      if shell.machine.login == ticket.login {
        shell.stored.insert(StoredResponses(cache: cache, identity: identity))
      }
    }
  }

  func wait(for run: UInt64, within deadline: Deadline) async throws(CallEnding) {
    let (_, isLate) = await deadline.bound { await self.wait(for: run) }
    if isLate { throw .transport(TransportError(.timedOut(deadline.timeout))) }
    if Task.isCancelled { throw .transport(TransportError(.cancelled)) }
  }
}
