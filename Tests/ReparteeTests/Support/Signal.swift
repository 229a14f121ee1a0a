import Synchronization

/// Something that happens once, and that others wait for.
final class Signal: Sendable {
  private let state = Mutex((isSent: false, waiting: [CheckedContinuation<Void, Never>]()))

  func send() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSent = state.withLock { state in
        if !state.isSent { state.waiting.append(continuation) }
        return state.isSent
      }
      if isSent { continuation.resume() }
    }
  }
}
