import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TransportError.Kind {
  static let breakerOpen = TransportError.Kind(
    "breakerOpen", message: "the breaker is open", mayHaveBeenProcessed: false)
}

extension CallEvent.Kind {
  static let breakerOpened = CallEvent.Kind("breakerOpened")
}

/// What fails together; without it, all of an origin.
struct Dependency: RequestValue, Hashable, CustomStringConvertible {
  var description: String
}

/// Sends nothing for a while after so many failures in a row, then one request to try.
actor Breaker: Stage {
  private struct State {
    var failures = 0
    var isTried = false
    var opened: Date?
  }

  private let limit: Int
  private let pause: TimeInterval
  private var states: [Dependency: State] = [:]

  init(limit: Int, pause: TimeInterval) {
    self.limit = limit
    self.pause = pause
  }

  nonisolated var appliesToOtherOrigins: Bool { true }

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    let key = request[Dependency.self] ?? Dependency(description: request.head.authority ?? "")
    let state = states[key] ?? State()
    if let opened = state.opened {
      if state.isTried || request.now().timeIntervalSince(opened) < pause {
        throw AttemptError(TransportError(.breakerOpen))
      }
      states[key]?.isTried = true
    }
    do throws(AttemptError) {
      let response = try await next(request)
      note(response.head.status.code < 500, of: key, request)
      return response
    } catch {
      // A cancelled call says nothing about the server.
      note(error.transportError?.isCancellation ?? true ? nil : false, of: key, request)
      throw error
    }
  }

  private func note(_ hasWorked: Bool?, of key: Dependency, _ request: AttemptRequest) {
    var state = states[key] ?? State()
    state.isTried = false
    switch hasWorked {
    case nil: break
    case true?: state = State()
    case false?:
      state.failures += 1
      if state.failures >= limit {
        state.opened = request.now()
        request.report(.breakerOpened, key)
      }
    }
    states[key] = state
  }
}
