#if AsyncHTTPClient && ServiceLifecycle
import Repartee
public import ServiceLifecycle

/// In a `ServiceGroup`, the transport lives until the group shuts down. A group shuts its services down in the reverse
/// order of their list, so the transport stands before those that send over it.
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
  /// Waits for the graceful shutdown of the group, then for the calls in flight, as ``shutdown(within:)`` does, without
  /// a limit of its own: that is the group's `maximumGracefulShutdownDuration`. When the group cancels its services,
  /// the calls are cut off at once.
  public func run() async throws {
    // It throws if the task is cancelled; then the shutdown sees that as well.
    try? await gracefulShutdown()
    await shutdown(within: .unlimited)
  }
}
#endif
