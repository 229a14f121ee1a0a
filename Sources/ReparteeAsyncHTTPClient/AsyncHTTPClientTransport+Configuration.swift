#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore
import NIOSSL

extension AsyncHTTPClientTransport {
  /// The configuration of ``Transport/asyncHTTPClient``; start from it for ``init(_:)``, and change it in
  /// ``init(pinnedKeys:_:)``.
  ///
  /// Redirects, retries of connections, decompression and the tracer are off. After 30 seconds (`timeout.connect`) of
  /// connecting (look-up, TCP, proxy, TLS) or waiting for a free connection, a call fails with `timedOut(.connect)` or
  /// `timedOut(.connectionPool)`. At most 64 HTTP/1.1 connections to a host are open, an idle one for 60 seconds.
  ///
  /// TLS is 1.2 or later (RFC 8996). Change the `TLSConfiguration` that is set: NIOSSL's own accepts TLS 1.0. The debug
  /// initializers install guards against faults of AsyncHTTPClient; see the guide "Choosing a transport".
  public static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(connect: .seconds(30)),
      connectionPool: HTTPClient.Configuration.ConnectionPool(
        idleTimeout: .seconds(60), concurrentHTTP1ConnectionsPerHostSoftLimit: 64),
      decompression: .disabled)
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.tlsConfiguration = .makeClientConfiguration()
    configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
    configuration.tracing.tracer = nil
    configuration.guardConnections(calls: nil, pinnedKeys: nil)
    return configuration
  }
}

extension HTTPClient.Configuration {
  /// Adds the guards before the debug initializers that are set.
  mutating func guardConnections(calls: Calls?, pinnedKeys: PinnedKeys?) {
    let steps = [pinnedKeys?.check].compactMap(\.self)
    http1_1ConnectionDebugInitializer = Self.chain(
      steps + [ResponseGuard.install(calls)], http1_1ConnectionDebugInitializer)
    http2ConnectionDebugInitializer = Self.chain(
      steps + [ConnectionGuard.install], http2ConnectionDebugInitializer)
    http2StreamChannelDebugInitializer = Self.chain(
      [ResponseGuard.install(calls)], http2StreamChannelDebugInitializer)
  }

  private typealias Step = @Sendable (any Channel) -> EventLoopFuture<Void>

  private static func chain(_ steps: [Step], _ last: Step?) -> Step {
    { channel in
      (steps + [last].compactMap(\.self)).reduce(channel.eventLoop.makeSucceededVoidFuture()) {
        before, step in
        before.flatMap { step(channel) }
      }
    }
  }
}
#endif
