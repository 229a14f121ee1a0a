import Synchronization

/// The requests that stages make in the background. They are cancelled with their client.
package final class BackgroundWork: Sendable {
  private let tasks = Mutex<[[String]: Task<Void, Never>]>([:])

  /// The most at a time; further ones are skipped.
  private static let most = 16

  deinit {
    tasks.withLock { tasks in
      for task in tasks.values { task.cancel() }
    }
  }

  /// Starts work, unless some of the same key is running.
  package func start(_ key: [String], _ work: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      guard tasks[key] == nil, tasks.count < Self.most else { return }
      tasks[key] = Task { [weak self] in
        await work()
        self?.tasks.withLock { _ = $0.removeValue(forKey: key) }
      }
    }
  }
}
