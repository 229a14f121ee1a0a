import Synchronization

/// What is asked for again in the background. It ends with the client whose it is.
final class Revalidations: Sendable {
  private let tasks = Mutex<[CacheKey: Task<Void, Never>]>([:])

  /// The most at one time; of what there is more, nothing is asked for.
  private static let most = 16

  deinit {
    tasks.withLock { tasks in
      for task in tasks.values { task.cancel() }
    }
  }

  /// Asks for something, unless it is being asked for.
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
