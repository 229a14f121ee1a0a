import ReparteeBase

enum Limited {
  struct Late: Error {
    var detail: String
  }

  /// Throws ``Late`` after the limit; `body` is then cancelled, not awaited.
  static func run(
    within limit: Duration, _ body: @escaping @Sendable () async throws -> Void
  ) async -> Result<Void, any Error> {
    let first = First()
    let waiting = Waiting()
    let task = Task {
      await Waiting.$current.withValue(waiting) {
        do {
          try await body()
          first.end(.success(()))
        } catch {
          first.end(.failure(error))
        }
      }
    }
    // A longer sleep would overflow the clock.
    let limit = min(limit, .seconds(1 << 30))
    let timer = Task {
      try await Task.sleep(for: limit)
      first.end(.failure(Late(detail: waiting.text(after: limit))))
      task.cancel()
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await first.result()
    } onCancel: {
      task.cancel()
    }
  }

  private final class First: Sendable {
    private enum State {
      case open
      case awaited(CheckedContinuation<Result<Void, any Error>, Never>)
      case ended(Result<Void, any Error>)
    }

    private let state = Mutex(State.open)

    func end(_ result: Result<Void, any Error>) {
      let waiter = state.withLock { state -> CheckedContinuation<Result<Void, any Error>, Never>? in
        switch state {
        case .open:
          state = .ended(result)
          return nil
        case .awaited(let waiter):
          state = .ended(result)
          return waiter
        case .ended: return nil
        }
      }
      waiter?.resume(returning: result)
    }

    func result() async -> Result<Void, any Error> {
      await withCheckedContinuation { waiter in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if case .ended(let result) = state { return result }
          state = .awaited(waiter)
          return nil
        }
        if let result { waiter.resume(returning: result) }
      }
    }
  }
}

package final class Waiting: Sendable {
  @TaskLocal package static var current: Waiting?

  private struct State {
    var count = 0
    var events: [(number: Int, event: String)] = []
  }

  private let state = Mutex(State())

  /// The number is for `end`: events can overlap.
  func begin(_ event: String) -> Int {
    state.withLock { state in
      state.count += 1
      state.events.append((state.count, event))
      return state.count
    }
  }

  func end(_ number: Int?) {
    state.withLock { state in state.events.removeAll { $0.number == number } }
  }

  func text(after limit: Duration) -> String {
    let events = state.withLock { $0.events.map(\.event) }
    return events.isEmpty
      ? "it did not end within \(limit)"
      : "expected \(events.joined(separator: " and ")), which did not happen within \(limit)"
  }
}
