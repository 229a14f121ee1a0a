/// Is told what happens in calls: what is sent and what comes, and what the client decides.
///
/// ```swift
/// client.observers.append(.handler { event in print(event) })
/// ```
///
/// It is called at once, by different calls concurrently, and the call waits until it returns: it does little, and
/// passes on what takes long. What it gets has no secrets. The product `ReparteeObservability` has observers for
/// swift-log, swift-metrics and swift-distributed-tracing.
public protocol CallObserver: Sendable {
  /// Something has happened.
  func observe(_ event: CallEvent)

  /// A request is about to be sent, after all middleware. It may be given fields, a trace context say: those go to the
  /// call's first origin only, and their names are none that the request has.
  func prepare(_ request: inout AttemptRequest, of call: CallEvent.CallID)
}

extension CallObserver {
  /// Nothing.
  public func prepare(_ request: inout AttemptRequest, of call: CallEvent.CallID) {}
}

extension CallObserver where Self == CallEventHandler {
  /// A function that is called with each event.
  public static func handler(_ observe: @escaping @Sendable (CallEvent) -> Void) -> CallEventHandler {
    CallEventHandler(handle: observe)
  }
}

/// A function that is called with each event of calls; see ``CallObserver/handler(_:)``.
public struct CallEventHandler: CallObserver {
  let handle: @Sendable (CallEvent) -> Void

  public func observe(_ event: CallEvent) { handle(event) }
}
