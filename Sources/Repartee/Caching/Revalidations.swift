import Synchronization

/// The revalidations in the background. They are cancelled with their client.
final class Revalidations: Sendable {
  private let tasks = Mutex<[CacheKey: Task<Void, Never>]>([:])

  /// The most revalidations at a time; further ones are skipped.
  private static let most = 16

  deinit {
    tasks.withLock { tasks in
      for task in tasks.values { task.cancel() }
    }
  }

  /// Starts a revalidation, unless one of the same key is running.
  func start(_ key: CacheKey, _ work: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      guard tasks[key] == nil, tasks.count < Self.most else { return }
      tasks[key] = Task { [weak self] in
        await work()
        self?.tasks.withLock { _ = $0.removeValue(forKey: key) }
      }
    }
  }
}
