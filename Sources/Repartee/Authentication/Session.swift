#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// Who is signed in, with a credential that is kept fresh.
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
/// **When it refreshes.** Before the credential expires, and when the API refuses it (a 401, unless you say otherwise,
/// see ``CredentialRefusal``): then the request is sent again with the new one, once a call, and the endpoint's map
/// reads what comes then, whether it declares the 401 or not. An outcome that is ``Outcome/permanent`` is the response
/// at once, and so is that to a body that can be read only once.
///
/// **Once.** However many calls are refused, there is one refresh, and they wait for it; a late refusal of an old
/// credential uses the one that is there. A waiting call that is cancelled, or whose time is up, ends; the refresh goes
/// on. It runs by itself; after ``Client/timeout`` its task is cancelled. A refresh that fails fails the calls that
/// waited for it, with an ``AuthenticationError`` of kind ``AuthenticationError/Kind/refreshFailed``, and the next one
/// begins a second later at the earliest; after each more that fails in a row twice as long, a minute at most. If it
/// fails with a status of the 400s that does not pass, or throws an ``AuthenticationError`` of its own (of another kind
/// than ``AuthenticationError/Kind/refreshFailed`` and ``AuthenticationError/Kind/storeFailed``), the credential is of
/// no use: the session is signed out.
///
/// **Who.** A call that began as somebody is never sent again as somebody else. What a refresh gives after a sign-out
/// is dropped. A refresh that uses the session itself (by its own client, not by ``SessionRefresh/client``) is sent
/// with the credential that is there, and waits for nothing.
///
/// A session may be used by several clients. All of it can be called from any task.
public final class Session<Credential: Repartee.Credential>: Sendable {
  /// Gets a new credential in the place of another one, or throws.
  public typealias Refresher =
    @Sendable (_ credential: Credential, _ refresh: SessionRefresh) async throws -> Credential

  /// Gets a credential; nil where there is none yet.
  public typealias Obtainer =
    @Sendable (_ credential: Credential?, _ refresh: SessionRefresh) async throws -> Credential

  let store: (any CredentialStore<Credential>)?
  let refusal: CredentialRefusal
  let obtain: Obtainer?
  let shell: Mutex<SessionShell>
  private let saving = AsyncLock()
  let cacheID = UUID().uuidString

  /// A session that somebody signs in to.
  ///
  /// - Parameters:
  ///   - store: Where the credential is kept; nil keeps it in memory. It is read when the session is first used.
  ///   - refusal: What says that a credential is refused; a 401 unless you say otherwise.
  ///   - leeway: How long before its end a credential is refreshed; 30 seconds unless you say otherwise, and of one
  ///     that came from a refresh never more than a quarter of its life.
  ///   - refreshing: Gets a new credential; nil if it can't be refreshed: then a refusal is the response of the call.
  public convenience init(
    store: (any CredentialStore<Credential>)? = nil, refusal: CredentialRefusal = .unauthorized,
    leeway: Duration = .seconds(30), refreshing: Refresher? = nil
  ) {
    var obtain: Obtainer?
    if let refreshing {
      obtain = { credential, refresh in
        guard let credential else { throw AuthenticationError(.missing) }
        return try await refreshing(credential, refresh)
      }
    }
    self.init(store, refusal, leeway, obtain, obtainsFirst: false)
  }

  /// A session that nobody has to sign in to, because the first credential is got as the others are: that of a program,
  /// say.
  ///
  /// With ``Authentication/session(ifSignedIn:)`` it is got when the API first refuses a request without one: then
  /// ``SessionRefresh/challenges`` says what it asks for. The other parameters are those of
  /// ``init(store:refusal:leeway:refreshing:)``, with the same defaults.
  public static func obtaining(
    store: (any CredentialStore<Credential>)? = nil, refusal: CredentialRefusal = .unauthorized,
    leeway: Duration = .seconds(30), _ obtain: @escaping Obtainer
  ) -> Session {
    Session(store, refusal, leeway, obtain, obtainsFirst: true)
  }

