import Synchronization

/// The responses that are being fetched, which other calls can wait for.
final class FetchTable: Sendable {
  /// The keys that the enclosing calls are fetching: waiting for one of them would be a deadlock.
  @TaskLocal static var held: [CacheKey] = []

  private struct State: Sendable {
    var waiters: [CacheKey: [UInt64: CheckedContinuation<Void, Never>]] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// A fetch. It ends when it is released, or before.
  final class Fetch: Sendable {
    private let key: CacheKey
    private let table: FetchTable
    private let isOver = Atomic(false)

    fileprivate init(_ key: CacheKey, _ table: FetchTable) {
      self.key = key
      self.table = table
    }

    deinit { end() }

    func end() {
      if !isOver.exchange(true, ordering: .relaxed) { table.end(key) }
    }
  }

  /// Begins a fetch of this key; nil if one is in progress.
  func begin(_ key: CacheKey) -> Fetch? {
    state.withLock { state in
      guard state.waiters[key] == nil else { return nil }
      state.waiters[key] = [:]
      return Fetch(key, self)
    }
  }

  /// Waits until the fetch of a key has ended, or the task is cancelled.
  func wait(for key: CacheKey) async {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.waiters[key] != nil, !Task.isCancelled else { return true }
          state.waiters[key]?[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters[key]?.removeValue(forKey: id) }?.resume()
    }
  }

  private func end(_ key: CacheKey) {
    let waiters = state.withLock { $0.waiters.removeValue(forKey: key) }
    for waiter in (waiters ?? [:]).values { waiter.resume() }
  }
}
