import ReparteeBase

/// Lets a test clock distinguish a pause, which may advance the time, from the wait for the end of a limit.
package final class ClockLimit: Sendable {
  @TaskLocal package static var isAwaited = false
  @TaskLocal private static var limits: [ClockLimit] = []

  private struct End: Sendable {
    let instant: any InstantProtocol<Duration>
    let sleep: @Sendable () async throws -> Void
    /// True also while the limit is paused.
    var isOver = false

    init<C: Clock<Duration>>(_ clock: C, after limit: Duration) {
      let instant = clock.now.advanced(by: limit)
      self.instant = instant
      sleep = { try await clock.sleep(until: instant, tolerance: nil) }
    }
  }

  private let clock: any Clock<Duration>
  private let end: Mutex<End>

  init<C: Clock<Duration>>(_ clock: C, after limit: Duration) {
    self.clock = clock
    end = Mutex(End(clock, after: limit))
  }

  package var isOver: Bool { end.withLock { $0.isOver } }

  func pause() { end.withLock { $0.isOver = true } }

  func restart(after limit: Duration) {
    let new = End(clock, after: limit)
    end.withLock { $0 = new }
  }

  private var runningEnd: (any InstantProtocol<Duration>)? { end.withLock { $0.isOver ? nil : $0.instant } }

  package static func current<C: Clock<Duration> & AnyObject>(
    on clock: C
  ) -> [(limit: ClockLimit, end: C.Instant)] {
    limits.compactMap { limit in
      guard (limit.clock as? C) === clock, let end = limit.runningEnd as? C.Instant else {
        return nil
      }
      return (limit, end)
    }
  }

  func run<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
    defer { pause() }
    return await Self.$limits.withValue(Self.limits + [self]) { await work() }
  }

  func sleepUntilEnd() async throws {
    let end = end.withLock { $0 }
    try await Self.$isAwaited.withValue(true) { try await end.sleep() }
  }
}
