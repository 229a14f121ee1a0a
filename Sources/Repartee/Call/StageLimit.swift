import ReparteeBase

/// Ends a stage of another module after the time for the head, which begins anew when the stage has waited by
/// ``AttemptRequest/wait(for:)-(Duration)``. Without a limit for the head there is none: a task for each stage would
/// cost every call eleven mallocs.
final class StageLimit: Cancellable, PausableLimit {
  private struct State: Sendable {
    var result: Result<AttemptResponse, AttemptError>?
    /// Resumed with true if the limit ended the wait.
    var waiter: CheckedContinuation<Bool, Never>?
    var isLate = false
    var isEnded = false
    var timeout: TransportError.Timeout
    var waits = 0
    /// Set with the default clock.
    var alarm: Int?
    /// Set with any other clock.
    var timer: Task<Void, any Error>?

    var isRunning: Bool { !isLate && !isEnded }
  }

  private let state: Mutex<State>
  private let limits: CallLimits
  let clockLimit: ClockLimit?

  /// Nil without a limit for the head. An initializer that fails would allocate before.
  static func within(_ limits: CallLimits) -> StageLimit? {
    guard limits.hasTimeForHead, let time = limits.timeForHead else { return nil }
    return StageLimit(limits, time)
  }

  private init(_ limits: CallLimits, _ time: (duration: Duration, timeout: TransportError.Timeout)) {
    let clock = limits.deadline.clock
    self.limits = limits
    clockLimit = clock.isTimer ? nil : ClockLimit(clock, after: time.duration)
    state = Mutex(State(timeout: time.timeout))
    state.withLock { start(&$0, after: time.duration) }
  }

  private func start(_ state: inout State, after duration: Duration) {
    guard let clockLimit else {
      state.alarm = Alarms.shared.cancel(self, at: .now.advanced(by: duration))
      return
    }
    state.timer = Task {
      try await clockLimit.sleepUntilEnd()
      self.cancel()
    }
  }

  private func stop(_ state: inout State) {
    if let alarm = state.alarm.take() { Alarms.shared.remove(alarm) }
    state.timer.take()?.cancel()
  }

  /// Pauses the limit for the head; the deadline continues.
  func pause() {
    state.withLock { state in
      state.waits += 1
      guard state.waits == 1, state.isRunning, state.timeout == .head else { return }
      clockLimit?.pause()
      stop(&state)
    }
  }

  func resume() {
    state.withLock { state in
      state.waits -= 1
      guard state.waits == 0, state.isRunning, state.timeout == .head, let time = limits.timeForHead else {
        return
      }
      state.timeout = time.timeout
      clockLimit?.restart(after: time.duration)
      start(&state, after: time.duration)
    }
  }

  /// Called at the limit: ends the stage.
  func cancel() {
    let waiter = state.withLock { state in
      let isPaused = state.waits > 0 && state.timeout == .head
      guard state.isRunning, !isPaused else { return nil as CheckedContinuation<Bool, Never>? }
      state.isLate = true
      return state.waiter.take()
    }
    waiter?.resume(returning: true)
  }

  func end(_ result: Result<AttemptResponse, AttemptError>) {
    let waiter = state.withLock { state in
      stop(&state)
      (state.result, state.isEnded) = (result, true)
      return state.waiter.take()
    }
    waiter?.resume(returning: false)
  }

  /// The result of the stage, if it has one, and the timeout that the limit enforces.
  func takeEnding() -> (result: Result<AttemptResponse, AttemptError>?, timeout: TransportError.Timeout) {
    state.withLock { ($0.result.take(), $0.timeout) }
  }

  /// Waits for the end of the stage or of the limit; returns whether the limit ended first.
  func isLate() async -> Bool {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        if state.isLate { return true as Bool? }
        if state.isEnded { return false }
        state.waiter = continuation
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
