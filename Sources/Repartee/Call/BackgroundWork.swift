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

  /// Returns false while work with this key is running, or with 16 others. `end` is called when other work with this
  /// key can be started.
  @discardableResult
  func start(
    _ key: [String], _ work: @escaping @Sendable () async -> Void,
    end: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    tasks.withLock { tasks in
      guard tasks[key] == nil, tasks.count < Self.most else { return false }
      tasks[key] = Task { [weak self] in
        await work()
        self?.tasks.withLock { _ = $0.removeValue(forKey: key) }
        end()
      }
      return true
    }
  }
}
