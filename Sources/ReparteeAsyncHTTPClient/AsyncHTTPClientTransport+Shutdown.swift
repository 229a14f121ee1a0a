#if AsyncHTTPClient
public import Repartee

extension AsyncHTTPClientTransport {
  /// The ``TransportError/underlying`` error of calls that ``shutdown(within:)`` refused or aborted.
  public struct ShutDown: Error, Sendable {}

  /// Refuses new calls, waits for those in flight, and closes all connections.
  ///
  /// A call is in flight until the body of its response is read to the end or dropped. Those that exceed the limit, or
  /// the cancellation of the waiting task, are aborted. Aborted and refused calls fail with kind
  /// ``TransportError/Kind/other`` and the underlying error ``ShutDown``; ``TransportError/mayHaveBeenProcessed`` of
  /// refused ones is false.
  ///
  /// Copies are shut down together. A second call waits for the end of the first. With your own HTTPClient
  /// (``init(_:)``) no call is aborted; shut the client down yourself, afterwards. For ``Transport/asyncHTTPClient``
  /// this does nothing.
  ///
  /// - Parameter limit: How long calls in flight may take; 30 seconds by default.
  public func shutdown(within limit: TimeLimit = .seconds(30)) async {
    await engine.shutdown(within: limit)
  }
}
#endif
