import HTTPTypes
import Synchronization

/// A session, whatever its credential.
protocol SessionOfAnyCredential: AnyObject, Sendable {
  /// Puts the credential on a request; nil if it has none, or if a refusal of it is to be a response.
  /// - Parameter begun: ``epoch`` when the call began.
  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, for client: Client, since begun: UInt64,
    within deadline: Deadline
  ) async throws(CallEnding) -> SessionTicket?

  /// How many refreshes have failed.
  var epoch: UInt64 { get }

  /// Whether a request that was sent with a ticket is to be sent again, now that there is a response to it.
  func received(
    _ head: HTTPResponse, with ticket: SessionTicket, canRenew: Bool, for client: Client
  ) -> Bool

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
  var epoch: UInt64 { shell.withLock { $0.machine.epoch } }

  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, for client: Client, since begun: UInt64,
    within deadline: Deadline
  ) async throws(CallEnding) -> SessionTicket? {
    var found: (any Repartee.Credential)?
    var ticket: SessionTicket?
    if SessionScope.refreshing.contains(ObjectIdentifier(self)) {
      found = credential
    } else {
      search: while true {
        let step = shell.withLock {
          $0.machine.credential(at: client.now(), isOptional: isOptional, since: begun)
        }
        switch step {
        case .use(let credential, let own):
          found = credential
          ticket = own
          break search
        case .wait(let id, let run):
          if let run { start(run, client, []) }
          try await wait(for: id, within: deadline)
        case .fail(let error): throw .authentication(error)
        }
      }
    }
    do throws(AuthenticationError) {
      try found?.authenticate(&request)
      return ticket
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

  private func wait(for run: UInt64, within deadline: Deadline) async throws(CallEnding) {
    let (_, isLate) = await deadline.bound { await self.wait(for: run) }
    if isLate { throw .transport(TransportError(.timedOut(deadline.timeout))) }
    if Task.isCancelled { throw .transport(TransportError(.cancelled)) }
  }
}
