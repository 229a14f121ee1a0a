#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore
import NIOSSL

extension AsyncHTTPClientTransport {
  /// What ``Transport/asyncHTTPClient`` is made with, what ``init(pinnedKeys:_:)`` lets you change, and what a client
  /// of yours for ``init(_:)`` should start from.
  ///
  /// - Redirects are not followed and connections not retried: a 3xx is a status like any other.
  /// - Making a connection (look-up, TCP, proxy, TLS) may take 30 seconds (`timeout.connect`), and fails with a
  ///   ``TransportError`` of kind `timedOut(.connect)` then. Waiting for a free one may take as long, and fails with
  ///   kind `timedOut(.connectionPool)`. There is no other timeout: the deadline is the client's.
  /// - At most 64 HTTP/1.1 connections to a host are open at once; further requests wait for one of them. An
  ///   unused one is closed after 60 seconds. (AsyncHTTPClient's own limit is 8, which eight open streams of
  ///   events exhaust.)
  /// - Nothing is decompressed by AsyncHTTPClient: the transport does it, as the reader asks for more.
  /// - TLS 1.2 at least (RFC 8996). NIOSSL's own default takes TLS 1.0: a `TLSConfiguration` of yours should begin with
  ///   the one that is set here.
  /// - No tracer: spans and their header fields are the client's to add.
  /// - What is not a response of HTTP (a status below 100, a body without a head) fails the request with kind
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
  /// Puts the guards into each connection and stream. AsyncHTTPClient has no other place for them than its debug
  /// initializers; those that are there run afterwards.
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
