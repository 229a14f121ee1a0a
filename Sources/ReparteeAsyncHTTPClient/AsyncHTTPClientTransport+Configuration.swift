#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore
import NIOSSL

extension AsyncHTTPClientTransport {
  /// The configuration of ``Transport/asyncHTTPClient``. ``init(pinnedKeys:_:)`` lets you change it; start from it,
  /// too, when you create a client for ``init(_:)``.
  ///
  /// - Redirects are not followed and connection attempts are not retried: a 3xx is a status code like any other.
  /// - Establishing a connection (look-up, TCP, proxy, TLS) may take 30 seconds (`timeout.connect`), and then fails
  ///   with a ``TransportError`` of kind `timedOut(.connect)`. Waiting for a free connection may take as long, and then
  ///   fails with kind `timedOut(.connectionPool)`. There is no other timeout: the client enforces the deadline.
  /// - At most 64 HTTP/1.1 connections to a host are open at once; further requests wait for one of them. A connection
  ///   that is not used is closed after 60 seconds. (AsyncHTTPClient's own limit is 8, which eight open event streams
  ///   exhaust.)
  /// - AsyncHTTPClient does not decompress: the transport decodes the body as the reader asks for more.
  /// - TLS 1.2 or later (RFC 8996). NIOSSL's own default accepts TLS 1.0, so start from the `TLSConfiguration` that is
  ///   set here if you need your own.
  /// - No tracer: the client adds spans and their header fields.
  /// - Input that is not an HTTP response (a status code below 100, a body without a head) fails the request with kind
  ///   ``TransportError/Kind/protocolViolation``, over HTTP/1.1 and HTTP/2.
  /// - A response that is complete before the request is sent ends the upload.
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
  /// Installs the guards in each connection and stream. AsyncHTTPClient's debug initializers are the only place for
  /// that. Debug initializers that are already set run afterwards.
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
