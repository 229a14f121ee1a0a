import Repartee
import ReparteeBase

final class FetchTable: Sendable {
  /// Fetches of enclosing calls: waiting for one would deadlock.
  @TaskLocal static var held: [CacheKey] = []

  private struct Waiters: Sendable {
    private var continuations: [UInt64: CheckedContinuation<Fetch?, Never>] = [:]
    private var order: [UInt64] = []
    private var next = 0

    mutating func add(_ id: UInt64, _ continuation: CheckedContinuation<Fetch?, Never>) {
      continuations[id] = continuation
      order.append(id)
    }

    mutating func remove(_ id: UInt64) -> CheckedContinuation<Fetch?, Never>? {
      continuations.removeValue(forKey: id)
    }

    mutating func removeFirst() -> CheckedContinuation<Fetch?, Never>? {
      while next < order.count {
        next += 1
        if let first = remove(order[next - 1]) { return first }
      }
      return nil
    }

    var all: [CheckedContinuation<Fetch?, Never>] { Array(continuations.values) }
  }

  private struct State: Sendable {
    var waiters: [CacheKey: Waiters] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// If released unsettled, the call that waited longest fetches.
  final class Fetch: Sendable {
    private let key: CacheKey
    private let table: FetchTable
    private let settlements = Counter()

    fileprivate init(_ key: CacheKey, _ table: FetchTable) {
      self.key = key
      self.table = table
    }

    deinit { if settlements.value == 0 { table.handOver(key) } }

    /// Ends all waits.
    func settle() {
      if settlements.next() == 1 { table.end(key) }
    }
  }

  func begin(_ key: CacheKey) -> Fetch? {
    state.withLock { state in
      guard state.waiters[key] == nil else { return nil }
      state.waiters[key] = Waiters()
      return Fetch(key, self)
    }
  }

  /// Nil once settled or cancelled, or else the fetch that this call has to make.
  func wait(for key: CacheKey) async -> Fetch? {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let fetch: Fetch?? = state.withLock { state in
          if Task.isCancelled { return .some(nil) }
          guard state.waiters[key] != nil else {
            state.waiters[key] = Waiters()
            return Fetch(key, self)
          }
          state.waiters[key]?.add(id, continuation)
          return nil
        }
        if let fetch { continuation.resume(returning: fetch) }
      }
    } onCancel: {
      state.withLock { $0.waiters[key]?.remove(id) }?.resume(returning: nil)
    }
  }

  func waiting(for key: CacheKey) -> Int { state.withLock { $0.waiters[key]?.all.count ?? 0 } }

  private func end(_ key: CacheKey) {
    let waiters = state.withLock { $0.waiters.removeValue(forKey: key) }
    for waiter in waiters?.all ?? [] { waiter.resume(returning: nil) }
  }

  private func handOver(_ key: CacheKey) {
    let next = state.withLock { state in
      let next = state.waiters[key]?.removeFirst()
      if next == nil { state.waiters[key] = nil }
      return next
    }
    next?.resume(returning: Fetch(key, self))
  }
}
