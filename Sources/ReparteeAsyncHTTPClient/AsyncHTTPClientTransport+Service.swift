#if AsyncHTTPClient && ServiceLifecycle
import Repartee
public import ServiceLifecycle

/// A transport in a `ServiceGroup` runs until the group shuts down. A group shuts its services down in the reverse
/// order of their list, so list the transport before the services that send requests with it.
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
  /// Waits for the graceful shutdown of the group, then shuts down as ``shutdown(within:)`` does, without a limit of
  /// its own: the group's `maximumGracefulShutdownDuration` is the limit. When the group cancels its services, calls in
  /// flight are aborted at once.
  public func run() async throws {
    // It throws if the task is cancelled; the shutdown then sees the cancellation as well.
    try? await gracefulShutdown()
    await shutdown(within: .unlimited)
  }
}
#endif
