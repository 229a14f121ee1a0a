import HTTPTypes
import ReparteeBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AttemptScope {
  fileprivate var sessionEndpoint: SessionEndpoint {
    SessionEndpoint(
      method: outgoing.head.method, authority: outgoing.url.authority, template: outgoing.template)
  }

  fileprivate func cause(_ refusal: HTTPResponse? = nil) -> SessionRun.Cause {
    SessionRun.Cause(call: context.observation?.id, refusal: refusal)
  }
}

extension Session: SessionOfAnyCredential {
  var anyCredential: (any Repartee.Credential)? { credential }

  var isSignedOut: Bool { if case .signedOut = state { true } else { false } }

  var account: String? { if case .signedIn(let account) = state { account } else { nil } }

  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, _ start: inout SessionStart
  ) throws(AttemptError) -> SessionStep {
    do throws(AuthenticationError) {
      if isInOwnRun {
        try credential?.authenticate(&request)
        return .authenticated(nil)
      }
      let scope = request.scope
      let client = Client(scope.context)
      let now = client.now()
      let step = shell.withLock { shell in
        let failedRuns = start.failedRuns ?? shell.machine.failedRuns
        let step = shell.machine.credential(
          at: now, isOptional: isOptional, since: failedRuns, of: start.login)
        (start.login, start.failedRuns) = (start.login ?? shell.machine.login, failedRuns)
        return step
      }
      switch step {
      case .use(let credential, let ticket, let run):
        if let run { self.start(run, for: scope.cause(), by: client) }
        try credential?.authenticate(&request)
        return .authenticated(
          ticket.map { AuthenticatedSession(session: self, ticket: $0, hasWaited: start.hasWaited) })
      case .wait(let id, let run):
        if let run { self.start(run, for: scope.cause(), by: client) }
        return .wait(id)
      case .fail(let error): throw error
      }
    } catch {
      throw AttemptError(.authentication(error))
    }
  }

  func judgedBytes(of head: HTTPResponse) -> Int? { refusal.judgedBytes(of: head) }

  func received(
    _ head: HTTPResponse, _ beginning: Data?, by use: AuthenticatedSession, resending: Resending?,
    in scope: AttemptScope
  ) -> Bool {
    guard refusal.isRefused(head, beginning) else {
      // A server that fails may not have looked at the credential.
      if head.status.code < 500 {
        shell.withLock { $0.machine.accepted(use.ticket, by: scope.sessionEndpoint) }
      }
      return false
    }
    guard let resending else { return false }
    switch refused(use, head, resending, in: scope) {
    case .accept: return false
    case .replay, .fail, .wait: return true
    }
  }

  private func refused(
    _ use: AuthenticatedSession, _ head: HTTPResponse, _ resending: Resending, in scope: AttemptScope
  ) -> SessionMachine.AfterRefusal {
    let client = Client(scope.context)
    let (endpoint, now) = (scope.sessionEndpoint, client.now())
    let after = shell.withLock {
      $0.machine.refused(
        use.ticket, by: endpoint, hasWaited: use.hasWaited, mayStart: resending == .withNew, at: now)
    }
    if case .wait(_, let run?) = after { start(run, for: scope.cause(head), by: client) }
    return after
  }

  func refresh(
    after use: AuthenticatedSession, _ head: HTTPResponse, resending: Resending, in scope: AttemptScope
  ) async throws(AttemptError) {
    while true {
      switch refused(use, head, resending, in: scope) {
      // `accept`: the credential can't be refreshed any more, and the next attempt gives the response of the call.
      case .replay, .accept: return
      case .fail(let error): throw AttemptError(.authentication(error))
      case .wait(let id, _): try await wait(for: id, within: scope.context.limits.deadline)
      }
    }
  }

  func identity(of ticket: SessionTicket) -> LoginIdentity {
    let (login, outsideChanges, account) = shell.withLock {
      ($0.machine.login, $0.machine.outsideChanges, $0.machine.stored?.identity)
    }
    if let account, login == ticket.login { return .account(account) }
    // Another process may have signed in as another user.
    return .unnamed("\(id) \(ticket.login) \(outsideChanges)")
  }

  func isCurrent(_ ticket: SessionTicket) -> Bool {
    shell.withLock { $0.machine.login == ticket.login }
  }

  func onEnd<Owner: AnyObject & Sendable>(
    of ticket: SessionTicket, removing name: String, from owner: Owner, isLasting: Bool,
    _ remove: @escaping @Sendable (Owner, String) async throws -> Void
  ) {
    shell.withLock { shell in
      guard shell.machine.login == ticket.login else { return }
      shell.data.add(name, of: owner, isLasting: isLasting, remove)
    }
  }

  func wait(for run: UInt64, within deadline: Deadline) async throws(AttemptError) {
    let what = shell.withLock { $0.machine.run }
    let (_, isLate) = await deadline.bound { await self.wait(for: run) }
    guard isLate || Task.isCancelled else { return }
    let kind: TransportError.Kind = isLate ? .timedOut(deadline.timeout) : .cancelled
    let place = what.map { $0.id == run ? ", while the call waited for the session's \($0)" : "" } ?? ""
    throw AttemptError(
      .callOver(TransportError(kind, message: kind.message + place, mayHaveBeenProcessed: false)))
  }
}
