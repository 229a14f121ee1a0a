import Dispatch
import Synchronization

/// Something that happens once, and that tests wait for.
public final class Signal: Sendable {
  private struct State {
    var hasFired = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var hasFired: Bool { state.withLock { $0.hasFired } }

  public func fire() {
    let waiters = state.withLock { state in
      state.hasFired = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for it, or for the cancellation of the task: then whoever waits for the same signal goes on as well.
  public func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let hasFired = state.withLock { state in
          if !state.hasFired { state.waiters.append(waiter) }
          return state.hasFired
        }
        if hasFired { waiter.resume() }
      }
    } onCancel: {
      fire()
    }
  }

  /// The same for a thread of the loopback server.
  public func block() {
    let semaphore = DispatchSemaphore(value: 0)
    Task {
      await wait()
      semaphore.signal()
    }
    semaphore.wait()
  }
}
