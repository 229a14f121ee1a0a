import HTTPTypes
import ReparteeBase

// Loading from the store, and refreshing.

extension Session {
  /// Returns early if the task is cancelled.
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

  /// Starts the run in its own task, which no waiting call can cancel, with the call's task-local values.
  func start(_ run: SessionMachine.Run, for cause: SessionRun.Cause, by client: Client) {
    let running = SessionRun(run, for: cause, by: client, within: refreshTimeout)
    let scope = SessionScope.runs.merging([id: run.id]) { _, new in new }
    if !run.isLoading { report(.began) }
    Task(priority: .medium) { [self] in
      await SessionScope.$runs.withValue(scope) {
        if run.isLoading { await load(running) } else { await refresh(running) }
      }
    }
  }

  func abandonEndedRun() {
    let work = shell.withLock { shell in
      guard let work = shell.work, shell.machine.run?.id != work.run else { return nil as (any Cancellable)? }
      shell.work = nil
      return work.work
    }
    work?.cancel()
  }

  // MARK: Loading

  private func load(_ running: SessionRun) async {
    guard let store else { return finish(running, .loaded(nil)) }
    let work = running.work(within: refreshTimeout)
    switch await work.value(of: { await self.read(store) }) {
    case .success(let stored): finish(running, .loaded(stored?.ofAnyType))
    case .failure(let error) where error.kind == .storeUnreadable: finish(running, .unreadable(error))
    case .failure(let error): finish(running, failing: error)
    case nil: finish(running, failing: tooSlow(.storeFailed))
    }
  }

  private func read(
    _ store: any CredentialStore<Credential>
  ) async -> Result<StoredCredential<Credential>?, AuthenticationError> {
    do {
      let found = try await store.load()
      shell.withLock { $0.storeVersion = SessionShell.StoreVersion(version: found?.version) }
      return .success(found)
    } catch {
      return .failure(AuthenticationError(ofStore: error))
    }
  }

  // MARK: Refreshing

  private func refresh(_ running: SessionRun) async {
    guard let store else {
      switch await obtained(running, late: { self.finishLate(running, $0) }) {
      case .success(let stored): finish(running, .refreshed(stored.ofAnyType))
      case .failure(let error): finish(running, failing: error)
      }
      return
    }
    let work = running.work(within: refreshTimeout)
    note(work, of: running)
    let result = await work.value { () async -> Result<Void, AuthenticationError> in
      do {
        try await store.withLease { await self.refresh(running, in: store, as: work) }
        return .success(())
      } catch {
        return .failure(AuthenticationError(ofStore: error))
      }
    }
    switch result {
    case .success: break
    case .failure(let error): finish(running, failing: error)
    case nil where !isLive(running.run): break
    case nil:
      // The store gave no lease or no credential, or does not end the write.
      guard let result = running.result else { return finish(running, failing: tooSlow(.storeFailed)) }
      shell.withLock { $0.storeError = tooSlow(.storeFailed) }
      finish(running, result)
    }
  }

  /// The lease is held, and the limit of `work` counts.
  private func refresh(
    _ running: SessionRun, in store: any CredentialStore<Credential>,
    as work: AbandonableWork
  ) async {
    let run = running.run
    let known = shell.withLock { $0.storeVersion }
    // The run may have ended during the wait for the lease.
    guard isLive(run) else { return }
    let found: StoredCredential<Credential>?
    switch await read(store) {
    case .success(let stored): found = stored
    // An unreadable credential is replaced.
    case .failure(let error) where error.kind == .storeUnreadable: found = own(run.stored)
    case .failure(let error): return finish(running, failing: error)
    }
    // Unless this session has read or written the version, it is from another process. If the session was signed in
    // before it first read the store, the stored credential counts as older.
    let isForeign =
      known.map { $0.version != found?.version } ?? (run.stored == nil && found != nil)
    if isForeign, found?.version != run.stored?.version {
      return useReplacement(found, in: run)
    }
    // The credential to refresh may not be stored.
    let versions = Set([found?.version, run.stored.map(\.version) ?? found?.version])
    work.endLimit()
    let result = await obtained(running) { stored in
      switch await self.replace(versions, by: stored, in: store, if: { $0.wants(lateResultOf: run) }) {
      case .written, .failed: self.finishLate(running, stored)
      case .refused, .unwanted: break
      }
    }
    work.beginLimit()
    let new: StoredCredential<Credential>?
    switch result {
    case .success(let stored):
      running.keep(.refreshed(stored.ofAnyType))
      new = stored
    case .failure(let error):
      guard Self.isFinal(error), run.stored != nil else { return finish(running, failing: error) }
      running.keep(failure(error, running))
      new = nil
    }
    // Save the credential before its use: the old one may already be invalid. Remove a useless one.
    if await replace(versions, by: new, in: store, if: { $0.run?.id == run.id }) == .refused {
      switch await read(store) {
      case .success(let now): return useReplacement(now, in: run)
      case .failure(let error): shell.withLock { $0.storeError = error }
      }
    }
    if let result = running.result { finish(running, result) }
  }

