#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The state machine of a session, without I/O: takes events, and returns actions, which ``Session`` performs. Not
/// generic: it would look up types in every call.
///
/// A refusal concerns one credential, which has a number. Nothing of a previous *login* changes the current one.
struct SessionMachine: Sendable {
  typealias Stored = StoredCredential<any Credential>

  /// A load or a refresh; at most one at a time.
  struct Run: Sendable {
    let id: UInt64
    let login: UInt64
    /// Nil for a load, or for a first credential.
    let stored: Stored?
    let isLoading: Bool
    let began: Date
  }

  enum RunResult: Sendable {
    case loaded(Stored?)
    case unreadable(AuthenticationError)
    case refreshed(Stored)
    /// `isFinal`: the credential is useless. `isUnsent`: no server was reached. `asked`: by the server.
    case failed(AuthenticationError, isFinal: Bool, isUnsent: Bool = false, asked: Duration? = nil)
  }

  enum Step: Sendable {
    /// Use the credential, without waiting for a run.
    case use((any Credential)?, SessionTicket?, starting: Run? = nil)
    /// Wait for the run, then ask again.
    case wait(UInt64, starting: Run?)
    case fail(AuthenticationError)
  }

  enum AfterRefusal: Sendable {
    case accept
    case replay
    case wait(UInt64, starting: Run?)
    case fail(AuthenticationError)
  }

  private enum Phase: Sendable {
    case unloaded
    case signedOut(AuthenticationError?)
    case signedIn(Stored)
  }

  let canRefresh: Bool
  let obtains: Bool
  let leeway: TimeInterval
  let refreshesAhead: @Sendable (any Credential) -> Bool

  private(set) var login: UInt64 = 0
  /// Changes of the stored credential by other processes.
  private(set) var outsideChanges: UInt64 = 0
  private(set) var run: Run?
  private(set) var failedRuns: UInt64 = 0
  /// Counts the credentials that the session has had.
  private var credentialNumber: UInt64 = 0
  private var phase: Phase = .unloaded
  private var lastRun: UInt64 = 0
  /// The pause in seconds; the number of failures in a row.
  private var failure: (error: AuthenticationError, at: Date, pause: TimeInterval, count: Int)?
  private var credentialState = CredentialState()
  /// Refreshed credentials in a row with which no call succeeded.
  private var uselessRefreshes = 0
  private var endpoints = SessionEndpoints()

  private struct CredentialState: Sendable {
    /// The time of the refresh, or of the first use.
    var since: Date?
    var isRefreshed = false
    var isAccepted = false
    /// No request is sent with it during a refresh.
    var isRefused = false
  }

  init(
    canRefresh: Bool, obtains: Bool, leeway: Duration,
    refreshesAhead: @escaping @Sendable (any Credential) -> Bool = { _ in true }
  ) {
    self.refreshesAhead = refreshesAhead
    self.canRefresh = canRefresh
    self.obtains = obtains
    self.leeway = max(leeway / .seconds(1), 0)
  }

  var stored: Stored? {
    if case .signedIn(let stored) = phase { stored } else { nil }
  }

  var state: SessionState {
    switch phase {
    case .unloaded: .unknown
    case .signedOut(let error): .signedOut(error)
    case .signedIn(let stored): .signedIn(as: stored.identity)
    }
  }

  private var isUnloaded: Bool {
    if case .unloaded = phase { true } else { false }
  }

  private var ticket: SessionTicket {
    SessionTicket(login: login, credentialNumber: credentialNumber, failedRuns: failedRuns)
  }

  // MARK: Events

  /// `failedBefore` is ``failedRuns`` when the call began, and `first` its ``login``; nil if it begins now.
  mutating func credential(
    at now: Date, isOptional: Bool, since failedBefore: UInt64, of first: UInt64? = nil
  ) -> Step {
    if let first, first != login { return .fail(endOfLogin) }
    switch phase {
    case .unloaded:
      if let run { return .wait(run.id, starting: nil) }
      if let failure, failedRuns > failedBefore || isHeldOff(at: now) { return .fail(failure.error) }
      return wait(begin(at: now, loading: true))
    case .signedOut(let error):
      if let run { return .wait(run.id, starting: nil) }
      if isOptional { return .use(nil, obtains ? ticket : nil) }
      guard obtains else { return .fail(error ?? AuthenticationError(.missing)) }
      if let failure, failedRuns > failedBefore || isHeldOff(at: now) { return .fail(failure.error) }
      return wait(begin(at: now))
    case .signedIn(let stored):
      let due = canRefresh ? dueDate(of: stored.credential, at: now) : nil
      let isValid = due.map { now < $0.end } ?? true
      // No call waits for an early refresh.
      let isUsable = isValid && !credentialState.isRefused
      if let run { return isUsable ? .use(stored.credential, ticket) : .wait(run.id, starting: nil) }
      guard let due, due.refresh <= now, !isValid || refreshesAhead(stored.credential) else {
        return .use(stored.credential, ticket)
      }
      if let failure, failedRuns > failedBefore || isHeldOff(at: now) {
        return isValid ? .use(stored.credential, ticket) : .fail(failure.error)
      }
      let run = begin(at: now)
      return isUsable ? .use(stored.credential, ticket, starting: run) : wait(run)
    }
  }

