import ReparteeBase

/// A clock that stands still until a test advances it; set it as `Client.clock`.
///
/// ```swift
/// let clock = ManualClock()
/// client.clock = clock
/// // the first response is a 503
/// async let user = client.send(GetUser(id: 7))
/// // the call's deadline, and the pause before the retry
/// await clock.waitForSleeps(2)
/// clock.advance(by: .seconds(1))
/// ```
///
/// If the length of the pause is known, no count is needed: `await clock.waitForSleep(of: .seconds(1))`.
///
/// A client sleeps until each of its deadlines, and during each pause. Tasks can use the clock concurrently.
public final class ManualClock: Clock, Sendable {
  /// A time, counted from the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created, at most 2⁶¹ seconds.
    public let offset: Duration

    /// Creates the instant at that offset.
    public init(offset: Duration = .zero) {
      let most = Duration.seconds(Int64(1) << 61)
      self.offset = min(max(offset, .zero - most), most)
    }

    /// Returns the instant later by a duration, at most 2⁶¹ seconds from zero.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + Instant(offset: duration).offset)
    }

    /// Returns how much later the other instant is; negative if earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private enum Condition {
    case count(Int)
    case sleep(Duration)
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var lastID = 0
    var sleeps: [Duration] = []
    var watchers: [Int: (condition: Condition, continuation: CheckedContinuation<Void, Never>)] = [:]

    mutating func newID() -> Int {
      lastID += 1
      return lastID
    }

    func isMet(_ condition: Condition) -> Bool {
      switch condition {
      case .count(let count): return sleeps.count >= count
      case .sleep(let duration):
        let deadline = now.advanced(by: duration)
        return deadline <= now || sleepers.values.contains { $0.deadline == deadline }
      }
    }

    /// Returns continuations to resume outside the lock.
    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      let woken = watchers.filter { isMet($0.value.condition) }
      for id in woken.keys { watchers[id] = nil }
      return woken.values.map(\.continuation)
    }
  }

  private let state = Mutex(State())

  /// Creates a clock at time zero.
  public init() {}

  /// The current time.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero.
  public var minimumResolution: Duration { .zero }

  /// The durations of all sleeps as requested, in order.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Sleeps until the clock has reached `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.newID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, watchers) = state.withLock { state in
          state.sleeps.append(state.now.duration(to: deadline))
          var result: Result<Void, any Error>?
          if state.cancelled.remove(id) != nil {
            result = .failure(CancellationError())
          } else if deadline <= state.now {
            result = .success(())
          } else {
            state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          }
          return (result, state.takeWatchers())
        }
        if let result { continuation.resume(with: result) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  /// Waits until the clock has counted `count` sleeps since its creation, or the task is cancelled.
  public func waitForSleeps(_ count: Int = 1) async { await wait(for: .count(count)) }

  /// Waits until a task sleeps on this clock until `duration` from now, or the waiting task is cancelled.
  ///
  /// Other sleeps do not matter, such as those until the deadlines of calls. A duration that is not above zero is not
  /// waited for.
  public func waitForSleep(of duration: Duration) async { await wait(for: .sleep(duration)) }

  private func wait(for condition: Condition) async {
    let id = state.withLock { $0.newID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if Task.isCancelled || state.isMet(condition) { return true }
          state.watchers[id] = (condition, continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
    }
  }

  package func waitForNoSleeps() async {
    while state.withLock({ !$0.sleepers.isEmpty }) { await Task.yield() }
  }

  /// Advances the time, and wakes the tasks whose deadline has passed; a negative duration counts as zero.
  public func advance(by duration: Duration) {
    advance { $0.advanced(by: max(duration, .zero)) }
  }

  func advance(to instant: Instant) {
    advance { max($0, instant) }
  }

  private func advance(_ change: (Instant) -> Instant) {
    let woken = state.withLock { state in
      state.now = change(state.now)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return (due.values.map(\.continuation), state.takeWatchers())
    }
    for continuation in woken.0 { continuation.resume() }
    for continuation in woken.1 { continuation.resume() }
  }
}
