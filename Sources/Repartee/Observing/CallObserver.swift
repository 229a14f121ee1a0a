/// An observer of calls: of their requests and responses, and of the client's decisions.
///
/// ```swift
/// client.observers.append(.handler { event in print(event) })
/// ```
///
/// Different calls use an observer concurrently, and each waits until it returns: pass on work that takes long. Events
/// have no secrets. The product `ReparteeObservability` has observers for swift-log, swift-metrics and
/// swift-distributed-tracing.
public protocol CallObserver: Sendable {
  /// Receives an event.
  func observe(_ event: CallEvent)

  /// Prepares a request after all middleware. An observer can add fields whose names the request does not have, such as
  /// a trace context; they are sent only to the base URL's origin.
  func prepare(_ request: inout AttemptRequest, of call: UInt64)
}

extension CallObserver {
  /// Does nothing.
  public func prepare(_ request: inout AttemptRequest, of call: UInt64) {}
}

extension CallObserver where Self == CallEventHandler {
  /// Creates an observer that calls a function.
  public static func handler(_ observe: @escaping @Sendable (CallEvent) -> Void) -> CallEventHandler {
    CallEventHandler(handle: observe)
  }
}

/// An observer that calls a function.
public struct CallEventHandler: CallObserver {
  let handle: @Sendable (CallEvent) -> Void

  public func observe(_ event: CallEvent) { handle(event) }
}