  /// Ignores the expiration, and the pause after a failure.
  mutating func refreshNow(at now: Date) -> (step: Step, ticket: SessionTicket) {
    let ticket = ticket
    if let run { return (.wait(run.id, starting: nil), ticket) }
    switch phase {
    case .unloaded: return (wait(begin(at: now, loading: true)), ticket)
    case .signedOut(let error) where !obtains: return (.fail(error ?? AuthenticationError(.missing)), ticket)
    case .signedIn where !canRefresh:
      return (
        .fail(AuthenticationError(.refreshFailed, message: "the session has no way to refresh")), ticket
      )
    case .signedOut, .signedIn: return (wait(begin(at: now)), ticket)
    }
  }

  /// Nil if the run after `ticket` gave a credential.
  func failure(since ticket: SessionTicket) -> AuthenticationError? {
    if ticket.login != login { return endOfLogin }
    return ticket.failedRuns < failedRuns ? failure?.error : nil
  }

  /// Starts a refresh once a minute for an endpoint that never accepted a credential; for one that did, and refuses the
  /// refreshed ones too, after a pause from the fifth in a row on; never unless `mayStart`.
  mutating func refused(
    _ ticket: SessionTicket, by endpoint: SessionEndpoint, hasWaited: Bool = false, mayStart: Bool = true,
    at now: Date
  ) -> AfterRefusal {
    guard ticket.login == login else { return .fail(endOfLogin) }
    if ticket.credentialNumber < credentialNumber { return .replay }
    // A credential with which other calls succeed is not useless.
    let isDoubtful = endpoints.hasAccepted(endpoint) || !credentialState.isAccepted
    if let run {
      if isDoubtful { credentialState.isRefused = true }
      return .wait(run.id, starting: nil)
    }
    guard canRefresh else { return .accept }
    if let failure, ticket.failedRuns < failedRuns || mayStart && isHeldOff(at: now) {
      return .fail(failure.error)
    }
    guard mayStart else { return .accept }
    // A call that waited has started that refresh for its endpoint.
    if hasWaited, credentialState.isRefreshed {
      endpoints.recordRefresh(endpoint, refusing: credentialNumber - 1, at: now)
    }
    if endpoints.isHeldOff(endpoint, refusing: credentialNumber, at: now) || areRefreshesUseless(at: now) {
      return .accept
    }
    endpoints.recordRefresh(endpoint, refusing: credentialNumber, at: now)
    if isDoubtful { credentialState.isRefused = true }
    let run = begin(at: now)
    return .wait(run.id, starting: run)
  }

  mutating func accepted(_ ticket: SessionTicket, by endpoint: SessionEndpoint) {
    guard ticket.login == login else { return }
    endpoints.recordAccepted(endpoint, ticket.credentialNumber)
    guard ticket.credentialNumber == credentialNumber, !credentialState.isAccepted else { return }
    credentialState.isAccepted = true
    uselessRefreshes = 0
  }

  /// Ignored after a sign-in or a sign-out.
  mutating func finished(_ finished: Run, _ result: RunResult, at now: Date, random: UInt64 = 0) {
    guard run?.id == finished.id else { return }
    run = nil
    switch result {
    case .loaded(let stored):
      credentialNumber += 1
      phase = stored.map(Phase.signedIn) ?? .signedOut(nil)
      failure = nil
      credentialState = CredentialState()
    case .unreadable(let error):
      credentialNumber += 1
      phase = .signedOut(error)
      failure = nil
      credentialState = CredentialState()
    case .refreshed(let stored): setRefreshed(stored, at: now)
    case .failed(let error, let isFinal, let isUnsent, let asked):
      if isFinal, !obtains {
        login += 1
        phase = .signedOut(error)
        failure = nil
      } else {
        let count = (failure?.count ?? 0) + 1
        noteFailure(
          error, of: finished, count: isUnsent ? min(count, Self.mostUnsent) : count, asked, at: now, random)
      }
    }
  }

