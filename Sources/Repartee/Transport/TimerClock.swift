import Synchronization

/// A clock with the time of `ContinuousClock`, in which a cancelled sleep keeps no memory.
///
/// `Task.sleep` keeps some 700 bytes until its deadline, even if it was cancelled long before (Swift 6.3). Nearly every
/// deadline of a call is cancelled: at a thousand calls a second and a timeout of a minute that would be 40 MB, and
/// more if each part of a stream has a deadline.
struct TimerClock: Clock {
  /// An instant of `ContinuousClock`, as the time since the first instant that was used.
  ///
  /// The size of `ContinuousClock.Instant`, and of every type that contains one, is known only at run time: generic
  /// code would make each copy.
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
  /// Whether this is the client's own clock. A cast would take ten times as long.
  var isTimer: Bool { type(of: self) == TimerClock.self }
}

/// A type that can be cancelled from any thread, when its time is up.
package protocol Cancellable: Sendable {
  func cancel()
}

extension Task: Cancellable {}

/// All waits for an instant of `ContinuousClock`, and the few tasks that watch for these instants.
final class Alarms: Sendable {
  static let shared = Alarms()

  /// What happens when an alarm goes off.
  ///
  /// Unsafe: a continuation is resumed by the code that removes it from `waiting`, or by the code that did not add it
  /// because the task was cancelled. The size of a `CheckedContinuation` is known only at run time, so that every alarm
  /// would be copied with its help.
  private enum Action {
    case wake(UnsafeContinuation<Void, any Error>)
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
    /// The instants at which a task looks for alarms that are due; one is at most ``pause`` later than the first alarm.
    /// A task is added only for a deadline before all of them, and runs until its instant.
    var watches: Set<TimerClock.Instant> = []

    mutating func newID() -> Int {
      lastID += 1
      return lastID
    }

    /// Returns the watch to set for a deadline; nil if another one is early enough.
    mutating func newWatch(for deadline: TimerClock.Instant) -> TimerClock.Instant? {
      if let first = watches.min(), first <= deadline { return nil }
      watches.insert(deadline)
      return deadline
    }
  }

  private let state = Mutex(State())

  /// The shortest time from a look at all alarms to the next that it sets, however many are due one after the other.
  private static let pause = Duration.milliseconds(1)

  /// The number of waits, and of tasks that watch for them.
  var counts: (waiting: Int, watches: Int) { state.withLock { ($0.waiting.count, $0.watches.count) } }

  /// Cancels `task` at `deadline`, unless ``remove(_:)`` is called before.
  /// - Returns: The number of the alarm, for ``remove(_:)``.
  func cancel(_ task: any Cancellable, at deadline: TimerClock.Instant) -> Int {
    let (id, watch) = state.withLock { state in
      let id = state.newID()
      state.waiting[id] = (deadline, .cancel(task))
      return (id, state.newWatch(for: deadline))
    }
    if let watch { set(watch) }
    return id
  }

  /// Removes the alarm with this number.
  /// - Returns: Whether it was still set; if not, it has gone off.
  @discardableResult
  func remove(_ id: Int) -> Bool {
    // Released outside the lock: the last reference to a task may run code that sets or removes alarms.
    let alarm = state.withLock { $0.waiting.removeValue(forKey: id) }
    return alarm != nil
  }

  func sleep(until deadline: TimerClock.Instant) async throws {
    let id = state.withLock { $0.newID() }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let (isCancelled, watch) = state.withLock { state in
          // If the handler below runs before this, it finds nothing to wake; but then the task is already cancelled.
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
      return (due, first.flatMap { state.newWatch(for: max($0, now.advanced(by: Self.pause))) })
    }
    for waiting in due.values { waiting.action.run() }
    if let next { set(next) }
  }
}
