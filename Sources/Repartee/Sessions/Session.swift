#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import ReparteeBase

/// A login to an API, with a credential that is refreshed before it expires and when the API refuses it.
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
/// let me = try await client.send(GetMe())
/// try await session.signOut()
/// ```
///
/// Calls wait for one refresh, unless the credential is still valid. A refused request is sent again once, or up to
/// three times if newer credentials arrive meanwhile, but never as another account. After a failed refresh the next
/// one waits a second, doubled with each failure up to 5 minutes, or up to an hour if `Retry-After` asks for it. Only a
/// final ``RefreshFailure`` signs the session out. Several clients can share a session concurrently. See
/// <doc:SigningIn>.
public final class Session<Credential: Repartee.Credential>: Sendable {
  typealias Obtainer = @Sendable (Credential?, SessionRefresh) async throws -> Credential

  let store: (any CredentialStore<Credential>)?
  let refusal: RefusalRule
  let obtain: Obtainer?
  let refreshTimeout: Duration
  let shell: Mutex<SessionShell>
  private let saving = AsyncLock()
  let id = UUID().uuidString

  /// Creates a session to sign in to.
  ///
  /// - Parameters:
  ///   - store: The store of the credential, read at first use; by default the credential is in memory.
  ///   - refusal: Which responses refuse a credential; by default a 401.
  ///   - leeway: How long before its expiration a credential is refreshed; by default 30 seconds, at most a quarter of
  ///     its lifetime, which begins with the refresh, or else when this process first uses it.
  ///   - refreshTimeout: The time limit of a refresh, by default 60 seconds; a store has as long for its lease and for
  ///     a write.
  ///   - refreshing: Returns a new credential. With nil, the default, a refusal is the response of the call.
  public convenience init(
    store: (any CredentialStore<Credential>)? = nil, refusal: RefusalRule = .unauthorized,
    leeway: Duration = .seconds(30), refreshTimeout: Duration = .seconds(60),
    refreshing: (
      @Sendable (_ credential: Credential, _ refresh: SessionRefresh) async throws -> Credential
    )? = nil
  ) {
    self.init(
      store: store, refusal: refusal, leeway: leeway, refreshTimeout: refreshTimeout, refreshing: refreshing,
      refreshesAhead: { _ in true })
  }

  /// `refreshesAhead`: whether a refresh of the credential can begin before it expires.
  package convenience init(
    store: (any CredentialStore<Credential>)?, refusal: RefusalRule, leeway: Duration,
    refreshTimeout: Duration,
    refreshing: (@Sendable (Credential, SessionRefresh) async throws -> Credential)?,
    refreshesAhead: @escaping @Sendable (any Repartee.Credential) -> Bool
  ) {
    var obtain: Obtainer?
    if let refreshing {
      obtain = { credential, refresh in
        guard let credential else { throw AuthenticationError(.missing) }
        return try await refreshing(credential, refresh)
      }
    }
    self.init(store, refusal, leeway, refreshTimeout, obtain, obtainsFirst: false, refreshesAhead)
  }

  /// Returns a session that also obtains its first credential itself, with the parameters of
  /// ``init(store:refusal:leeway:refreshTimeout:refreshing:)``.
  ///
  /// With ``Authentication/session(ifSignedIn:)`` it does so when the API first refuses a request; see
  /// ``SessionRefresh/challenges``. `obtain` returns a new credential; the old one is nil if there is none.
  public static func obtaining(
    store: (any CredentialStore<Credential>)? = nil, refusal: RefusalRule = .unauthorized,
    leeway: Duration = .seconds(30), refreshTimeout: Duration = .seconds(60),
    _ obtain:
      @escaping @Sendable (_ credential: Credential?, _ refresh: SessionRefresh) async throws -> Credential
  ) -> Session {
    Session(store, refusal, leeway, refreshTimeout, obtain, obtainsFirst: true)
  }

  private init(
    _ store: (any CredentialStore<Credential>)?, _ refusal: RefusalRule, _ leeway: Duration,
    _ refreshTimeout: Duration, _ obtain: Obtainer?, obtainsFirst: Bool,
    _ refreshesAhead: @escaping @Sendable (any Repartee.Credential) -> Bool = { _ in true }
  ) {
    self.store = store
    self.refusal = refusal
    self.obtain = obtain
    self.refreshTimeout = refreshTimeout
    var machine = SessionMachine(
      canRefresh: obtain != nil, obtains: obtainsFirst, leeway: leeway, refreshesAhead: refreshesAhead)
    if store == nil { machine.signOut() }
    shell = Mutex(SessionShell(machine: machine))
  }

  deinit {
    shell.withLock { shell in
      for observer in shell.observers.values { observer.finish() }
      for observer in shell.refreshObservers.values { observer.finish() }
    }
  }