  func wants(lateResultOf late: Run) -> Bool {
    late.login == login && late.stored?.version == stored?.version && !isUnloaded
  }

  /// Ends the run in progress, which refreshes the older credential.
  mutating func finishedLate(_ late: Run, _ stored: Stored, at now: Date) {
    guard wants(lateResultOf: late) else { return }
    run = nil
    setRefreshed(stored, at: now)
  }

  mutating func signIn(_ stored: Stored) { begin(.signedIn(stored)) }

  mutating func signOut() { begin(.signedOut(nil)) }

  mutating func replacedOutside(_ stored: Stored?, in finished: Run) {
    guard run?.id == finished.id else { return }
    outsideChanges += 1
    guard let stored, stored.identity == finished.stored?.identity else {
      return begin(stored.map(Phase.signedIn) ?? .signedOut(nil))
    }
    run = nil
    credentialNumber += 1
    phase = .signedIn(stored)
    failure = nil
    credentialState = CredentialState()
  }

  // MARK: Parts

  private mutating func begin(_ phase: Phase) {
    login += 1
    credentialNumber += 1
    self.phase = phase
    run = nil
    failure = nil
    credentialState = CredentialState()
    uselessRefreshes = 0
    endpoints = SessionEndpoints()
  }

  private mutating func begin(at now: Date, loading isLoading: Bool = false) -> Run {
    lastRun += 1
    let run = Run(id: lastRun, login: login, stored: stored, isLoading: isLoading, began: now)
    self.run = run
    return run
  }

  private mutating func setRefreshed(_ stored: Stored, at now: Date) {
    credentialNumber += 1
    phase = .signedIn(stored)
    failure = nil
    credentialState = CredentialState(since: now, isRefreshed: true)
    uselessRefreshes += 1
  }

  private var endOfLogin: AuthenticationError {
    if case .signedOut(let error) = phase { return error ?? AuthenticationError(.missing) }
    return AuthenticationError(.refused, message: "another login has replaced that of the call")
  }

  private func wait(_ run: Run) -> Step { .wait(run.id, starting: run) }

  /// Nil without an expiration, or if a refresh returned it expired: the clocks differ.
  private mutating func dueDate(of credential: any Credential, at now: Date) -> (refresh: Date, end: Date)? {
    guard let end = credential.expiration else { return nil }
    let since = credentialState.since ?? now
    credentialState.since = since
    let lifetime = end.timeIntervalSince(since)
    if lifetime <= 0 { return credentialState.isRefreshed ? nil : (end, end) }
    return (end - min(leeway, lifetime / 4), end)
  }

  /// Failures without a server lengthen the pause to 4 seconds only, so that it ends soon after an outage.
  private static let mostUnsent = 3

  private mutating func noteFailure(
    _ error: AuthenticationError, of run: Run, count: Int, _ asked: Duration?, at now: Date,
    _ random: UInt64
  ) {
    failedRuns += 1
    let pause = SessionPause.seconds(after: count, asked: asked, random)
    failure = (error.dated(run, next: now + pause), now, pause, count)
  }

  private func isHeldOff(at now: Date) -> Bool {
    guard let failure else { return false }
    return SessionPause.holds(failure.pause, since: failure.at, at: now)
  }

  /// Whether several refreshes in a row were useless: then the API refuses something other than the credential.
  private func areRefreshesUseless(at now: Date) -> Bool {
    guard !credentialState.isAccepted, let since = credentialState.since else { return false }
    return SessionPause.holds(afterUseless: uselessRefreshes, since: since, at: now)
  }
}

extension AuthenticationError {
  fileprivate func dated(_ run: SessionMachine.Run, next: Date) -> AuthenticationError {
    AuthenticationError(
      kind, message: "\(message) (\(run); the next is possible from \(shown(next)))",
      underlying: underlying)
  }
}

extension SessionMachine.Run: CustomStringConvertible {
  var description: String {
    "\(isLoading ? "load" : "refresh") \(id), begun \(shown(began))"
  }
}

private func shown(_ date: Date) -> String {
  Date(timeIntervalSince1970: min(max(date.timeIntervalSince1970, 0), HTTPDate.lastSecond)).formatted(
    .iso8601)
}
