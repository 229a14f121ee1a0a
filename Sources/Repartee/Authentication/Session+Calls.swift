import HTTPTypes
import Synchronization

/// A session without the static type of its credential.
protocol SessionOfAnyCredential: AnyObject, Sendable {
  /// Adds the credential to a request if it is available at once. The returned step has no session if the request gets
  /// no credential, or if a refusal of it is to be the call's response.
  /// - Parameter begun: The session when the call first asked for the credential; this function sets it.
  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, for client: Client, since begun: inout SessionStart
  ) throws(CallEnding) -> CredentialStep

  var state: SessionState { get }

  /// The credential; nil while there is none, or before it is loaded.
  var anyCredential: (any Credential)? { get }

  /// Waits until a run is over.
  func wait(for run: UInt64, within deadline: Deadline) async throws(CallEnding)

  /// Returns whether to send a request again with another credential, given the head of its response.
  func received(
    _ head: HTTPResponse, with ticket: SessionTicket, canRenew: Bool, for client: Client
  ) -> Bool

  /// Returns the identity that stored responses of a login belong to: the account name, which is the same in every run
  /// of a program; without a name, this login.
  func cacheIdentity(of ticket: SessionTicket) -> String

  /// Returns whether the ticket's login is still the current one.
  func isCurrent(_ ticket: SessionTicket) -> Bool

  /// Records that a cache may have responses that belong to a login.
  func noteResponses(in cache: ResponseCache, of identity: String, _ ticket: SessionTicket)

  /// Waits until there is another credential.
  func renew(
    after ticket: SessionTicket, _ head: HTTPResponse, for client: Client, within deadline: Deadline
  ) async throws(CallEnding)
}

/// The reason why a call ends outside of an attempt.
enum CallEnding: Error {
  case transport(TransportError)
  case authentication(AuthenticationError)
}

extension Session: SessionOfAnyCredential {
  var anyCredential: (any Repartee.Credential)? { credential }

  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, for client: Client, since begun: inout SessionStart
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
        return (step, SessionStart(login: begun.login ?? shell.machine.login, epoch: epoch))
      }
      begun = first
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
      // The credential can't be refreshed any more. The request is sent again, and its response is the call's.
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
    let (_, isLate) = await deadline.bound { await self.wait(for: run) }
    if isLate { throw .transport(TransportError(.timedOut(deadline.timeout))) }
    if Task.isCancelled { throw .transport(TransportError(.cancelled)) }
  }
}
