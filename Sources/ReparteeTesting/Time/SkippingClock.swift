import Repartee
import ReparteeBase

/// A clock whose pauses take no time: each advances the time to its end.
///
/// ```swift
/// let clock = SkippingClock()
/// client.clock = clock
/// // a 503 twice, then a 200
/// _ = try await client.send(GetUser(id: 7))
/// // the pauses, which took no time
/// #expect(clock.sleeps.count == 2)
/// ```
///
/// A client's time limit ends a call when pauses or ``advance(by:)`` have reached it. A call that waits for anything
/// else waits forever: test its timeout with a ``ManualClock``.
public final class SkippingClock: Clock, Sendable {
  private let time = ManualClock()
  private let pauses = Mutex<[Duration]>([])
  private let end: ManualClock.Instant?

  /// Creates a clock at time zero.
  /// - Parameter end: Sleeps until this time or later last until cancelled: set it if your own code has deadlines. Nil
  ///   by default.
  public init(end: Duration? = nil) {
    self.end = end.map { ManualClock.Instant(offset: $0) }
  }

  /// The current time, which pauses and ``advance(by:)`` advance.
  public var now: ManualClock.Instant { time.now }
  /// Zero.
  public var minimumResolution: Duration { .zero }

  /// The durations of the pauses as requested, in order, without time limits of clients and sleeps until `end` or
  /// later.
  public var sleeps: [Duration] { pauses.withLock { $0 } }

  /// Advances the time; a negative duration counts as zero.
  public func advance(by duration: Duration) { time.advance(by: duration) }

  /// Advances the time to a later `deadline`, and returns at once; a client's earlier time limit ends its call first.
  ///
  /// With a deadline at `end` or later it sleeps until the task is cancelled.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: ManualClock.Instant, tolerance: Duration? = nil) async throws {
    let isEndless = end.map { deadline >= $0 } ?? false
    if ClockLimit.isAwaited, !isEndless { return try await time.sleep(until: deadline) }
    if !isEndless { pauses.withLock { $0.append(now.duration(to: deadline)) } }
    let limits = ClockLimit.current(on: self).sorted { $0.end < $1.end }
    for limit in limits where limit.end <= deadline && end.map({ limit.end < $0 }) ?? true {
      time.advance(to: limit.end)
      // Bounded: code that ignores the cancellation may wait for this sleep.
      var turns = 10_000
      while turns > 0, !limit.limit.isOver, !Task.isCancelled {
        turns -= 1
        await Task.yield()
      }
    }
    if isEndless { return try await Task.sleep(for: .seconds(1 << 30)) }
    try Task.checkCancellation()
    time.advance(to: deadline)
  }
}
