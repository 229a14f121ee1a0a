#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore

extension AsyncHTTPClientTransport {
  /// What ``Transport/asyncHTTPClient`` is made with, and what a client of yours should start from.
  ///
  /// - Redirects are not followed and connections not retried: a 3xx is a status like any other.
  /// - Making a connection (look-up, TCP, TLS) may take 30 seconds, and so may waiting for a free one
  ///   (`timeout.connect`); both fail with a ``TransportError`` of kind `timedOut(.connect)`. There is no other
  ///   timeout: the deadline is the client's.
  /// - At most 64 HTTP/1.1 connections to a host are open at once; further requests wait for one of them. An
  ///   unused one is closed after 60 seconds. (AsyncHTTPClient's own limit is 8, which eight open streams of
  ///   events exhaust.)
  /// - Nothing is decompressed by AsyncHTTPClient: the transport does it, as the reader asks for more.
  /// - No tracer: spans and their header fields are the client's to add.
  /// - A status below 100 fails the request with kind ``TransportError/Kind/protocolViolation``.
  public static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(connect: .seconds(30)),
      connectionPool: HTTPClient.Configuration.ConnectionPool(
        idleTimeout: .seconds(60), concurrentHTTP1ConnectionsPerHostSoftLimit: 64),
      decompression: .disabled)
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.tracing.tracer = nil
    configuration.http1_1ConnectionDebugInitializer = { channel in StatusGuard.install(in: channel) }
    return configuration
  }
}
#endif
