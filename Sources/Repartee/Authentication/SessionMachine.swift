#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The state machine of a session: a value without I/O. Its functions take events and return actions, which ``Session``
/// performs.
///
/// Credentials are counted in *generations*. A refusal concerns one generation, and is not followed by a refresh if
/// there is a newer one. Each sign-in and sign-out begins a new *login*, so that nothing of the previous login changes
/// it.
///
/// The machine holds credentials of any type: if it were generic, it would look up its own types in every call.
struct SessionMachine: Sendable {
  typealias Stored = StoredCredential<any Credential>

  /// A load of the store or a refresh. A session has at most one run at a time.
  struct Run: Sendable {
    let id: UInt64
    let login: UInt64
    /// The credential to refresh; nil if the store is loaded, or if a first credential is obtained.
    let stored: Stored?
    let isLoading: Bool
    /// When it began.
    let began: Date
  }

  /// The result of a run.
  enum RunResult: Sendable {
    /// The credential in the store; nil if there is none.
    case loaded(Stored?)
    /// There is no credential in what is stored, so that nobody is signed in.
    case unreadable(AuthenticationError)
    case refreshed(Stored)
    /// `isFinal` means that the credential is useless from now on. `asked` is the pause that the server asks for.
    case failed(AuthenticationError, isFinal: Bool, asked: Duration? = nil)
  }

  /// How a request gets its credential.
  enum Step: Sendable {
    /// It is sent with this credential at once, whatever comes of the run that is started.
    case use((any Credential)?, SessionTicket?, starting: Run? = nil)
    /// Wait until this run is over, and ask again.
    case wait(UInt64, starting: Run?)
    case fail(AuthenticationError)
  }

  /// How to handle a response that refuses a credential.
  enum AfterRefusal: Sendable {
    /// The response is that of the call.
    case accept
    /// The request is sent again with a newer credential.
    case replay
    /// Wait until this run is over, and ask again.
    case wait(UInt64, starting: Run?)
    case fail(AuthenticationError)
  }

  private enum Phase: Sendable {
    case unloaded
    case signedOut(AuthenticationError?)
    case signedIn(Stored)
  }

  /// Whether credentials can be refreshed.
  let canRefresh: Bool
  /// Whether the session obtains its first credential in the same way, so that nobody has to sign in.
  let obtains: Bool
  /// How long before its expiration a credential is refreshed.
  let leeway: TimeInterval

  private(set) var login: UInt64 = 0
  /// The number of times that another process has changed the stored credential.
  private(set) var takeOvers: UInt64 = 0
  private(set) var run: Run?
  /// The number of runs that failed.
  private(set) var epoch: UInt64 = 0
  private var generation: UInt64 = 0
  private var phase: Phase = .unloaded
  private var lastRun: UInt64 = 0
  /// The last failure, since when and how long it holds off the next run, and the number of failures in a row.
  private var failure: (error: AuthenticationError, at: Date, pause: TimeInterval, count: Int)?
  /// What is known of the current credential.
  private var knowledge = Knowledge()
  /// The number of refreshed credentials in a row that no call succeeded with.
  private var unaccepted = 0
  private var endpoints = SessionEndpoints()

  /// What is known of a credential.
  private struct Knowledge: Sendable {
    /// When it came from a refresh, or was first used.
    var since: Date?
    /// Whether it came from a refresh.
    var isRefreshed = false
    /// Whether a call succeeded with it.
    var isAccepted = false
    /// Whether it is probably useless: no other request is sent with it while it is being refreshed.
    var isRefused = false
  }

  init(canRefresh: Bool, obtains: Bool, leeway: Duration) {
    self.canRefresh = canRefresh
    self.obtains = obtains
    self.leeway = max(leeway / .seconds(1), 0)
  }

  /// The current credential; nil while nobody is signed in.
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

  private var ticket: SessionTicket { SessionTicket(login: login, generation: generation, epoch: epoch) }

  // MARK: Events

