import Synchronization

/// A clock whose sleepers do not wait: its time moves on to when they wanted to wake up.
///
/// ```swift
/// // until the client's timeout, which is not over
/// let clock = SkippingClock(end: .seconds(60))
/// client.clock = clock
/// // a 503 twice, then a 200
/// _ = try await client.send(GetUser(id: 7))
/// // the pauses, which took no time
/// #expect(clock.sleeps.count == 2)
/// ```
public final class SkippingClock: Clock, Sendable {
  /// A time since the clock was made.
  public typealias Instant = ManualClock.Instant

  private let state = Mutex((now: Instant(), sleeps: [Duration]()))
  private let end: Instant?

  /// - Parameter end: A sleep until then or longer, as that of a call's deadline, lasts until it is cancelled; nil
  ///   where there is no deadline.
  public init(end: Duration? = nil) {
    self.end = end.map { Instant(offset: $0) }
  }

  /// How far the clock has moved: by every sleep, and by ``advance(by:)``.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero: every moment is told apart.
  public var minimumResolution: Duration { .zero }

  /// How long each sleep was meant to be, in their order; without those that last until the end.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Moves the time on. What is negative is zero.
  public func advance(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: max(duration, .zero)) }
  }

  /// Moves the time on to `deadline`, if it is later, and returns at once; from the `end` on it sleeps until the task
  /// is cancelled.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    if let end, deadline >= end { return try await Task.sleep(for: .seconds(1 << 30)) }
    state.withLock { state in
      state.sleeps.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
    try Task.checkCancellation()
  }
}
