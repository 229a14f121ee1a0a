import Synchronization

/// A clock whose time moves only when somebody sleeps, who then does not wait, or when a test lets it pass.
final class SkippingClock: Clock, Sendable {
  private let state = Mutex((now: ManualClock.Instant(), slept: [Duration]()))
  private let end: Duration?

  /// - Parameter end: Whoever sleeps until then, as a deadline does, sleeps for ever; nil where there is no deadline.
  init(end: Duration? = nil) {
    self.end = end
  }

  var now: ManualClock.Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  /// What was slept, in order.
  var slept: [Duration] { state.withLock { $0.slept } }

  func pass(_ time: Duration) { state.withLock { $0.now = $0.now.advanced(by: time) } }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    if let end, deadline.offset >= end { try await Task.sleep(for: .seconds(86_400)) }
    state.withLock { state in
      state.slept.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
    try Task.checkCancellation()
  }
}
