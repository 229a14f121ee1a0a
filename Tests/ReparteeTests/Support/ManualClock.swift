import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextID = 0
    var slept: [Duration] = []
    var watchers: [CheckedContinuation<Bool, Never>] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  /// For how long sleepers wanted to sleep, in order.
  var slept: [Duration] { state.withLock { $0.slept } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Next { case wait, wake, cancel }
        let (next, watchers) = state.withLock { state -> (Next, [CheckedContinuation<Bool, Never>]) in
          state.slept.append(state.now.duration(to: deadline))
          defer { state.watchers = [] }
          if state.cancelled.remove(id) != nil { return (.cancel, state.watchers) }
          if deadline <= state.now { return (.wake, state.watchers) }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return (.wait, state.watchers)
        }
        switch next {
        case .wait: break
        case .wake: continuation.resume()
        case .cancel: continuation.resume(throwing: CancellationError())
        }
        watchers.forEach { $0.resume(returning: false) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns once so many sleep, or have slept.
  func someoneSleeps(times: Int = 1) async {
    var isThere = false
    while !isThere {
      isThere = await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.slept.count < times { state.watchers.append(continuation) }
          return state.slept.count >= times
        }
        if isThere { continuation.resume(returning: true) }
      }
    }
  }

  /// Returns once nobody sleeps any more.
  func nobodySleeps() async {
    while state.withLock({ !$0.sleepers.isEmpty }) { await Task.yield() }
  }

  /// Moves the time on, and wakes those whose time has come.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      due.keys.forEach { state.sleepers[$0] = nil }
      return due.values.map(\.continuation)
    }
    woken.forEach { $0.resume() }
  }
}
