#if AsyncHTTPClient && ServiceLifecycle
import Repartee
public import ServiceLifecycle

/// In a `ServiceGroup`, list the transport before the services that use it: a group shuts down in reverse order.
///
/// ```swift
/// let transport = AsyncHTTPClientTransport()
/// let client = Client(
///   baseURL: "https://api.example.com", transport: transport)
/// let group = ServiceGroup(
///   services: [transport, Poller(client)],
///   gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// ```
extension AsyncHTTPClientTransport: Service {
  /// Waits for the group's graceful shutdown, then calls ``shutdown(within:)`` without a limit.
  ///
  /// Set the group's `maximumGracefulShutdownDuration`. Cancelling the services aborts calls in flight.
  public func run() async throws {
    // If the task is cancelled this throws, and the shutdown sees the cancellation too.
    try? await gracefulShutdown()
    await shutdown(within: .unlimited)
  }
}
#endif
