import Synchronization

/// The time of `ContinuousClock`; a sleep that is cancelled leaves nothing behind.
///
/// `Task.sleep` keeps what it needs to wake up, some 700 bytes, until the time that was asked for, also when it was
/// cancelled long before (Swift 6.3). Nearly every deadline is: at a thousand calls a second and a timeout of a minute
/// that would be 40 MB, and more where each part of a stream has its deadline.
struct TimerClock: Clock {
  typealias Instant = ContinuousClock.Instant

  var now: Instant { ContinuousClock().now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Sleepers.shared.sleep(until: deadline)
  }
}

/// All that sleep, and the few tasks that wake them.
final class Sleepers: Sendable {
  static let shared = Sleepers()

  private struct State {
    var sleeping:
      [Int: (deadline: ContinuousClock.Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var lastID = 0
    /// When a task looks for those whose time has come: one at the latest for the first of them. Another is made only
    /// for a deadline before all of them, and stays until it goes off.
    var alarms: Set<ContinuousClock.Instant> = []

    /// The alarm that has to be set for a deadline, if there is none that is early enough.
    mutating func newAlarm(for deadline: ContinuousClock.Instant) -> ContinuousClock.Instant? {
      if let first = alarms.min(), first <= deadline { return nil }
      alarms.insert(deadline)
      return deadline
    }
  }

  private let state = Mutex(State())

  /// How many sleep, and how many tasks there are for them.
  var counts: (sleeping: Int, alarms: Int) { state.withLock { ($0.sleeping.count, $0.alarms.count) } }

  func sleep(until deadline: ContinuousClock.Instant) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, alarm) = state.withLock { state in
          // The handler below finds nothing to wake if it comes before this; then the task is cancelled already.
          if Task.isCancelled { return (true, nil as ContinuousClock.Instant?) }
          state.sleeping[id] = (deadline, continuation)
          return (false, state.newAlarm(for: deadline))
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        if let alarm { set(alarm) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleeping.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func set(_ alarm: ContinuousClock.Instant) {
    Task.detached {
      try? await ContinuousClock().sleep(until: alarm)
      self.goOff(alarm)
    }
  }

  private func goOff(_ alarm: ContinuousClock.Instant) {
    let now = ContinuousClock().now
    let (due, next) = state.withLock { state in
      state.alarms.remove(alarm)
      let due = state.sleeping.filter { $0.value.deadline <= now }
      for id in due.keys { state.sleeping[id] = nil }
      let first = state.sleeping.values.lazy.map(\.deadline).min()
      return (due, first.flatMap { state.newAlarm(for: $0) })
    }
    for sleeper in due.values { sleeper.continuation.resume() }
    if let next { set(next) }
  }
}
