#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// A login to an API, with a credential that is refreshed when necessary.
///
/// ```swift
/// let session = Session<BearerToken>(
///   store: FileCredentialStore(path: path)
/// ) { token, refresh in
///   try await refresh.client.send(RefreshToken(token.refreshToken))
/// }
/// client.authentication = .session(session)
///
/// try await session.signIn(token, as: "ada")
/// // refreshed when it has to be
/// let me = try await client.send(GetMe())
/// try await session.signOut()
/// ```
///
/// **When it refreshes.** Before the credential expires, and when the API refuses it: with a 401 by default, see
/// ``RefusalRule``. As long as the credential is valid, no call waits for a refresh ahead of its expiration.
/// After a refusal the request is sent again with the new credential, once in a call, whether the endpoint declares the
/// 401 or not; its response map reads the second response. The request is not sent again if the outcome of the refusal
/// is ``Outcome/permanent``, or if its body can be read only once.
///
/// An endpoint that refuses the new credential too, and never accepted one, starts no other refresh for a minute: the
/// refusal is the response of its calls. Up to 1,000 endpoints are told apart, by method, host and path template.
///
/// **One refresh at a time.** However many calls are refused, there is one refresh, and they all wait for it. A late
/// refusal of an old credential uses the current one. If a waiting call is cancelled or its time is up, the call ends
/// and the refresh continues: it has a time limit of its own. At the limit it is cancelled, and abandoned if it ignores
/// that, so that later calls can refresh. What it returns afterwards is used if the credential is still the one that it
/// began with.
///
/// **Failed refreshes.** If a refresh fails, the calls that waited for it fail with an ``AuthenticationError`` of kind
/// ``AuthenticationError/Kind/refreshFailed``; if the old credential was not refused and has not expired, they are sent
/// with it instead. The credential is kept, and the next refresh starts after a pause: one second, twice as long after
/// each further failure, 5 minutes at most, with a random addition of up to a quarter; longer if the token endpoint
/// asks for that with `Retry-After`, an hour at most. Only a ``RefreshFailure`` that is final ends the session, which
/// is then signed out; an ``AuthenticationError`` of kind ``AuthenticationError/Kind/refused`` is one. A session that
/// obtains its first credential itself tries again instead.
///
/// **Identity.** A call that began as one account is never sent again as another. The result of a refresh that ends
/// after a sign-out is dropped. A refresh that uses the session itself (with another client than
/// ``SessionRefresh/client``) is sent with the current credential, and waits for nothing.
///
/// Several clients can use one session. All members can be called from any task.
public final class Session<Credential: Repartee.Credential>: Sendable {
  /// A function that returns a new credential for an old one, or throws.
  public typealias Refresher =
    @Sendable (_ credential: Credential, _ refresh: SessionRefresh) async throws -> Credential

  /// A function that returns a new credential. The old one is nil if there is none yet.
  public typealias Obtainer =
    @Sendable (_ credential: Credential?, _ refresh: SessionRefresh) async throws -> Credential

  let store: (any CredentialStore<Credential>)?
  let refusal: RefusalRule
  let obtain: Obtainer?
  let refreshTimeout: TimeLimit
  let shell: Mutex<SessionShell>
  private let saving = AsyncLock()
  let id = UUID().uuidString

  /// Creates a session that somebody signs in to.
  ///
  /// - Parameters:
  ///   - store: The store of the credential, which is first read when the session is first used; nil keeps the
  ///     credential in memory.
  ///   - refusal: Which responses refuse a credential. The default is a 401.
  ///   - leeway: How long before its expiration a credential is refreshed. The default is 30 seconds. It is at most a
  ///     quarter of the credential's lifetime, which begins with the refresh or with the first use.
  ///   - refreshTimeout: The time limit of a refresh. The default is 60 seconds. The limits of the call that started it
  ///     do not count. A store has as long for its lease, and as long for a write.
  ///   - refreshing: Returns a new credential. If it is nil, credentials can't be refreshed, and a refusal is the
  ///     response of the call.
  public convenience init(
    store: (any CredentialStore<Credential>)? = nil, refusal: RefusalRule = .unauthorized,
    leeway: Duration = .seconds(30), refreshTimeout: TimeLimit = .seconds(60), refreshing: Refresher? = nil
  ) {
    var obtain: Obtainer?
    if let refreshing {
      obtain = { credential, refresh in
        guard let credential else { throw AuthenticationError(.missing) }
        return try await refreshing(credential, refresh)
      }
    }
    self.init(store, refusal, leeway, refreshTimeout, obtain, obtainsFirst: false)
  }

