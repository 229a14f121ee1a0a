import Synchronization

// What a session does by itself: it reads its store, and refreshes its credential.

extension Session {
  /// Waits until a run is over; at once if it is, or if the task is cancelled.
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

  /// Does it, by itself: no call that waits for it can end it.
  func start(
    _ run: SessionMachine.Run, _ client: Client, _ challenges: [Response.Challenge]
  ) {
    var client = client
    client.authentication = .off
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

  /// Refreshes a credential that is kept in a store, whose lock is held.
  private func refresh(
    _ run: SessionMachine.Run, _ client: Client, _ challenges: [Response.Challenge],
    in store: any CredentialStore<Credential>
  ) async throws {
    let known = shell.withLock { $0.storeVersion }
    let found = try await read(store)
    // What this session has neither read nor written, another process has: it has refreshed the credential, or signed
    // out, or in as somebody else. A session that was signed in before it read the store counts what it finds as older.
    let isForeign =
      known.map { $0.version != found?.version } ?? (run.stored == nil && found != nil)
    if isForeign, found?.version != run.stored?.version {
      change { $0.tookOver(found?.ofAnyType, in: run) }
      return
    }
    let stored: StoredCredential<Credential>
    do { stored = try await refreshed(run, client, challenges) } catch {
      // What is of no use goes, unless another one is there by now.
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
      // Before anybody uses it: the one before it may be spent.
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

/// Which sessions are refreshing, around the refresh: what it calls does not wait for it.
enum SessionScope {
  @TaskLocal static var refreshing: [ObjectIdentifier] = []
}
