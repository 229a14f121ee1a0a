import Synchronization

/// A clock whose sleeps return at once: each advances the time to its deadline.
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
  /// A time, counted from the creation of the clock.
  public typealias Instant = ManualClock.Instant

  private let state = Mutex((now: Instant(), sleeps: [Duration]()))
  private let end: Instant?

  /// Creates a clock at time zero.
  /// - Parameter end: A sleep until this time or later, such as that until a call's deadline, lasts until it is
  ///   cancelled; nil if there is no deadline.
  public init(end: Duration? = nil) {
    self.end = end.map { Instant(offset: $0) }
  }

  /// The current time. Every sleep advances it, and ``advance(by:)``.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero: the clock distinguishes all instants.
  public var minimumResolution: Duration { .zero }

  /// The durations of the sleeps as requested, in order, without those until `end` or later.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Advances the time. A negative duration counts as zero.
  public func advance(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: max(duration, .zero)) }
  }

  /// Advances the time to `deadline`, if that is later, and returns at once. With a deadline at `end` or later it
  /// sleeps until the task is cancelled.
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
