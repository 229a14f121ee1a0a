import ReparteeBase

/// With it a test clock tells a pause, which may advance the time, from the wait for the end of a limit.
package final class ClockLimit: Sendable {
  @TaskLocal package static var isAwaited = false
  @TaskLocal private static var limits: [ClockLimit] = []

  private let clock: any Clock<Duration>
  private let end: any InstantProtocol<Duration>
  private let sleep: @Sendable () async throws -> Void
  private let isDone = Mutex(false)

  fileprivate init<C: Clock<Duration>>(_ clock: C, after limit: Duration) {
    let end = clock.now.advanced(by: limit)
    self.clock = clock
    self.end = end
    sleep = { try await clock.sleep(until: end, tolerance: nil) }
  }

  package var isOver: Bool { isDone.withLock { $0 } }

  package static func current<C: Clock<Duration> & AnyObject>(
    on clock: C
  ) -> [(limit: ClockLimit, end: C.Instant)] {
    limits.compactMap { limit in
      guard (limit.clock as? C) === clock, let end = limit.end as? C.Instant else { return nil }
      return (limit, end)
    }
  }

  func run<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
    defer { isDone.withLock { $0 = true } }
    return await Self.$limits.withValue(Self.limits + [self]) { await work() }
  }

  func sleepUntilEnd() async throws {
    try await Self.$isAwaited.withValue(true) { try await sleep() }
  }
}

extension Clock where Duration == Swift.Duration {
  func limit(after limit: Duration) -> ClockLimit { ClockLimit(self, after: limit) }
}
