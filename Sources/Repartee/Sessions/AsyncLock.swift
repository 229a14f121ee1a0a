import ReparteeBase

/// A fair lock that suspends its waiters.
final class AsyncLock: Sendable {
  private let state = Mutex<(isHeld: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

  func withLock<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
    await lock()
    defer { unlock() }
    return try await body()
  }

  private func lock() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isHeld else {
          state.isHeld = true
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func unlock() {
    state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.isHeld = false
      return nil
    }?.resume()
  }
}
