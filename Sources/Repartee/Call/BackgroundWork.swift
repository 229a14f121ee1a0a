import ReparteeBase

/// Requests of stages, cancelled with their client.
package final class BackgroundWork: Sendable {
  private let tasks = Mutex<[[String]: Task<Void, Never>]>([:])

  private static let most = 16

  deinit {
    tasks.withLock { tasks in
      for task in tasks.values { task.cancel() }
    }
  }

  /// Does nothing while work with this key is running, or with 16 others.
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