  /// Returns a session that nobody has to sign in to, for example that of a program: it obtains its first credential in
  /// the same way as later ones.
  ///
  /// With ``Authentication/session(ifSignedIn:)`` the first credential is obtained when the API first refuses a request
  /// without one; ``SessionRefresh/challenges`` then has the API's challenges. The other parameters are those of
  /// ``init(store:refusal:leeway:refreshTimeout:refreshing:)``, with the same defaults.
  public static func obtaining(
    store: (any CredentialStore<Credential>)? = nil, refusal: RefusalRule = .unauthorized,
    leeway: Duration = .seconds(30), refreshTimeout: TimeLimit = .seconds(60), _ obtain: @escaping Obtainer
  ) -> Session {
    Session(store, refusal, leeway, refreshTimeout, obtain, obtainsFirst: true)
  }

  private init(
    _ store: (any CredentialStore<Credential>)?, _ refusal: RefusalRule, _ leeway: Duration,
    _ refreshTimeout: TimeLimit, _ obtain: Obtainer?, obtainsFirst: Bool
  ) {
    self.store = store
    self.refusal = refusal
    self.obtain = obtain
    self.refreshTimeout = refreshTimeout
    var machine = SessionMachine(
      canRefresh: obtain != nil, obtains: obtainsFirst, leeway: leeway)
    if store == nil { machine.signOut() }
    shell = Mutex(SessionShell(machine: machine))
  }

  deinit {
    shell.withLock { shell in
      for observer in shell.observers.values { observer.finish() }
    }
  }

  // MARK: Signing in and out

  /// Signs in, and replaces the previous login. Calls that wait for a refresh of the previous credential fail.
  ///
  /// - Parameters:
  ///   - credential: The credential.
  ///   - identity: Who is signed in, for example an account's ID; it is not secret. Sessions with the same identity
  ///     share their responses in a cache.
  /// - Throws: An ``AuthenticationError`` of kind ``AuthenticationError/Kind/storeFailed``: the store may not have the
  ///   credential, or a cache still has responses of the previous login. The session is signed in in any case.
  public func signIn(_ credential: Credential, as identity: String? = nil) async throws(AuthenticationError) {
    change { $0.signIn(SessionMachine.Stored(credential, identity: identity, version: newSessionVersion())) }
    let failure = await forgetData()
    try await save()
    if let failure { throw failure }
  }

  /// Signs out. Removes the credential, and the stored responses of the user from each cache that a call of this login
  /// has used, including those of earlier runs; see the guide "Caching". Calls that wait for a refresh fail.
  ///
  /// - Throws: An ``AuthenticationError`` of kind ``AuthenticationError/Kind/storeFailed``: the store may still have
  ///   the credential, or a cache the responses. The session is signed out in any case. Call this again to try
  ///   again.
  public func signOut() async throws(AuthenticationError) {
    change { $0.signOut() }
    let failure = await forgetData()
    try await save()
    if let failure { throw failure }
  }

  /// Who is signed in; ``SessionState/unknown`` until the store was first read.
  public var state: SessionState { shell.withLock { $0.machine.state } }

