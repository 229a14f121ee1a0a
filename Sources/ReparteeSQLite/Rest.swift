#if SQLite
import ReparteeBase

/// After waiting in vain for a lock, operations fail at once for a while.
final class Rest: Sendable {
  private let length: Duration
  private let state = Mutex<(end: ContinuousClock.Instant, error: SQLiteCacheError)?>(nil)

  init(_ length: Duration) {
    self.length = length
  }

  func check() throws(SQLiteCacheError) {
    let error = state.withLock { state -> SQLiteCacheError? in
      guard let rest = state else { return nil }
      if ContinuousClock.now < rest.end { return rest.error }
      state = nil
      return nil
    }
    if let error { throw error }
  }

  func begin(_ error: SQLiteCacheError) {
    state.withLock { $0 = (ContinuousClock.now + length, error) }
  }
}
#endif
