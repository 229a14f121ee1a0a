#if SQLite
import ReparteeBase

/// Makes operations fail at once for a while, after one has waited too long for a lock.
final class LockBackoff: Sendable {
  private let duration: Duration
  private let state = Mutex<(end: ContinuousClock.Instant, error: SQLiteCacheError)?>(nil)

  init(_ duration: Duration) {
    self.duration = duration
  }

  func check() throws(SQLiteCacheError) {
    let error = state.withLock { state -> SQLiteCacheError? in
      guard let backoff = state else { return nil }
      if ContinuousClock.now < backoff.end { return backoff.error }
      state = nil
      return nil
    }
    if let error { throw error }
  }

  func begin(_ error: SQLiteCacheError) {
    state.withLock { $0 = (ContinuousClock.now + duration, error) }
  }
}
#endif
