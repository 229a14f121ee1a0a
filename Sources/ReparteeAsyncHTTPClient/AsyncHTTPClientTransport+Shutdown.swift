#if AsyncHTTPClient
public import Repartee

extension TransportError.Kind {
  /// The transport was shut down (``AsyncHTTPClientTransport/shutdown(within:)``), or your own HTTPClient was.
  public static let shutDown = TransportError.Kind("shutDown", message: "the transport was shut down")
}

extension AsyncHTTPClientTransport {
  /// Refuses new calls, waits until responses in flight are read to the end or dropped, and closes all connections.
  ///
  /// Calls in flight after the limit, or when the waiting task is cancelled, are aborted. Aborted and refused calls
  /// fail with kind `TransportError.Kind.shutDown`; ``TransportError/mayHaveBeenProcessed`` of refused ones is false.
  ///
  /// Copies are shut down together; a second shutdown waits for the first. With your own HTTPClient (``init(_:)``) no
  /// call is aborted; shut the client down afterwards. For ``Transport/asyncHTTPClient`` this does nothing.
  ///
  /// - Parameter limit: How long calls in flight may take; 30 seconds by default.
  public func shutdown(within limit: Duration = .seconds(30)) async {
    await engine.shutdown(within: limit)
  }
}
#endif
