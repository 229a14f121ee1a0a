#if AsyncHTTPClient
import NIOCore
import ReparteeBase

/// The open connections of a transport, by their numbers, to cancel a response on one.
final class Connections: Sendable {
  private struct State {
    var last = 0
    var open: [Int: NIOLoopBound<(_ number: Int) -> Void>] = [:]
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.open.count } }

  /// - Parameter cancel: Gets the number of the response, on the event loop.
  func add(on eventLoop: any EventLoop, cancel: @escaping (_ number: Int) -> Void) -> Int {
    let cancel = NIOLoopBound(cancel, eventLoop: eventLoop)
    return state.withLock { state in
      state.last += 1
      state.open[state.last] = cancel
      return state.last
    }
  }

  func remove(_ number: Int) {
    let cancel = state.withLock { $0.open.removeValue(forKey: number) }
    withExtendedLifetime(cancel) {}
  }

  /// Does nothing for a complete response.
  func cancel(_ responseID: ResponseID) {
    guard let cancel = state.withLock({ $0.open[responseID.connection] }) else { return }
    cancel.eventLoop.execute { cancel.value(responseID.number) }
  }
}
#endif
