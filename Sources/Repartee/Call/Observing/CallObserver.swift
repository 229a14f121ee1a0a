/// An observer of calls (<doc:WatchingCalls>).
///
/// ```swift
/// client.observers.append(.handler { event in print(event) })
/// ```
///
/// Calls use an observer concurrently, and wait until it returns. Events have no secrets.
public protocol CallObserver: Sendable {
  /// Receives an event.
  func observe(_ event: CallEvent)

  /// Adds header fields, such as a trace context, after all middleware. Fields that the request has, fields for another
  /// origin than the base URL's, and other changes are ignored.
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
