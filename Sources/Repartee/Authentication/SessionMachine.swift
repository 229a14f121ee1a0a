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
  }

  /// The result of a run.
  enum RunResult: Sendable {
    /// The credential in the store; nil if there is none.
    case loaded(Stored?)
    /// There is no credential in what is stored, so that nobody is signed in.
    case unreadable(AuthenticationError)
    case refreshed(Stored)
    /// `isFinal` means that the credential is useless from now on.
    case failed(AuthenticationError, isFinal: Bool)
  }

  /// How a request gets its credential.
  enum Step: Sendable {
    case use((any Credential)?, SessionTicket?)
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
  /// The number of failures: of runs, and of refreshed credentials that were refused at first use.
  private(set) var epoch: UInt64 = 0
  private var generation: UInt64 = 0
  private var phase: Phase = .unloaded
  private var lastRun: UInt64 = 0
  /// The last failure, and the number of failures since a credential was last accepted.
  private var failure: (error: AuthenticationError, at: Date, count: Int)?
  /// The date of the refresh that the credential came from; nil if it came from a sign-in or from the store.
  private var refreshed: Date?
  private var isAccepted = false

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
    if let run { return .wait(run.id, starting: nil) }
    switch phase {
    case .unloaded:
      if let failure, epoch > begun || isHeldOff(at: now) { return .fail(failure.error) }
      return wait(begin(loading: true))
    case .signedOut(let error):
      if isOptional { return .use(nil, obtains ? ticket : nil) }
      guard obtains else { return .fail(error ?? AuthenticationError(.missing)) }
      if let failure, epoch > begun || isHeldOff(at: now) { return .fail(failure.error) }
      return wait(begin())
    case .signedIn(let stored):
      guard canRefresh, let due = dueDate(of: stored.credential), due.refresh <= now else {
        return .use(stored.credential, ticket)
      }
      guard let failure, epoch > begun || isHeldOff(at: now) else { return wait(begin()) }
      return due.end <= now ? .fail(failure.error) : .use(stored.credential, ticket)
    }
  }

  /// Returns how to handle a refusal of the ticket's credential.
  mutating func refused(_ ticket: SessionTicket, at now: Date) -> AfterRefusal {
    guard ticket.login == login else { return .fail(endOfLogin) }
    if ticket.generation < generation { return .replay }
    if let run { return .wait(run.id, starting: nil) }
    guard canRefresh else { return .accept }
    // A credential that is refused when it is first used is not refreshed again and again.
    let isFresh = refreshed != nil && !isAccepted
    if let failure, ticket.epoch < epoch || isHeldOff(at: now) {
      return isFresh ? .accept : .fail(failure.error)
    }
    if isFresh {
      let isFirst = failure == nil
      noteFailure(AuthenticationError(.refused), at: now)
      if isFirst { return .accept }
    }
    let run = begin()
    return .wait(run.id, starting: run)
  }

  /// Records that the ticket's credential was not refused.
  mutating func accepted(_ ticket: SessionTicket) {
    guard ticket.login == login, ticket.generation == generation, !isAccepted else { return }
    isAccepted = true
    if run == nil { failure = nil }
  }

  /// Ends a run. Its result is ignored if there was a sign-in or a sign-out in the meantime.
  mutating func finished(_ finished: Run, _ result: RunResult, at now: Date) {
    guard run?.id == finished.id else { return }
    run = nil
    switch result {
    case .loaded(let stored):
      generation += 1
      phase = stored.map(Phase.signedIn) ?? .signedOut(nil)
      refreshed = nil
      isAccepted = false
    case .unreadable(let error):
      generation += 1
      phase = .signedOut(error)
    case .refreshed(let stored):
      generation += 1
      phase = .signedIn(stored)
      refreshed = now
      isAccepted = false
    case .failed(let error, let isFinal):
      if isFinal, !obtains {
        login += 1
        phase = .signedOut(error)
        failure = nil
      } else {
        noteFailure(error, at: now)
      }
    }
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
    refreshed = nil
    isAccepted = false
  }

  // MARK: Parts

  private mutating func begin(_ phase: Phase) {
    login += 1
    generation += 1
    self.phase = phase
    run = nil
    failure = nil
    refreshed = nil
    isAccepted = false
  }

  private mutating func begin(loading isLoading: Bool = false) -> Run {
    lastRun += 1
    let run = Run(id: lastRun, login: login, stored: stored, isLoading: isLoading)
    self.run = run
    return run
  }

  /// The error of a call that began with an earlier login.
  private var endOfLogin: AuthenticationError {
    if case .signedOut(let error) = phase { return error ?? AuthenticationError(.missing) }
    return AuthenticationError(.refused, message: "somebody else has signed in since the call began")
  }

  private func wait(_ run: Run) -> Step { .wait(run.id, starting: run) }

  /// Returns the dates when to refresh a credential and when it expires; nil if it has no expiration. Nil also if a
  /// refresh returned it already expired: the clocks of client and server differ.
  private func dueDate(of credential: any Credential) -> (refresh: Date, end: Date)? {
    guard let end = credential.expiration else { return nil }
    guard let refreshed else { return (end - leeway, end) }
    let lifetime = end.timeIntervalSince(refreshed)
    return lifetime > 0 ? (end - min(leeway, lifetime / 4), end) : nil
  }

  private mutating func noteFailure(_ error: AuthenticationError, at now: Date) {
    epoch += 1
    failure = (error, now, (failure?.count ?? 0) + 1)
  }

  /// Whether the last failure is too recent to try again: one second after the first failure, twice as long after each
  /// further one, up to a minute.
  private func isHeldOff(at now: Date) -> Bool {
    guard let failure else { return false }
    let elapsed = now.timeIntervalSince(failure.at)
    return elapsed >= 0 && elapsed < Double(min(1 << min(failure.count - 1, 6), 60))
  }
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
  /// The count of failures.
  var epoch: UInt64?
}