  /// After the limit, `late` receives the result.
  private func obtained(
    _ running: SessionRun, late: @escaping @Sendable (StoredCredential<Credential>) async -> Void
  ) async -> Result<StoredCredential<Credential>, any Error> {
    let run = running.run
    let work = running.work(within: refreshTimeout)
    note(work, of: running)
    let result = await work.value {
      [obtain, own] () async -> Result<StoredCredential<Credential>, any Error> in
      do {
        guard let obtain else { throw AuthenticationError(.refused) }
        let credential = try await obtain(own(run.stored)?.credential, running.refresh)
        return .success(
          StoredCredential(credential, identity: run.stored?.identity, version: newSessionVersion()))
      } catch {
        return .failure(error)
      }
    } late: { result in
      if case .success(let stored) = result { await late(stored) }
    }
    return result ?? .failure(tooSlow(.refreshFailed))
  }

  private func note(_ work: any Cancellable, of running: SessionRun) {
    shell.withLock { $0.work = (running.run.id, work) }
  }

  // MARK: Results

  /// Whether the task belongs to the run in progress, which would wait for itself.
  var isInOwnRun: Bool {
    guard let run = SessionScope.runs[id] else { return false }
    return shell.withLock { $0.machine.run?.id == run }
  }

  private func isLive(_ run: SessionMachine.Run) -> Bool {
    shell.withLock { $0.machine.run?.id == run.id }
  }

  private func finish(_ running: SessionRun, _ result: SessionMachine.RunResult) {
    let (now, random) = (running.client.now(), running.client.randomness())
    let isCurrent = change { machine in
      defer { machine.finished(running.run, result, at: now, random: random) }
      return machine.run?.id == running.run.id
    }
    guard isCurrent else { return }
    switch result {
    case .refreshed: report(.succeeded)
    case .failed(let error, _, _, _) where !running.run.isLoading: report(.failed(error))
    case .loaded, .unreadable, .failed: break
    }
  }

  private func useReplacement(_ stored: StoredCredential<Credential>?, in run: SessionMachine.Run) {
    let isCurrent = change { machine in
      defer { machine.replacedOutside(stored?.ofAnyType, in: run) }
      return machine.run?.id == run.id
    }
    if isCurrent, let stored, stored.identity == run.stored?.identity { report(.succeeded) }
  }

  private func finish(_ running: SessionRun, failing error: any Error) {
    finish(running, failure(error, running))
  }

  private func finishLate(_ running: SessionRun, _ stored: StoredCredential<Credential>) {
    let now = running.client.now()
    let isWanted = change { machine in
      defer { machine.finishedLate(running.run, stored.ofAnyType, at: now) }
      return machine.wants(lateResultOf: running.run)
    }
    if isWanted { report(.succeeded) }
    abandonEndedRun()
  }

  private func failure(_ error: any Error, _ running: SessionRun) -> SessionMachine.RunResult {
    let asked = (error as? any CallErrorProtocol)?.response?.retryAfter?.delay(from: running.client.now())
    let failure = error as? AuthenticationError ?? AuthenticationError(.refreshFailed, underlying: error)
    return .failed(
      failure, isFinal: Self.isFinal(error),
      isUnsent: failure.kind.isOfStore || failure.transportError?.mayHaveBeenProcessed == false,
      asked: asked)
  }

  /// Only a ``RefreshFailure`` can be final, thrown by the function or declared by its call.
  private static func isFinal(_ error: any Error) -> Bool {
    if let failure = error as? any RefreshFailure { return failure.isFinal }
    guard case .declared(let declared)? = (error as? any CallErrorProtocol)?.cause else { return false }
    return (declared as? any RefreshFailure)?.isFinal ?? false
  }

  private func tooSlow(_ kind: AuthenticationError.Kind) -> AuthenticationError {
    let limit = refreshTimeout.asLimit ?? .zero
    return AuthenticationError(
      kind, underlying: TransportError(.timedOut(.total), message: "it took longer than \(limit)"))
  }
}
