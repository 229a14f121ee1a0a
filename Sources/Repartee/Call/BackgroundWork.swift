import ReparteeBase

/// Requests of stages, cancelled with their client.
final class BackgroundWork: Sendable {
  /// Keys of different stages differ.
  struct Key: Sendable, Hashable {
    let stage: ObjectIdentifier?
    let place: Int
    let key: any Hashable & Sendable

    static func == (one: Key, other: Key) -> Bool {
      one.stage == other.stage && one.place == other.place && one.key.isEqual(to: other.key)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(stage)
      hasher.combine(place)
      key.hash(into: &hasher)
    }
  }

  private let tasks = Mutex<[Key: Task<Void, Never>]>([:])

  private static let most = 16

  deinit {
    tasks.withLock { tasks in
      for task in tasks.values { task.cancel() }
    }
  }

  /// Does nothing while work with this key is running, or with 16 others.
  func start(_ key: Key, _ work: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      guard tasks[key] == nil, tasks.count < Self.most else { return }
      tasks[key] = Task { [weak self] in
        await work()
        self?.tasks.withLock { _ = $0.removeValue(forKey: key) }
      }
    }
  }
}

extension Hashable {
  fileprivate func isEqual(to other: any Hashable) -> Bool { other as? Self == self }
}
