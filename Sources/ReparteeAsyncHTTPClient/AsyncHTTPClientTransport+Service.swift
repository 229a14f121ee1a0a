#if AsyncHTTPClient && ServiceLifecycle
import Repartee
public import ServiceLifecycle

/// A transport in a `ServiceGroup` runs until the group shuts down. List it before the services that use it, because a
/// group shuts down in reverse order.
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
  /// Waits for the graceful shutdown of the group, then shuts down as ``shutdown(within:)`` does, without a limit: set
  /// the group's `maximumGracefulShutdownDuration`. When the group cancels its services, calls in flight are aborted.
  public func run() async throws {
    // It throws if the task is cancelled; the shutdown then sees the cancellation as well.
    try? await gracefulShutdown()
    await shutdown(within: .unlimited)
  }
}
#endif
