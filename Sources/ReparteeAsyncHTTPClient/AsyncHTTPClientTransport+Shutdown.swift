#if AsyncHTTPClient
public import Repartee

extension AsyncHTTPClientTransport {
  /// The ``TransportError/underlying`` error of calls that ``shutdown(within:)`` refused or aborted.
  public struct ShutDown: Error, Sendable {}

  /// Refuses new calls, waits until responses in flight are read to the end or dropped, and closes all connections.
  ///
  /// Calls in flight after the limit, or when the waiting task is cancelled, are aborted. Aborted and refused calls
  /// fail with kind ``TransportError/Kind/other`` and the underlying error ``ShutDown``;
  /// ``TransportError/mayHaveBeenProcessed`` of refused ones is false.
  ///
  /// Copies are shut down together; a second shutdown waits for the first. With your own HTTPClient (``init(_:)``) no
  /// call is aborted; shut the client down afterwards. For ``Transport/asyncHTTPClient`` this does nothing.
  ///
  /// - Parameter limit: How long calls in flight may take; 30 seconds by default.
  public func shutdown(within limit: TimeLimit = .seconds(30)) async {
    await engine.shutdown(within: limit)
  }
}
#endif