  // MARK: Signing in and out

  /// Signs in, and replaces the previous login. Calls that wait for its refresh fail.
  ///
  /// - Parameters:
  ///   - credential: The credential of the user.
  ///   - identity: Who is signed in, such as an account's ID; not secret. Sessions of one identity share responses in a
  ///     cache.
  /// - Throws: A kind of the store, such as ``AuthenticationError/Kind/storeFailed``, if the store may lack the
  ///   credential, or a cache still has earlier responses. The session is signed in all the same.
  public func signIn(_ credential: Credential, as identity: String? = nil) async throws(AuthenticationError) {
    change { $0.signIn(SessionMachine.Stored(credential, identity: identity, version: newSessionVersion())) }
    let failure = await forgetData()
    try await save()
    if let failure { throw failure }
  }

  /// Signs out: removes the credential, and the user's responses from each cache that this login used. Calls that wait
  /// for a refresh fail.
  ///
  /// - Throws: A kind of the store, such as ``AuthenticationError/Kind/storeFailed``, if the store or a cache may still
  ///   have them; call this again. The session is signed out all the same.
  public func signOut() async throws(AuthenticationError) {
    change { $0.signOut() }
    let failure = await forgetData()
    try await save()
    if let failure { throw failure }
  }

  /// Who is signed in; ``SessionState/unknown`` until the store was first read.
  public var state: SessionState { shell.withLock { $0.machine.state } }

  /// The current state and each new one, in a new stream, which ends with the session and keeps only the newest for a
  /// slow reader.
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

  /// The credential; nil while signed out, or until the store was first read.
  public var credential: Credential? { own(shell.withLock { $0.machine.stored })?.credential }

  /// The error of storing a refreshed credential, which is then used until the process ends.
  public var storeError: AuthenticationError? { shell.withLock { $0.storeError } }

  // MARK: Changes

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

  private func forgetData() async -> AuthenticationError? {
    let removals = shell.withLock { shell in
      defer { shell.removals = [] }
      return shell.removals
    }
    var failures: [LoginData.Failure] = []
    for removal in removals { if let failure = await removal.value { failures.append(failure) } }
    guard let first = failures.first else { return nil }
    // The next sign-out tries them again.
    shell.withLock { [failures] shell in for failure in failures { shell.data.add(failure) } }
    return AuthenticationError(
      .storeFailed, message: "data of the login could not be removed; the next sign-out tries again",
      underlying: first.error)
  }

  /// The last write saves the newest credential.
  private func save() async throws(AuthenticationError) {
    // Called after the write: until then another process could spend the credential that the run was spending.
    defer { abandonEndedRun() }
    guard let store else { return }
    do {
      try await saving.withLock {
        let stored = self.own(self.shell.withLock { $0.machine.stored })
        try await store.withLock { try await store.save(stored) }
        self.noteSaved(stored)
      }
    } catch {
      throw AuthenticationError(ofStore: error)
    }
  }

  enum Replacement {
    case written
    /// Another process has written.
    case refused
    /// A sign-in or a sign-out in this process.
    case unwanted
    /// ``storeError`` has the error.
    case failed
  }

  /// After earlier writes, writes if the machine still wants the credential and the store has one of the versions.
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
      shell.withLock { $0.storeError = AuthenticationError(ofStore: error) }
      return .failed
    }
  }

  private func noteSaved(_ stored: StoredCredential<Credential>?) {
    shell.withLock {
      $0.storeVersion = SessionShell.StoreVersion(version: stored?.version)
      $0.storeError = nil
    }
  }

  func own(_ stored: SessionMachine.Stored?) -> StoredCredential<Credential>? {
    stored?.compactMap { $0 as? Credential }
  }
}

final class SessionShell {
  struct StoreVersion: Sendable {
    var version: String?
  }

  var machine: SessionMachine
  var work: (run: UInt64, work: any Cancellable)?
  var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  var lastWaiter: UInt64 = 0
  var observers: [UInt64: AsyncStream<SessionState>.Continuation] = [:]
  var refreshObservers: [UInt64: AsyncStream<SessionRefreshEvent>.Continuation] = [:]
  var shown: SessionState?
  var storeError: AuthenticationError?
  /// Last read or written by this session.
  var storeVersion: StoreVersion?
  var data = LoginData()
  var removals: [Task<LoginData.Failure?, Never>] = []

  init(machine: SessionMachine) { self.machine = machine }

  func forgetData() { removals += data.remove() }
}

func newSessionVersion() -> String { UUID().uuidString }

extension Session: CustomStringConvertible, CustomReflectable {
  public var description: String { "a session, \(state)" }
  public var customMirror: Mirror { Mirror(self, children: ["state": state]) }
}
