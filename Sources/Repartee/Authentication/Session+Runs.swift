import Synchronization

// The runs of a session: loading from its store, and refreshing its credential.

extension Session {
  /// Waits until a run is over. Returns at once if it already is, or if the task is cancelled.
  func wait(for run: UInt64) async {
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

  /// Starts a run in a task of its own, so that no call that waits for it can cancel it.
  func start(
    _ run: SessionMachine.Run, _ client: Client, _ challenges: [Response.Challenge]
  ) {
    var client = client
    client.authentication = .off
    if let credential = run.stored?.credential {
      client.redaction.source = CredentialSecrets(of: credential, after: client.redaction.source)
    }
    let scope = SessionScope.refreshing + [ObjectIdentifier(self)]
    Task.detached { [self, client] in
      await SessionScope.$refreshing.withValue(scope) {
        if run.isLoading { await load(run, client) } else { await refresh(run, client, challenges) }
      }
    }
  }

  private func load(_ run: SessionMachine.Run, _ client: Client) async {
    do throws(AuthenticationError) {
      let stored = if let store { try await read(store) } else { nil as StoredCredential<Credential>? }
      change { $0.finished(run, .loaded(stored?.ofAnyType), at: client.now()) }
    } catch {
      change { $0.finished(run, .failed(error, isFinal: false), at: client.now()) }
    }
  }

  private func refresh(
    _ run: SessionMachine.Run, _ client: Client, _ challenges: [Response.Challenge]
  ) async {
    do {
      if let store {
        try await store.withLock { try await self.refresh(run, client, challenges, in: store) }
      } else {
        let stored = try await refreshed(run, client, challenges)
        change { $0.finished(run, .refreshed(stored.ofAnyType), at: client.now()) }
      }
    } catch {
      let isFinal = Self.isFinal(error)
      let error = error as? AuthenticationError ?? AuthenticationError(.refreshFailed, underlying: error)
      change { $0.finished(run, .failed(error, isFinal: isFinal), at: client.now()) }
    }
  }

  /// Refreshes a stored credential. The store's lock is held.
  private func refresh(
    _ run: SessionMachine.Run, _ client: Client, _ challenges: [Response.Challenge],
    in store: any CredentialStore<Credential>
  ) async throws {
    let known = shell.withLock { $0.storeVersion }
    let found = try await read(store)
    // A version that this session has neither read nor written is from another process, which has refreshed the
    // credential, signed out or signed in. If the session was signed in before it first read the store, the stored
    // credential counts as older.
    let isForeign =
      known.map { $0.version != found?.version } ?? (run.stored == nil && found != nil)
    if isForeign, found?.version != run.stored?.version {
      change { $0.tookOver(found?.ofAnyType, in: run) }
      return
    }
    let stored: StoredCredential<Credential>
    do { stored = try await refreshed(run, client, challenges) } catch {
      // Remove the useless credential from the store, unless the store has another one by now.
      if Self.isFinal(error), run.stored != nil, let now = try? await store.load(),
        now.version == run.stored?.version
      {
        try? await write(to: store, if: { $0.run?.id == run.id }) { _ in nil }
      }
      throw error
    }
    do {
      let now = try await read(store)
      if now?.version != found?.version {
        change { $0.tookOver(now?.ofAnyType, in: run) }
        return
      }
      // Save the credential before it is used: the old one may already be invalid.
      try await write(to: store, if: { $0.run?.id == run.id }) { _ in stored }
    } catch {
      shell.withLock { $0.storeError = AuthenticationError(.storeFailed, underlying: error) }
    }
    change { $0.finished(run, .refreshed(stored.ofAnyType), at: client.now()) }
  }

  private func read(
    _ store: any CredentialStore<Credential>
  ) async throws(AuthenticationError) -> StoredCredential<Credential>? {
    do {
      let found = try await store.load()
      shell.withLock { $0.storeVersion = SessionShell.StoreVersion(version: found?.version) }
      return found
    } catch {
      throw AuthenticationError(.storeFailed, underlying: error)
    }
  }

  private func refreshed(
    _ run: SessionMachine.Run, _ client: Client, _ challenges: [Response.Challenge]
  ) async throws -> StoredCredential<Credential> {
    let refresh = SessionRefresh(client: client, identity: run.stored?.identity, challenges: challenges)
    let (result, isLate) = await bounded(by: client.timeout.duration, clock: client.clock) {
      [obtain, own] () async -> Result<Credential, any Error> in
      do {
        guard let obtain else { throw AuthenticationError(.refused) }
        return .success(try await obtain(own(run.stored)?.credential, refresh))
      } catch {
        return .failure(error)
      }
    }
    if isLate, case .failure = result { throw TransportError(.timedOut(.total)) }
    return StoredCredential(try result.get(), identity: run.stored?.identity, version: newSessionVersion())
  }

  /// Whether a refresh that failed with this error would fail again.
  private static func isFinal(_ error: any Error) -> Bool {
    if let error = error as? AuthenticationError {
      return error.kind != .storeFailed && error.kind != .refreshFailed
    }
    guard let failure = error as? any CallFailure, let status = failure.status else { return false }
    // Some servers send the error with a 200.
    if let declared = failure.underlying as? OAuthError, declared.isFinal { return true }
    return status.kind == .clientError && !failure.isRetryable
  }
}

/// The sessions that the current task is refreshing. Requests of a refresh do not wait for that refresh.
enum SessionScope {
  @TaskLocal static var refreshing: [ObjectIdentifier] = []
}
