#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import Synchronization

/// Who is signed in, with a credential that is kept fresh.
///
/// ```swift
/// let session = Session<BearerToken>(store: FileCredentialStore(path: path)) { token, refresh in
///   try await refresh.client.send(RefreshToken(token.refreshToken))
/// }
/// client.authentication = .session(session)
///
/// try await session.signIn(token, as: "ada")
/// let me = try await client.send(GetMe())         // refreshed when it has to be
/// try await session.signOut()
/// ```
///
/// **When it refreshes.** Before the credential expires, and when the API refuses it (a 401, unless you say otherwise, see
/// ``CredentialRefusal``): then the request is sent again with the new one, once a call, and the endpoint's map reads what comes
/// then, whether it declares the 401 or not. An outcome that is ``Outcome/permanent`` is the response at once, and so is
/// that to a body that can be read only once.
///
/// **Once.** However many calls are refused, there is one refresh, and they wait for it; a late refusal of an old
/// credential uses the one that is there. A waiting call that is cancelled, or whose time is up, ends; the refresh goes
/// on. It runs by itself; after ``Client/timeout`` its task is cancelled. A refresh that fails fails the calls that waited for it, with an
/// ``AuthenticationError`` of kind ``AuthenticationError/Kind/refreshFailed``, and the next one begins a second later at
/// the earliest; after each more that fails in a row twice as long, a minute at most. If it fails
/// with a status of the 400s that does not pass, or throws an ``AuthenticationError``, the credential is of no use: the session is signed out.
///
/// **Who.** A call that began as somebody is never sent again as somebody else. What a refresh gives after a sign-out is
/// dropped. A refresh that uses the session itself (by its own client, not by ``SessionRefresh/client``) is sent with the
/// credential that is there, and waits for nothing.
///
/// A session may be used by several clients. All of it can be called from any task.
public final class Session<Credential: Repartee.Credential>: Sendable {
  /// Gets a new credential in the place of another one, or throws.
  public typealias Refresher =
    @Sendable (_ credential: Credential, _ refresh: SessionRefresh) async throws -> Credential

  /// Gets a credential; nil where there is none yet.
  public typealias Obtainer =
    @Sendable (_ credential: Credential?, _ refresh: SessionRefresh) async throws -> Credential

  private let store: (any CredentialStore<Credential>)?
  private let refusal: CredentialRefusal
  private let obtain: Obtainer?
  private let shell: Mutex<Shell>
  private let saving = AsyncLock()

  private struct Shell: Sendable {
    var machine: SessionMachine<Credential>
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter: UInt64 = 0
    var observers: [UInt64: AsyncStream<SessionState>.Continuation] = [:]
    var shown: SessionState?
    var storeError: AuthenticationError?
    /// What is in the store, as far as this session has read or written it.
    var storeVersion: StoreVersion?
  }

  /// The version of what is in a store; nil of nothing.
  private struct StoreVersion: Sendable {
    var version: String?
  }

  /// A session that somebody signs in to.
  ///
  /// - Parameters:
  ///   - store: Where the credential is kept; nil keeps it in memory. It is read when the session is first used.
  ///   - refusal: What says that a credential is refused; a 401 unless you say otherwise.
  ///   - leeway: How long before its end a credential is refreshed; 30 seconds unless you say otherwise, and of one that
  ///     came from a refresh never more than a quarter of its life.
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
  /// ``SessionRefresh/challenges`` says what it asks for.
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
    var machine = SessionMachine<Credential>(
      canRefresh: obtain != nil, obtains: obtainsFirst, leeway: leeway)
    if store == nil { machine.signOut() }
    shell = Mutex(Shell(machine: machine))
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
  ///   - identity: Who it is, say an account's ID; it is no secret.
  /// - Throws: An ``AuthenticationError`` of kind ``AuthenticationError/Kind/storeFailed``; the session is signed in all
  ///   the same, until the process ends.
  public func signIn(_ credential: Credential, as identity: String? = nil) async throws(AuthenticationError) {
    change { $0.signIn(StoredCredential(credential, identity: identity, version: Self.newVersion())) }
    try await save()
  }

