/// The time since the waiting began, on the client's clock.
struct WaitingTime: Sendable {
  private let limit: Duration?
  private let read: @Sendable () -> Duration

  init(_ limit: Duration?, on clock: any Clock<Duration>) {
    self.limit = limit.map { max($0, .zero) }
    read = Self.elapsed(on: clock)
  }

  private static func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  var elapsed: Duration { read() }
  var left: Duration? { limit.map { max($0 - elapsed, .zero) } }
}
