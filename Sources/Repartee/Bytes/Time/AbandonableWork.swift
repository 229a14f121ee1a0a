import ReparteeBase

/// Work with a time limit: at the limit the waiter continues, even if the work ignores its cancellation.
final class AbandonableWork: Cancellable {
  private struct State {
    var giveUp: (@Sendable () -> Void)?
    var task: Task<Void, Never>?
    var isAbandoned = false
    var endLimit: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let limit: Duration?
  private let clock: any Clock<Duration>

  init(within limit: Duration?, clock: any Clock<Duration>) {
    self.limit = limit
    self.clock = clock
  }

  /// Nil if the work was abandoned; then `late` receives its value.
  func value<Value: Sendable>(
    of work: @escaping @Sendable () async -> Value,
    late: @escaping @Sendable (Value) async -> Void = { _ in }
  ) async -> Value? {
    beginLimit()
    defer { endLimit() }
    return await withCheckedContinuation { continuation in
      let isAbandoned = state.withLock { state in
        if !state.isAbandoned { state.giveUp = { continuation.resume(returning: nil) } }
        return state.isAbandoned
      }
      if isAbandoned { return continuation.resume(returning: nil) }
      let task = Task {
        let value = await work()
        let isWaitedFor = state.withLock { $0.giveUp.take() != nil }
        if isWaitedFor { continuation.resume(returning: value) } else { await late(value) }
      }
      let isLate = state.withLock { state in
        state.task = task
        return state.isAbandoned
      }
      if isLate { task.cancel() }
    }
  }

  func beginLimit() {
    guard let limit, !state.withLock({ $0.isAbandoned }) else { return }
    endLimit()
    let end: @Sendable () -> Void
    if clock.isTimer {
      let alarm = Alarms.shared.cancel(self, at: .now.advanced(by: limit))
      end = { Alarms.shared.remove(alarm) }
    } else {
      let limit = ClockLimit(clock, after: limit)
      let timer = Task {
        try await limit.sleepUntilEnd()
        self.cancel()
      }
      end = { timer.cancel() }
    }
    state.withLock { $0.endLimit = end }
  }

  /// Called before work with a limit of its own, and after the work.
  func endLimit() {
    let end = state.withLock { $0.endLimit.take() }
    end?()
  }

  func cancel() {
    let (giveUp, task) = state.withLock { state in
      state.isAbandoned = true
      return (state.giveUp.take(), state.task)
    }
    task?.cancel()
    giveUp?()
  }
}