  /// Signs out, and forgets the credential. Calls that wait for a refresh fail.
  ///
  /// - Throws: An ``AuthenticationError`` of kind ``AuthenticationError/Kind/storeFailed``: the credential may be in the
  ///   store still. The session is signed out all the same.
  public func signOut() async throws(AuthenticationError) {
    change { $0.signOut() }
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
  public var credential: Credential? { shell.withLock { $0.machine.stored?.credential } }

  /// Why a refreshed credential could not be stored; nil when it could. The session goes on with it until the process
  /// ends.
  public var storeError: AuthenticationError? { shell.withLock { $0.storeError } }

  // MARK: Changes

  /// Changes the machine, wakes who waits for a run that is over, and shows the new state.
  private func change<Value: Sendable>(
    _ change: @Sendable (inout SessionMachine<Credential>) -> Value
  ) -> Value {
    let (value, woken) = shell.withLock { shell in
      let value = change(&shell.machine)
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

  /// Writes what is signed in now. Whoever writes last writes the newest.
  private func save() async throws(AuthenticationError) {
    guard let store else { return }
    do {
      try await saving.withLock {
        let stored = self.shell.withLock { $0.machine.stored }
        try await store.save(stored)
        self.shell.withLock {
          $0.storeVersion = StoreVersion(version: stored?.version)
          $0.storeError = nil
        }
      }
    } catch {
      throw AuthenticationError(.storeFailed, underlying: error)
    }
  }

  private static func newVersion() -> String { UUID().uuidString }
}

// MARK: Runs

extension Session {
  /// Waits until a run is over; at once if it is, or if the task is cancelled.
  private func wait(for run: UInt64) async {
    let id = shell.withLock { shell in
      shell.lastWaiter += 1
      return shell.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = shell.withLock { shell in
          guard shell.machine.run?.id == run, !Task.isCancelled else { return true }
          shell.waiters[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      shell.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }

  /// Does it, by itself: no call that waits for it can end it.
  private func start(
    _ run: SessionMachine<Credential>.Run, _ client: Client, _ challenges: [Response.Challenge]
  ) {
    var client = client
    client.authentication = .off
    let scope = SessionScope.refreshing.union([ObjectIdentifier(self)])
    Task.detached { [self, client] in
      await SessionScope.$refreshing.withValue(scope) {
        if run.isLoading { await load(run, client) } else { await refresh(run, client, challenges) }
      }
    }
  }

  private func load(_ run: SessionMachine<Credential>.Run, _ client: Client) async {
    do throws(AuthenticationError) {
      let stored = if let store { try await read(store) } else { nil as StoredCredential<Credential>? }
      change { $0.finished(run, .loaded(stored), at: client.now()) }
    } catch {
      change { $0.finished(run, .failed(error, isFinal: false), at: client.now()) }
    }
  }

  private func refresh(
    _ run: SessionMachine<Credential>.Run, _ client: Client, _ challenges: [Response.Challenge]
  ) async {
    do {
      if let store {
        try await store.withLock { try await self.refresh(run, client, challenges, in: store) }
      } else {
        let stored = try await refreshed(run, client, challenges)
        change { $0.finished(run, .refreshed(stored), at: client.now()) }
      }
    } catch {
      let isFinal = Self.isFinal(error)
      let error = error as? AuthenticationError ?? AuthenticationError(.refreshFailed, underlying: error)
      change { $0.finished(run, .failed(error, isFinal: isFinal), at: client.now()) }
    }
  }

  /// Refreshes a credential that is kept in a store, whose lock is held.
  private func refresh(
    _ run: SessionMachine<Credential>.Run, _ client: Client, _ challenges: [Response.Challenge],
    in store: any CredentialStore<Credential>
  ) async throws {
    let known = shell.withLock { $0.storeVersion }
    let found = try await read(store)
    // What this session has neither read nor written, another process has: it has refreshed the credential, or signed
    // out, or in as somebody else. A session that was signed in before it read the store counts what it finds as older.
    let isForeign =
      known.map { $0.version != found?.version } ?? (run.stored == nil && found != nil)
    if isForeign, found?.version != run.stored?.version {
      change { $0.tookOver(found, in: run) }
      return
    }
    let stored: StoredCredential<Credential>
    do { stored = try await refreshed(run, client, challenges) } catch {
      // What is of no use goes, unless another one is there by now.
      if Self.isFinal(error), run.stored != nil, let now = try? await store.load(),
        now.version == run.stored?.version
      {
        try? await write(nil, to: store, if: run)
      }
      throw error
    }
    do {
      let now = try await read(store)
      if now?.version != found?.version {
        change { $0.tookOver(now, in: run) }
        return
      }
      // Before anybody uses it: the one before it may be spent.
      try await write(stored, to: store, if: run)
    } catch {
      shell.withLock { $0.storeError = AuthenticationError(.storeFailed, underlying: error) }
    }
    change { $0.finished(run, .refreshed(stored), at: client.now()) }
  }

  private func read(
    _ store: any CredentialStore<Credential>
  ) async throws(AuthenticationError) -> StoredCredential<Credential>? {
    do {
      let found = try await store.load()
      shell.withLock { $0.storeVersion = StoreVersion(version: found?.version) }
      return found
    } catch {
      throw AuthenticationError(.storeFailed, underlying: error)
    }
  }

  /// Writes what a run has come to, unless there was a sign-in or a sign-out since.
  private func write(
    _ stored: StoredCredential<Credential>?, to store: any CredentialStore<Credential>,
    if run: SessionMachine<Credential>.Run
  ) async throws {
    try await saving.withLock {
      guard self.shell.withLock({ $0.machine.run?.id == run.id }) else { return }
      try await store.save(stored)
      self.shell.withLock {
        $0.storeVersion = StoreVersion(version: stored?.version)
        $0.storeError = nil
      }
    }
  }

  private func refreshed(
    _ run: SessionMachine<Credential>.Run, _ client: Client, _ challenges: [Response.Challenge]
  ) async throws -> StoredCredential<Credential> {
    let refresh = SessionRefresh(client: client, identity: run.stored?.identity, challenges: challenges)
    let (result, isLate) = await bounded(by: client.timeout.duration, clock: client.clock) {
      [obtain] () async -> Result<Credential, any Error> in
      do {
        guard let obtain else { throw AuthenticationError(.refused) }
        return .success(try await obtain(run.stored?.credential, refresh))
      } catch {
        return .failure(error)
      }
    }
    if isLate, case .failure = result { throw TransportError(.timedOut(.total)) }
    return StoredCredential(try result.get(), identity: run.stored?.identity, version: Self.newVersion())
  }

  /// Whether a refresh that failed with this fails again.
  private static func isFinal(_ error: any Error) -> Bool {
    if let error = error as? AuthenticationError {
      return error.kind != .storeFailed && error.kind != .refreshFailed
    }
    guard let failure = error as? any CallFailure, let status = failure.status else { return false }
    // Some servers say it with a 200.
    if let declared = failure.underlying as? OAuthError, declared.isFinal { return true }
    return status.kind == .clientError && !failure.isRetryable
  }
}

// MARK: Calls

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
    var found: Credential?
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

extension Session: CustomStringConvertible, CustomReflectable {
  /// `a session` and its state; nothing of the credential.
  public var description: String { "a session, \(state)" }
  public var customMirror: Mirror { Mirror(self, children: ["state": state]) }
}

/// Which sessions are refreshing, around the refresh: what it calls does not wait for it.
enum SessionScope {
  @TaskLocal static var refreshing: Set<ObjectIdentifier> = []
}
