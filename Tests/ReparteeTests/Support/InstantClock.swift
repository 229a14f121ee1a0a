import Synchronization

/// A clock whose time moves only when somebody sleeps, who then does not wait.
final class InstantClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex<(now: Instant, slept: [Duration])>((Instant(), []))

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  /// What was slept, in order.
  var slept: [Duration] { state.withLock { $0.slept } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    // The deadline of a call, which is a minute: nothing takes time here, so that it is never over.
    if deadline.offset >= .seconds(60) {
      try await Task.sleep(for: .seconds(86_400))
    }
    state.withLock { state in
      state.slept.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
    try Task.checkCancellation()
  }
}
