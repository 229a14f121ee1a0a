#if AsyncHTTPClient
public import Repartee

extension AsyncHTTPClientTransport {
  /// What a call fails with after ``shutdown(within:)``, as the ``TransportError/underlying`` error of a
  /// ``TransportError`` of kind ``TransportError/Kind/other``.
  public struct ShutDown: Error, Sendable {}

  /// Refuses new calls, waits until those in flight are over, and closes all connections.
  ///
  /// A call is in flight until the body of its response was read to its end, or dropped: a stream of events is for as
  /// long as it is read. What is still in flight when the limit is over, or when the task that waits is cancelled, is
  /// cut off: it fails, once, with a ``TransportError`` of kind ``TransportError/Kind/other`` whose underlying error is
  /// ``ShutDown``, as do calls that begin later. For these ``TransportError/mayHaveBeenProcessed`` is false.
  ///
  /// Copies of a transport are shut down with it. A second call waits for the end of the first one. What becomes of the
  /// HTTPClient depends on who made it:
  /// - The transport made it (``init(pinnedKeys:_:)``): it is shut down. That happens too when the last copy of the
  ///   transport is gone and no call is in flight; to shut it down explicitly is to know when.
  /// - You made it (``init(_:)``): it is yours to shut down, afterwards. Nothing is cut off.
  /// - ``Transport/asyncHTTPClient``: the whole process uses it, and this does nothing.
  ///
  /// With the trait `ServiceLifecycle` the transport is a `Service` that does this.
  ///
  /// - Parameter limit: How long calls in flight may take; 30 seconds unless you say otherwise.
  public func shutdown(within limit: TimeLimit = .seconds(30)) async {
    await engine.shutdown(within: limit)
  }
}
#endif
