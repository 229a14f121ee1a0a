import Synchronization

/// Which responses are being fetched, so that others who miss them wait for that.
final class FetchTable: Sendable {
  /// What the calls that this one is a part of are fetching: to wait for that would be to wait for itself.
  @TaskLocal static var held: [CacheKey] = []

  private struct State: Sendable {
    var waiters: [CacheKey: [UInt64: CheckedContinuation<Void, Never>]] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// One fetch. It is over when it is let go.
  final class Fetch: Sendable {
    private let key: CacheKey
    private let table: FetchTable

    fileprivate init(_ key: CacheKey, _ table: FetchTable) {
      self.key = key
      self.table = table
    }

    deinit { table.end(key) }
  }

  /// A fetch of this key; nil if there is one.
  func begin(_ key: CacheKey) -> Fetch? {
    state.withLock { state in
      guard state.waiters[key] == nil else { return nil }
      state.waiters[key] = [:]
      return Fetch(key, self)
    }
  }

  /// Waits until the fetch of a key is over, or the task is cancelled.
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
