import Synchronization

/// The time of `ContinuousClock`; a sleep that is cancelled leaves nothing behind.
///
/// `Task.sleep` keeps what it needs to wake up, some 700 bytes, until the time that was asked for, also when it was
/// cancelled long before (Swift 6.3). Nearly every deadline is: at a thousand calls a second and a timeout of a minute
/// that would be 40 MB, and more where each part of a stream has its deadline.
struct TimerClock: Clock {
  /// A time of `ContinuousClock`: how long it is after the first one that was asked for.
  ///
  /// The size of the clock's own instants, and so of all that has one in it, is known only at run time: each copy would
  /// be made by generic code.
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
  /// Whether it is the client's own clock; a cast would take ten times as long.
  var isTimer: Bool { type(of: self) == TimerClock.self }
}

/// What can be cancelled when its time is up, from any thread.
package protocol Cancellable: Sendable {
  func cancel()
}

extension Task: Cancellable {}

/// All that waits for a time of `ContinuousClock`, and the few tasks that watch for it.
final class Alarms: Sendable {
  static let shared = Alarms()

  /// What happens when an alarm goes off.
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
    /// When a task looks for those whose time has come: one at the latest for the first of them. Another is made only
    /// for a deadline before all of them, and stays until it wakes.
    var watches: Set<TimerClock.Instant> = []

    mutating func newID() -> Int {
      lastID += 1
      return lastID
    }

    /// The watch that has to be set for a deadline, if there is none that is early enough.
    mutating func newWatch(for deadline: TimerClock.Instant) -> TimerClock.Instant? {
      if let first = watches.min(), first <= deadline { return nil }
      watches.insert(deadline)
      return deadline
    }
  }

  private let state = Mutex(State())

  /// How many wait, and how many tasks watch for them.
  var counts: (waiting: Int, watches: Int) { state.withLock { ($0.waiting.count, $0.watches.count) } }

  /// Cancels `task` at `deadline`, unless ``remove(_:)`` comes before.
  /// - Returns: What to give to ``remove(_:)``.
  func cancel(_ task: any Cancellable, at deadline: TimerClock.Instant) -> Int {
    let (id, watch) = state.withLock { state in
      let id = state.newID()
      state.waiting[id] = (deadline, .cancel(task))
      return (id, state.newWatch(for: deadline))
    }
    if let watch { set(watch) }
    return id
  }

  /// What has this number has no alarm any more.
  /// - Returns: Whether it had one: if not, it has gone off.
  @discardableResult
  func remove(_ id: Int) -> Bool { state.withLock { $0.waiting.removeValue(forKey: id) != nil } }

  func sleep(until deadline: TimerClock.Instant) async throws {
    let id = state.withLock { $0.newID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, watch) = state.withLock { state in
          // The handler below finds nothing to wake if it comes before this; then the task is cancelled already.
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
      self.goOff(watch)
    }
  }

  private func goOff(_ watch: TimerClock.Instant) {
    let now = TimerClock.Instant.now
    let (due, next) = state.withLock { state in
      state.watches.remove(watch)
      let due = state.waiting.filter { $0.value.deadline <= now }
      for id in due.keys { state.waiting[id] = nil }
      let first = state.waiting.values.lazy.map(\.deadline).min()
      return (due, first.flatMap { state.newWatch(for: $0) })
    }
    for waiting in due.values { waiting.action.run() }
    if let next { set(next) }
  }
}
