/// An observer of calls: of their requests and responses, and of the client's decisions.
///
/// ```swift
/// client.observers.append(.handler { event in print(event) })
/// ```
///
/// Different calls call an observer concurrently. Each call waits until the observer returns, so an observer should
/// return quickly, and pass on work that takes long. Events have no secrets. The product `ReparteeObservability` has
/// observers for swift-log, swift-metrics and swift-distributed-tracing.
public protocol CallObserver: Sendable {
  /// Receives an event.
  func observe(_ event: CallEvent)

  /// Prepares a request that is about to be sent, after all middleware. An observer can add fields, for example a trace
  /// context, whose names the request does not have. They are sent only to the origin of the client's base URL.
  func prepare(_ request: inout AttemptRequest, of call: CallEvent.CallID)
}

extension CallObserver {
  /// Does nothing.
  public func prepare(_ request: inout AttemptRequest, of call: CallEvent.CallID) {}
}

extension CallObserver where Self == CallEventHandler {
  /// Creates an observer from a function, which is called with each event.
  public static func handler(_ observe: @escaping @Sendable (CallEvent) -> Void) -> CallEventHandler {
    CallEventHandler(handle: observe)
  }
}

/// An observer that calls a function with each event; see ``CallObserver/handler(_:)``.
public struct CallEventHandler: CallObserver {
  let handle: @Sendable (CallEvent) -> Void

  public func observe(_ event: CallEvent) { handle(event) }
}
