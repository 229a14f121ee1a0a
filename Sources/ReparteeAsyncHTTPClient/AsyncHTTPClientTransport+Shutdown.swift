#if AsyncHTTPClient
public import Repartee

extension AsyncHTTPClientTransport {
  /// The ``TransportError/underlying`` error of calls that fail because of ``shutdown(within:)``.
  public struct ShutDown: Error, Sendable {}

  /// Refuses new calls, waits until the calls in flight have ended, and closes all connections.
  ///
  /// A call is in flight until the body of its response is read to the end or dropped. Calls that are still in flight
  /// after the limit, or when the waiting task is cancelled, are aborted: they fail with a ``TransportError`` of kind
  /// ``TransportError/Kind/other`` and the underlying error ``ShutDown``. Later calls fail in the same way, with
  /// ``TransportError/mayHaveBeenProcessed`` false.
  ///
  /// Copies are shut down together. A second call waits for the end of the first. The effect depends on the owner of
  /// the HTTPClient:
  /// - The transport (``init(pinnedKeys:_:)``): the client is shut down, as it is when the last copy is released and no
  ///   call is in flight.
  /// - You (``init(_:)``): no call is aborted; shut the client down yourself, afterwards.
  /// - The process (``Transport/asyncHTTPClient``): this method does nothing.
  ///
  /// With the trait `ServiceLifecycle`, the transport is a `Service` that shuts down in this way.
  ///
  /// - Parameter limit: How long calls in flight may take; 30 seconds by default.
  public func shutdown(within limit: TimeLimit = .seconds(30)) async {
    await engine.shutdown(within: limit)
  }
}
#endif
