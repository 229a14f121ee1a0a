import ReparteeBase

/// A clock in which a cancelled sleep keeps no memory: see `Design/Time.md`.
struct TimerClock: Clock {
  /// `ContinuousClock.Instant` has no size at compile time: generic code would make each copy.
  struct Instant: InstantProtocol {
    private static let origin = ContinuousClock.now

    fileprivate let offset: Duration

    static var now: Instant { Instant(offset: origin.duration(to: .now)) }

    fileprivate var continuous: ContinuousClock.Instant { Self.origin.advanced(by: offset) }

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  var now: Instant { .now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Alarms.shared.sleep(until: deadline)
  }
}

extension Clock {
  /// A cast would take ten times as long.
  var isTimer: Bool { type(of: self) == TimerClock.self }
}

/// Work that any thread can cancel.
package protocol Cancellable: Sendable {
  func cancel()
}

extension Task: Cancellable {}

final class Alarms: Sendable {
  static let shared = Alarms()

  /// Resumed only by the code that removes it from `waiting`, or did not add it because the task was cancelled.
  private enum Action {
    case wake(CheckedContinuation<Void, any Error>)
    case cancel(any Cancellable)

    func run() {
      switch self {
      case .wake(let sleeper): sleeper.resume()
      case .cancel(let task): task.cancel()
      }
    }
  }

  private struct State {
    var waiting: [Int: (deadline: TimerClock.Instant, action: Action)] = [:]
    var lastID = 0
    /// When tasks run due alarms: at most ``pause`` after the first deadline. A task is added only for a deadline
    /// before all of these.
    var watches: Set<TimerClock.Instant> = []

    mutating func newID() -> Int {
      lastID += 1
      return lastID
    }

    mutating func newWatch(for deadline: TimerClock.Instant) -> TimerClock.Instant? {
      if let first = watches.min(), first <= deadline { return nil }
      watches.insert(deadline)
      return deadline
    }
  }

  private let state = Mutex(State())

  /// The shortest time between two checks of all alarms.
  private static let pause = Duration.milliseconds(1)

  var counts: (waiting: Int, watches: Int) { state.withLock { ($0.waiting.count, $0.watches.count) } }

  func cancel(_ task: any Cancellable, at deadline: TimerClock.Instant) -> Int {
    let (id, watch) = state.withLock { state in
      let id = state.newID()
      state.waiting[id] = (deadline, .cancel(task))
      return (id, state.newWatch(for: deadline))
    }
    if let watch { set(watch) }
    return id
  }

  /// - Returns: False if the alarm has already run.
  @discardableResult
  func remove(_ id: Int) -> Bool {
    // Released outside the lock: releasing a task may run code that sets or removes alarms.
    let alarm = state.withLock { $0.waiting.removeValue(forKey: id) }
    return alarm != nil
  }

  func sleep(until deadline: TimerClock.Instant) async throws {
    let id = state.withLock { $0.newID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, watch) = state.withLock { state in
          // If the handler below ran before, it found nothing to wake, but the task is cancelled.
          if Task.isCancelled { return (true, nil as TimerClock.Instant?) }
          state.waiting[id] = (deadline, .wake(continuation))
          return (false, state.newWatch(for: deadline))
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        if let watch { set(watch) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.waiting.removeValue(forKey: id) }
      if case .wake(let continuation)? = sleeper?.action {
        continuation.resume(throwing: CancellationError())
      }
    }
  }

  private func set(_ watch: TimerClock.Instant) {
    Task.detached {
      try? await ContinuousClock().sleep(until: watch.continuous)
      self.runDueAlarms(at: watch)
    }
  }

  private func runDueAlarms(at watch: TimerClock.Instant) {
    let now = TimerClock.Instant.now
    let (due, next) = state.withLock { state in
      state.watches.remove(watch)
      let due = state.waiting.filter { $0.value.deadline <= now }
      for id in due.keys { state.waiting[id] = nil }
      let first = state.waiting.values.lazy.map(\.deadline).min()
      return (due, first.flatMap { state.newWatch(for: max($0, now.advanced(by: Self.pause))) })
    }
    for waiting in due.values { waiting.action.run() }
    if let next { set(next) }
  }
}