  /// Returns how a request gets its credential.
  ///
  /// - Parameters:
  ///   - begun: The value of `epoch` when its call began.
  ///   - first: The value of `login` when its call began; nil if it begins now.
  mutating func credential(
    at now: Date, isOptional: Bool, since begun: UInt64, of first: UInt64? = nil
  ) -> Step {
    if let first, first != login { return .fail(endOfLogin) }
    switch phase {
    case .unloaded:
      if let run { return .wait(run.id, starting: nil) }
      if let failure, epoch > begun || isHeldOff(at: now) { return .fail(failure.error) }
      return wait(begin(at: now, loading: true))
    case .signedOut(let error):
      if let run { return .wait(run.id, starting: nil) }
      if isOptional { return .use(nil, obtains ? ticket : nil) }
      guard obtains else { return .fail(error ?? AuthenticationError(.missing)) }
      if let failure, epoch > begun || isHeldOff(at: now) { return .fail(failure.error) }
      return wait(begin(at: now))
    case .signedIn(let stored):
      let due = canRefresh ? dueDate(of: stored.credential, at: now) : nil
      let isValid = due.map { now < $0.end } ?? true
      // Nothing waits for a refresh ahead of the expiration.
      let isUsable = isValid && !knowledge.isRefused
      if let run { return isUsable ? .use(stored.credential, ticket) : .wait(run.id, starting: nil) }
      guard let due, due.refresh <= now else { return .use(stored.credential, ticket) }
      if let failure, epoch > begun || isHeldOff(at: now) {
        return isValid ? .use(stored.credential, ticket) : .fail(failure.error)
      }
      let run = begin(at: now)
      return isUsable ? .use(stored.credential, ticket, starting: run) : wait(run)
    }
  }

  /// Returns how to handle a refusal of the ticket's credential.
  ///
  /// An endpoint that never succeeded with a credential starts a refresh once a minute: what it refuses is probably not
  /// the credential. One that did, and now refuses the refreshed credential too, starts the next after a second, a
  /// pause that doubles. Other endpoints, and a refresh before the expiration, are not held up.
  ///
  /// - Parameter hasWaited: Whether the call waited for the refresh of this credential.
  mutating func refused(
    _ ticket: SessionTicket, by endpoint: SessionEndpoint, hasWaited: Bool = false, at now: Date
  ) -> AfterRefusal {
    guard ticket.login == login else { return .fail(endOfLogin) }
    if ticket.generation < generation { return .replay }
    // While other calls succeed with the credential, it is not useless because this endpoint refuses it.
    let isDoubtful = endpoints.hasAccepted(endpoint) || !knowledge.isAccepted
    if let run {
      if isDoubtful { knowledge.isRefused = true }
      return .wait(run.id, starting: nil)
    }
    guard canRefresh else { return .accept }
    if let failure, ticket.epoch < epoch || isHeldOff(at: now) { return .fail(failure.error) }
    // Such a call has started that refresh, as far as its endpoint is concerned.
    if hasWaited, knowledge.isRefreshed { endpoints.starts(endpoint, refusing: generation - 1, at: now) }
    if endpoints.isHeldOff(endpoint, refusing: generation, at: now) || isStorm(at: now) { return .accept }
    endpoints.starts(endpoint, refusing: generation, at: now)
    if isDoubtful { knowledge.isRefused = true }
    let run = begin(at: now)
    return .wait(run.id, starting: run)
  }

  /// Records that a call succeeded with the ticket's credential at an endpoint.
  mutating func accepted(_ ticket: SessionTicket, by endpoint: SessionEndpoint) {
    guard ticket.login == login else { return }
    endpoints.accepts(endpoint, ticket.generation)
    guard ticket.generation == generation, !knowledge.isAccepted else { return }
    knowledge.isAccepted = true
    unaccepted = 0
  }

  /// Ends a run. Its result is ignored if there was a sign-in or a sign-out in the meantime.
  ///
  /// - Parameter random: Random bits, for the pause after a failure.
  mutating func finished(_ finished: Run, _ result: RunResult, at now: Date, random: UInt64 = 0) {
    guard run?.id == finished.id else { return }
    run = nil
    switch result {
    case .loaded(let stored):
      generation += 1
      phase = stored.map(Phase.signedIn) ?? .signedOut(nil)
      failure = nil
      knowledge = Knowledge()
    case .unreadable(let error):
      generation += 1
      phase = .signedOut(error)
      failure = nil
      knowledge = Knowledge()
    case .refreshed(let stored): took(stored, at: now)
    case .failed(let error, let isFinal, let asked):
      if isFinal, !obtains {
        login += 1
        phase = .signedOut(error)
        failure = nil
      } else {
        noteFailure(error, of: finished, asked, at: now, random)
      }
    }
  }

  /// Whether a credential may still replace the one that a run began with, although the run is over.
  func wants(lateResultOf late: Run) -> Bool {
    late.login == login && late.stored?.version == stored?.version && !isUnloaded
  }

  /// Takes a credential that came after the end of its run. A run in progress ends: it refreshes the older credential.
  mutating func finishedLate(_ late: Run, _ stored: Stored, at now: Date) {
    guard wants(lateResultOf: late) else { return }
    run = nil
    took(stored, at: now)
  }

  mutating func signIn(_ stored: Stored) { begin(.signedIn(stored)) }

