#if AsyncHTTPClient
public import Repartee

extension AsyncHTTPClientTransport {
  /// The error of calls that fail because of ``shutdown(within:)``: the ``TransportError/underlying`` error of a
  /// ``TransportError`` of kind ``TransportError/Kind/other``.
  public struct ShutDown: Error, Sendable {}

  /// Refuses new calls, waits until the calls in flight have ended, and closes all connections.
  ///
  /// A call is in flight until the body of its response is read to the end or dropped; an event stream is in flight for
  /// as long as it is read. Calls that are still in flight when the limit is over, or when the waiting task is
  /// cancelled, are aborted. They fail, once, with a ``TransportError`` of kind ``TransportError/Kind/other`` whose
  /// underlying error is ``ShutDown``. Calls that begin later fail in the same way, with
  /// ``TransportError/mayHaveBeenProcessed`` false.
  ///
  /// Copies of a transport are shut down together. A second call of this method waits for the end of the first. The
  /// effect on the HTTPClient depends on who created it:
  /// - The transport (``init(pinnedKeys:_:)``): the client is shut down. That also happens when the last copy of the
  ///   transport is released and no call is in flight; shut the transport down explicitly to know when.
  /// - You (``init(_:)``): shut the client down yourself, afterwards. No call is aborted.
  /// - ``Transport/asyncHTTPClient``: the whole process uses the client, and this method does nothing.
  ///
  /// With the trait `ServiceLifecycle`, the transport is a `Service` that shuts down in this way.
  ///
  /// - Parameter limit: How long calls in flight may take; 30 seconds by default.
  public func shutdown(within limit: TimeLimit = .seconds(30)) async {
    await engine.shutdown(within: limit)
  }
}
#endif