  /// The current state and each new one, for example to show a sign-in page. Each access returns a stream of its own. A
  /// slow reader misses all states but the newest. The stream ends with the session.
  public var states: AsyncStream<SessionState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SessionState.self, bufferingPolicy: .bufferingNewest(1))
    let id = shell.withLock { shell in
      shell.lastWaiter += 1
      shell.observers[shell.lastWaiter] = continuation
      continuation.yield(shell.machine.state)
      return shell.lastWaiter
    }
    continuation.onTermination = { [weak self] _ in
      self?.shell.withLock { _ = $0.observers.removeValue(forKey: id) }
    }
    return stream
  }

  /// The credential; nil while nobody is signed in, or before the store was first read.
  public var credential: Credential? { own(shell.withLock { $0.machine.stored })?.credential }

  /// The error of storing a refreshed credential; nil if it was stored. The session uses the credential until the
  /// process ends.
  public var storeError: AuthenticationError? { shell.withLock { $0.storeError } }

  // MARK: Changes

  /// Changes the machine, resumes the tasks that waited for a run that is over, and yields a new state to the streams.
  func change<Value: Sendable>(
    _ change: @Sendable (inout SessionMachine) -> Value
  ) -> Value {
    let (value, woken) = shell.withLock { shell in
      let login = shell.machine.login
      let value = change(&shell.machine)
      if shell.machine.login != login { shell.forgetData() }
      let state = shell.machine.state
      if shell.shown != state {
        shell.shown = state
        for observer in shell.observers.values { observer.yield(state) }
      }
      guard shell.machine.run == nil else { return (value, [CheckedContinuation<Void, Never>]()) }
      let woken = Array(shell.waiters.values)
      shell.waiters = [:]
      return (value, woken)
    }
    for waiter in woken { waiter.resume() }
    return value
  }

  /// Waits until the data of earlier logins are removed, and returns the error of a holder that failed.
  private func forgetData() async -> AuthenticationError? {
    let removals = shell.withLock { shell in
      defer { shell.removals = [] }
      return shell.removals
    }
    var failures: [LoginData.Failure] = []
    for removal in removals { if let failure = await removal.value { failures.append(failure) } }
    guard let first = failures.first else { return nil }
    // The next sign-out tries again.
    shell.withLock { [failures] shell in for failure in failures { shell.data.note(failure) } }
    return AuthenticationError(
      .storeFailed, message: "a cache could not remove the responses of the login", underlying: first.error)
  }

  /// Saves the current credential at the time of writing, so that the last write saves the newest.
  private func save() async throws(AuthenticationError) {
    // Afterwards, so that no other process can spend the credential that the run was spending.
    defer { abandonEndedRun() }
    guard let store else { return }
    do {
      try await saving.withLock {
        let stored = self.own(self.shell.withLock { $0.machine.stored })
        try await store.withLock { try await store.save(stored) }
        self.noteSaved(stored)
      }
    } catch {
      throw AuthenticationError(.storeFailed, underlying: error)
    }
  }

  /// What came of replacing a stored credential.
  enum Replacement {
    case written
    /// Another process has written.
    case refused
    /// There was a sign-in or a sign-out in this process.
    case unwanted
    /// ``storeError`` has the error.
    case failed
  }

  /// Replaces the stored credential when the earlier writes are over, if the machine still wants it then, and if the
  /// store still has one of the versions.
  func replace(
    _ versions: Set<String?>, by stored: StoredCredential<Credential>?,
    in store: any CredentialStore<Credential>,
    if isWanted: @Sendable (SessionMachine) -> Bool
  ) async -> Replacement {
    do {
      return try await saving.withLock {
        guard self.shell.withLock({ isWanted($0.machine) }) else { return .unwanted }
        for version in versions where try await store.replace(version, with: stored) {
          self.noteSaved(stored)
          return .written
        }
        return .refused
      }
    } catch {
      shell.withLock { $0.storeError = AuthenticationError(.storeFailed, underlying: error) }
      return .failed
    }
  }

  private func noteSaved(_ stored: StoredCredential<Credential>?) {
    shell.withLock {
      $0.storeVersion = SessionShell.StoreVersion(version: stored?.version)
      $0.storeError = nil
    }
  }

  /// Returns the machine's credential with the type of this session.
  func own(_ stored: SessionMachine.Stored?) -> StoredCredential<Credential>? {
    stored?.compactMap { $0 as? Credential }
  }
}

/// The state of a session, and the tasks that wait for it.
struct SessionShell: Sendable {
  /// The version of the stored credential; nil if the store is empty.
  struct StoreVersion: Sendable {
    var version: String?
  }

  var machine: SessionMachine
  /// What the last run does, which can be abandoned.
  var work: (run: UInt64, work: any Cancellable)?
  var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  var lastWaiter: UInt64 = 0
  var observers: [UInt64: AsyncStream<SessionState>.Continuation] = [:]
  var shown: SessionState?
  var storeError: AuthenticationError?
  /// The version in the store that this session last read or wrote; nil if it did neither.
  var storeVersion: StoreVersion?
  /// What holds data of the current login.
  var data = LoginData()
  /// The tasks that remove the data of earlier logins.
  var removals: [Task<LoginData.Failure?, Never>] = []

  /// Starts to remove the data of the login that has ended.
  mutating func forgetData() { removals += data.remove() }
}

func newSessionVersion() -> String { UUID().uuidString }

extension Session: CustomStringConvertible, CustomReflectable {
  /// `a session` and its state, without the credential.
  public var description: String { "a session, \(state)" }
  public var customMirror: Mirror { Mirror(self, children: ["state": state]) }
}