  mutating func signOut() { begin(.signedOut(nil)) }

  /// Takes over what another process has stored: it has refreshed the credential, signed out, or signed in as somebody
  /// else.
  mutating func tookOver(_ stored: Stored?, in finished: Run) {
    guard run?.id == finished.id else { return }
    takeOvers += 1
    guard let stored, stored.identity == finished.stored?.identity else {
      return begin(stored.map(Phase.signedIn) ?? .signedOut(nil))
    }
    run = nil
    generation += 1
    phase = .signedIn(stored)
    failure = nil
    knowledge = Knowledge()
  }

  // MARK: Parts

  private mutating func begin(_ phase: Phase) {
    login += 1
    generation += 1
    self.phase = phase
    run = nil
    failure = nil
    knowledge = Knowledge()
    unaccepted = 0
    endpoints = SessionEndpoints()
  }

  private mutating func begin(at now: Date, loading isLoading: Bool = false) -> Run {
    lastRun += 1
    let run = Run(id: lastRun, login: login, stored: stored, isLoading: isLoading, began: now)
    self.run = run
    return run
  }

  private mutating func took(_ stored: Stored, at now: Date) {
    generation += 1
    phase = .signedIn(stored)
    failure = nil
    knowledge = Knowledge(since: now, isRefreshed: true)
    unaccepted += 1
  }

  /// The error of a call that began with an earlier login.
  private var endOfLogin: AuthenticationError {
    if case .signedOut(let error) = phase { return error ?? AuthenticationError(.missing) }
    return AuthenticationError(.refused, message: "somebody else has signed in since the call began")
  }

  private func wait(_ run: Run) -> Step { .wait(run.id, starting: run) }

  /// Returns the dates when to refresh a credential and when it expires; nil if it has no expiration. Nil also if a
  /// refresh returned it already expired: the clocks of client and server differ.
  private mutating func dueDate(of credential: any Credential, at now: Date) -> (refresh: Date, end: Date)? {
    guard let end = credential.expiration else { return nil }
    let since = knowledge.since ?? now
    knowledge.since = since
    let lifetime = end.timeIntervalSince(since)
    if lifetime <= 0 { return knowledge.isRefreshed ? nil : (end, end) }
    return (end - min(leeway, lifetime / 4), end)
  }

  private mutating func noteFailure(
    _ error: AuthenticationError, of run: Run, _ asked: Duration?, at now: Date, _ random: UInt64
  ) {
    epoch += 1
    let count = (failure?.count ?? 0) + 1
    let pause = SessionPause.seconds(after: count, asked: asked, random)
    failure = (error.dated(run, next: now + pause), now, pause, count)
  }

  /// Whether the last failure is too recent for another run.
  private func isHeldOff(at now: Date) -> Bool {
    guard let failure else { return false }
    return SessionPause.holds(failure.pause, since: failure.at, at: now)
  }

  /// Whether several refreshed credentials in a row are of no use, and the last one is recent. Then the API refuses
  /// something else.
  private func isStorm(at now: Date) -> Bool {
    guard unaccepted > 3, !knowledge.isAccepted, let since = knowledge.since else { return false }
    return SessionPause.holds(SessionPause.seconds(after: unaccepted - 3), since: since, at: now)
  }
}

extension AuthenticationError {
  /// Returns the error with the run that it comes from, and when the next one is possible.
  fileprivate func dated(_ run: SessionMachine.Run, next: Date) -> AuthenticationError {
    AuthenticationError(
      kind, message: "\(message) (\(run); the next is possible from \(shown(next)))",
      underlying: underlying)
  }
}

extension SessionMachine.Run: CustomStringConvertible {
  /// `refresh 3, begun 2026-02-01T12:00:00Z`
  var description: String {
    "\(isLoading ? "load" : "refresh") \(id), begun \(shown(began))"
  }
}

/// Returns a date as `2026-02-01T12:00:00Z`. One that has no such form is shown as the next one that has.
private func shown(_ date: Date) -> String {
  Date(timeIntervalSince1970: min(max(date.timeIntervalSince1970, 0), HTTPDate.lastSecond)).formatted(
    .iso8601)
}

/// An identification of the credential that a request was sent with.
struct SessionTicket: Sendable, Hashable {
  let login: UInt64
  let generation: UInt64
  /// The count of failures at that time.
  let epoch: UInt64
}

/// A session when a call first asked for its credential.
struct SessionStart: Sendable {
  /// The login. The call is never sent as another one.
  var login: UInt64?
  /// Whether the call has waited for the credential since.
  var hasWaited = false
  /// The count of failures.
  var epoch: UInt64?
}
