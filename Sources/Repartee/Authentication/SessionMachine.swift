#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a session knows and does: a value without I/O. Events go in, what to do comes out; ``Session`` does it.
///
/// Credentials are counted in *generations*: what is refused is one of them, and one that is not the newest is not
/// refreshed again. Each sign-in and sign-out begins a new *login*, so that nothing of the last one changes it.
///
/// It knows credentials of any type: one that is generic would look its own types up in every call.
struct SessionMachine: Sendable {
  typealias Stored = StoredCredential<any Credential>

  /// What a session does at most one of at a time.
  struct Run: Sendable {
    let id: UInt64
    let login: UInt64
    /// What is to be refreshed; nil where the store is read first, or where a first one is obtained.
    let stored: Stored?
    let isLoading: Bool
  }

  /// What comes of it.
  enum RunResult: Sendable {
    /// What the store has.
    case loaded(Stored?)
    case refreshed(Stored)
    /// `isFinal` says that the credential is of no use any more.
    case failed(AuthenticationError, isFinal: Bool)
  }

  /// What a request is to be sent with.
  enum Step: Sendable {
    case use((any Credential)?, SessionTicket?)
    /// Wait until this run is over, and ask again.
    case wait(UInt64, starting: Run?)
    case fail(AuthenticationError)
  }

  /// What becomes of a response that refuses a credential.
  enum AfterRefusal: Sendable {
    /// It is the response of the call.
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

  /// Whether there is a way to refresh a credential.
  let canRefresh: Bool
  /// Whether a first credential is obtained in the same way, so that nobody has to sign in.
  let obtains: Bool
  /// How long before its end a credential is refreshed.
  let leeway: TimeInterval

  private(set) var login: UInt64 = 0
  /// How often a credential came from another process.
  private(set) var takeOvers: UInt64 = 0
  private(set) var run: Run?
  /// How many refreshes have failed.
  private(set) var epoch: UInt64 = 0
  private var generation: UInt64 = 0
  private var phase: Phase = .unloaded
  private var lastRun: UInt64 = 0
  /// The failures since a credential was last accepted, as long as they hold off others.
  private var failure: (error: AuthenticationError, at: Date, count: Int)?
  /// When the credential came from a refresh; nil of one that was signed in with or loaded.
  private var refreshed: Date?
  private var isAccepted = false

  init(canRefresh: Bool, obtains: Bool, leeway: Duration) {
    self.canRefresh = canRefresh
    self.obtains = obtains
    self.leeway = max(leeway / .seconds(1), 0)
  }

  /// What is signed in, for the store.
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

  /// A request is to be sent, of a call that began when that many refreshes had failed.
  mutating func credential(
    at now: Date, isOptional: Bool, since begun: UInt64
  ) -> Step {
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

  /// The credential of a ticket was refused.
  mutating func refused(_ ticket: SessionTicket, at now: Date) -> AfterRefusal {
    guard ticket.login == login else {
      if case .signedOut(let error) = phase { return .fail(error ?? AuthenticationError(.missing)) }
      return .fail(AuthenticationError(.refused, message: "somebody else has signed in since the call began"))
    }
    if ticket.generation < generation { return .replay }
    if let run { return .wait(run.id, starting: nil) }
    guard canRefresh else { return .accept }
    // A credential that is refused as soon as it is there is not refreshed time and again.
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

  /// The credential of a ticket was not refused.
  mutating func accepted(_ ticket: SessionTicket) {
    guard ticket.login == login, ticket.generation == generation, !isAccepted else { return }
    isAccepted = true
    if run == nil { failure = nil }
  }

  /// A run is over. What it came to changes nothing if there was a sign-in or a sign-out since.
  mutating func finished(_ finished: Run, _ result: RunResult, at now: Date) {
    guard run?.id == finished.id else { return }
    run = nil
    switch result {
    case .loaded(let stored):
      generation += 1
      phase = stored.map(Phase.signedIn) ?? .signedOut(nil)
      refreshed = nil
      isAccepted = false
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

  /// Another process has put this into the store: it has refreshed the credential, or signed out, or in as somebody
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

  private func wait(_ run: Run) -> Step { .wait(run.id, starting: run) }

  /// When a credential is refreshed, and when it ends. Of one that had ended when it came there is nothing to tell: the
  /// clocks differ.
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

  /// Whether the last failure was a moment ago: a second after the first, twice as long after each more, a minute at
  /// most.
  private func isHeldOff(at now: Date) -> Bool {
    guard let failure else { return false }
    let elapsed = now.timeIntervalSince(failure.at)
    return elapsed >= 0 && elapsed < Double(min(1 << min(failure.count - 1, 6), 60))
  }
}

/// Which credential a request was sent with.
struct SessionTicket: Sendable, Hashable {
  let login: UInt64
  let generation: UInt64
  /// How many refreshes had failed by then.
  let epoch: UInt64
}
