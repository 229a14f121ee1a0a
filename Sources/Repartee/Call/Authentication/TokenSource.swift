import HTTPTypes
import ReparteeBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A function that gives access tokens: each call asks, and calls at the same time share one answer. Keeps a token only
/// to compare, since the next one may be another user's.
final class TokenSource: Sendable {
  typealias Answer = Result<BearerToken, AuthenticationError>

  /// The sources whose function is running in this task.
  @TaskLocal private static var running: Set<ObjectIdentifier> = []

  private struct State: Sendable {
    var lastNumber: UInt64 = 0
    /// The question in progress.
    var asking: (number: UInt64, task: Task<Void, Never>)?
    var newest: (number: UInt64, answer: Answer)?
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter: UInt64 = 0
  }

  private enum Step {
    case use(UInt64, Answer)
    case wait(UInt64)
  }

  private let token: @Sendable () async throws -> String
  private let state = Mutex(State())

  init(_ token: @escaping @Sendable () async throws -> String) { self.token = token }

  /// The question in progress, or else a new one. It runs in its own task, which no single call can cancel.
  private func ask(_ state: inout State) -> UInt64 {
    if let asking = state.asking { return asking.number }
    state.lastNumber += 1
    let number = state.lastNumber
    let running = Self.running.union([ObjectIdentifier(self)])
    let task = Task(priority: .medium) { [self] in
      await Self.$running.withValue(running) { await answer(number) }
    }
    state.asking = (number, task)
    return number
  }

  private func answer(_ number: UInt64) async {
    let answer: Answer
    do { answer = .success(BearerToken(try await token())) } catch {
      answer = .failure(
        error as? AuthenticationError ?? AuthenticationError(.refreshFailed, underlying: error))
    }
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      // Otherwise all who waited have left.
      guard state.asking?.number == number else { return [] }
      state.asking = nil
      state.newest = (number, answer)
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns early if the task is cancelled. The last one to leave cancels the question, so that the next call asks
  /// again: the function may never return.
  private func wait(for number: UInt64) async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.asking?.number == number, !Task.isCancelled else { return true }
          state.waiters[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      typealias Left = (CheckedContinuation<Void, Never>?, Task<Void, Never>?)
      let (waiter, abandoned) = state.withLock { state -> Left in
        guard let waiter = state.waiters.removeValue(forKey: id) else { return (nil, nil) }
        guard state.waiters.isEmpty, state.asking?.number == number else { return (waiter, nil) }
        defer { state.asking = nil }
        return (waiter, state.asking?.task)
      }
      waiter?.resume()
      abandoned?.cancel()
    }
  }
}

extension TokenSource: CredentialSource {
  /// A token names no user.
  var logins: (any SessionOfAnyCredential)? { nil }

  var anyCredential: (any Credential)? { state.withLock { try? $0.newest?.answer.get() } }

  func authenticate(
    _ request: inout AttemptRequest, isOptional: Bool, _ start: inout SessionStart
  ) throws(AttemptError) -> SessionStep {
    // The function's own calls would wait for themselves.
    if Self.running.contains(ObjectIdentifier(self)) { return .authenticated(nil) }
    let asked = start.asked
    let step = state.withLock { state -> Step in
      if let asked, let newest = state.newest, newest.number >= asked {
        return .use(newest.number, newest.answer)
      }
      return .wait(ask(&state))
    }
    switch step {
    case .wait(let number):
      start.asked = number
      return .wait(number)
    case .use(let number, let answer):
      do throws(AuthenticationError) { try answer.get().authenticate(&request) } catch {
        start.asked = nil
        throw AttemptError(.authentication(error))
      }
      let ticket = SessionTicket(login: 0, credentialNumber: number, failedRuns: 0)
      return .authenticated(
        AuthenticatedSession(session: self, ticket: ticket, hasWaited: start.hasWaited))
    }
  }

  func judgedBytes(of head: HTTPResponse) -> Int? { nil }

  func received(
    _ head: HTTPResponse, _ beginning: Data?, by use: AuthenticatedSession, resending: Resending?,
    in scope: AttemptScope
  ) -> Bool {
    guard head.status == .unauthorized, let resending else { return false }
    return afterRefusal(of: use.ticket.credentialNumber, resending) != nil
  }

  /// Nil if the refusal is the response of the call.
  private func afterRefusal(of number: UInt64, _ resending: Resending) -> Step? {
    state.withLock { state in
      if let newest = state.newest, newest.number > number { return .use(newest.number, newest.answer) }
      if let asking = state.asking { return .wait(asking.number) }
      return resending == .withNew ? .wait(ask(&state)) : nil
    }
  }

  func refresh(
    after use: AuthenticatedSession, _ head: HTTPResponse, resending: Resending, in scope: AttemptScope
  ) async throws(AttemptError) {
    while let step = afterRefusal(of: use.ticket.credentialNumber, resending) {
      switch step {
      case .use(_, .success): return
      case .use(_, .failure(let error)): throw AttemptError(.authentication(error))
      case .wait(let number): try await wait(for: number, within: scope.context.limits.deadline)
      }
    }
  }

  func wait(for run: UInt64, within deadline: Deadline) async throws(AttemptError) {
    let (_, isLate) = await deadline.bound { await self.wait(for: run) }
    guard isLate || Task.isCancelled else { return }
    let kind: TransportError.Kind = isLate ? .timedOut(deadline.timeout) : .cancelled
    throw AttemptError(
      .callOver(
        TransportError(
          kind, message: kind.message + ", while the call waited for a token", mayHaveBeenProcessed: false)))
  }
}