  private init(
    _ store: (any CredentialStore<Credential>)?, _ refusal: CredentialRefusal, _ leeway: Duration,
    _ obtain: Obtainer?,
    obtainsFirst: Bool
  ) {
    self.store = store
    self.refusal = refusal
    self.obtain = obtain
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

  /// Signs in, in the place of who was signed in before. Calls that wait for a refresh of the last credential fail.
  ///
  /// - Parameters:
  ///   - credential: What it is signed in with.
  ///   - identity: Who it is, say an account's ID; it is no secret. Sessions of the same name share their responses in
  ///     a cache.
  /// - Throws: An ``AuthenticationError`` of kind ``AuthenticationError/Kind/storeFailed``; the session is signed in
  ///   all the same, until the process ends.
  public func signIn(_ credential: Credential, as identity: String? = nil) async throws(AuthenticationError) {
    change { $0.signIn(SessionMachine.Stored(credential, identity: identity, version: newSessionVersion())) }
    await forgetResponses()
    try await save()
  }

  /// Signs out, and forgets the credential, and what caches of this process have stored that was asked for with it; of
  /// what an earlier run has stored, see ``ResponseCache/remove(identity:)``. Calls that wait for a refresh fail.
  ///
  /// - Throws: An ``AuthenticationError`` of kind ``AuthenticationError/Kind/storeFailed``: the credential may be in
  ///   the store still. The session is signed out all the same.
  public func signOut() async throws(AuthenticationError) {
    change { $0.signOut() }
    await forgetResponses()
    try await save()
  }

  /// Who is signed in. ``SessionState/unknown`` until the store was first read.
  public var state: SessionState { shell.withLock { $0.machine.state } }

  /// The state now, and each new one: to show the sign-in page. Any number of readers; one that is slow misses all but
  /// the newest. It ends with the session.
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

  /// The credential; nil while nobody is signed in, or it is not known yet.
  public var credential: Credential? { own(shell.withLock { $0.machine.stored })?.credential }

  /// Why a refreshed credential could not be stored; nil when it could. The session goes on with it until the process
  /// ends.
  public var storeError: AuthenticationError? { shell.withLock { $0.storeError } }

  // MARK: Changes

  /// Changes the machine, wakes who waits for a run that is over, and shows the new state.
  func change<Value: Sendable>(
    _ change: @Sendable (inout SessionMachine) -> Value
  ) -> Value {
    let (value, woken) = shell.withLock { shell in
      let login = shell.machine.login
      let value = change(&shell.machine)
      if shell.machine.login != login { shell.forgetResponses() }
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

  /// Waits until the responses of those who are not signed in any more are removed.
  private func forgetResponses() async {
    let removals = shell.withLock { shell in
      defer { shell.removals = [] }
      return shell.removals
    }
    for removal in removals { await removal.value }
  }

  /// Writes what is signed in now. Whoever writes last writes the newest.
  private func save() async throws(AuthenticationError) {
    guard let store else { return }
    do { try await write(to: store) { [own] in own($0.stored) } } catch {
      throw AuthenticationError(.storeFailed, underlying: error)
    }
  }

  /// Writes what the machine has to say when its turn comes, if the condition still holds then.
  func write(
    to store: any CredentialStore<Credential>,
    if isWanted: @Sendable (SessionMachine) -> Bool = { _ in true },
    _ choose: @Sendable (SessionMachine) -> StoredCredential<Credential>?
  ) async throws {
    try await saving.withLock {
      let machine = self.shell.withLock { $0.machine }
      guard isWanted(machine) else { return }
      let stored = choose(machine)
      try await store.save(stored)
      self.shell.withLock {
        $0.storeVersion = SessionShell.StoreVersion(version: stored?.version)
        $0.storeError = nil
      }
    }
  }

  /// What the machine has, which is of this session's type.
  func own(_ stored: SessionMachine.Stored?) -> StoredCredential<Credential>? {
    stored?.compactMap { $0 as? Credential }
  }
}

/// What a session knows, and who waits for it.
struct SessionShell: Sendable {
  /// The version of what is in a store; nil of nothing.
  struct StoreVersion: Sendable {
    var version: String?
  }

  var machine: SessionMachine
  var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  var lastWaiter: UInt64 = 0
  var observers: [UInt64: AsyncStream<SessionState>.Continuation] = [:]
  var shown: SessionState?
  var storeError: AuthenticationError?
  /// What is in the store, as far as this session has read or written it.
  var storeVersion: StoreVersion?
  /// Where there are responses of who is signed in.
  var stored: Set<StoredResponses> = []
  /// What removes those of others.
  var removals: [Task<Void, Never>] = []

  /// Begins to remove the responses of who was signed in.
  mutating func forgetResponses() {
    removals += stored.map { stored in Task { await stored.cache?.forget(.identity(stored.identity)) } }
    stored = []
  }
}

/// Responses that a session's credentials have asked for.
struct StoredResponses: Sendable, Hashable {
  weak var cache: ResponseCache?
  private let id: ObjectIdentifier
  let identity: String

  init(cache: ResponseCache, identity: String) {
    self.cache = cache
    self.identity = identity
    id = ObjectIdentifier(cache)
  }

  static func == (one: Self, other: Self) -> Bool { one.id == other.id && one.identity == other.identity }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(identity)
  }
}

func newSessionVersion() -> String { UUID().uuidString }

extension Session: CustomStringConvertible, CustomReflectable {
  /// `a session` and its state; nothing of the credential.
  public var description: String { "a session, \(state)" }
  public var customMirror: Mirror { Mirror(self, children: ["state": state]) }
}
