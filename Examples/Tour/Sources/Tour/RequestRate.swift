import Repartee

/// Sends at most so many requests a second, evenly spaced.
actor RequestRate<Time: Clock<Duration>>: Stage {
  private let clock: Time
  private let interval: Duration
  private var next: Time.Instant

  init(perSecond: Int, clock: Time = ContinuousClock()) {
    self.clock = clock
    interval = .seconds(1) / max(perSecond, 1)
    next = clock.now
  }

  func send(
    _ request: AttemptRequest, next send: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    let now = clock.now
    let start = max(next, now)
    let pause = now.duration(to: start)
    // Without the time for the pause, `wait(for:)` throws at once.
    if request.timeLeft.map({ pause < $0 }) ?? true {
      next = start.advanced(by: interval)
    }
    try await request.wait(for: pause)
    return try await send(request)
  }
}
