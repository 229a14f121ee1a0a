import Dispatch
import ReparteeBase

package final class Signal: Sendable {
  private struct State {
    var hasFired = false
    var waiters: [@Sendable () -> Void] = []
  }

  private let event: String
  private let state = Mutex(State())

  /// - Parameter event: The event, with a verb in the infinitive.
  package init(_ event: String = "a signal to be given") {
    self.event = event
  }

  package var hasFired: Bool { state.withLock { $0.hasFired } }

  package func fire() {
    let waiters = state.withLock { state in
      state.hasFired = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter() }
  }

  package func whenFired(_ waiter: @escaping @Sendable () -> Void) {
    let hasFired = state.withLock { state in
      if !state.hasFired { state.waiters.append(waiter) }
      return state.hasFired
    }
    if hasFired { waiter() }
  }

  /// Cancelling the task fires the signal for all.
  package func wait() async {
    let waiting = Waiting.current?.begin(event)
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        whenFired { waiter.resume() }
      }
    } onCancel: {
      fire()
    }
    Waiting.current?.end(waiting)
  }

  /// For a thread of the loopback server.
  package func block() {
    let semaphore = DispatchSemaphore(value: 0)
    whenFired { semaphore.signal() }
    semaphore.wait()
  }
}
