import Synchronization

/// A clock that passes over pauses: whoever sleeps does not wait, and its time moves on. For clients without deadlines.
final class PassingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let state = Mutex((now: Instant(), slept: [Duration]()))

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  /// What was slept, in order.
  var slept: [Duration] { state.withLock { $0.slept } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    state.withLock { state in
      state.slept.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
    try Task.checkCancellation()
  }
}
