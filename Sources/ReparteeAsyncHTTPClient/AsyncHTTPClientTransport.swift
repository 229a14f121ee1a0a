#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore
import NIOPosix
public import Repartee

/// Sends requests with AsyncHTTPClient: the transport to choose on Linux, and on servers anywhere.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com", transport: .asyncHTTPClient)
/// ```
///
/// It speaks HTTP/1.1, and HTTP/2 over TLS where the server offers it. Nothing is followed, retried, stored or
/// timed here but the making of a connection (see ``configuration``). The body of a response is read from the
/// connection at the pace of its reader; the chunks are AsyncHTTPClient's own buffers, not copies, if they are larger
/// than 4 KiB. Dropping the body's iterator, or the body, before its end closes the connection (HTTP/1.1) or the
/// stream (HTTP/2).
///
/// When the response is complete before the request is sent, the rest of the request's body is not sent: its source is
/// cancelled and released, and the connection closed, or the stream reset.
///
/// A request without an `Accept-Encoding` field gets `gzip, deflate`, and a response in one of them, or in up to three
/// (RFC 9110, section 8.4), is decoded as it is read, 64 KiB at a time, so that what a client accepts bounds what
/// a decompression bomb can cost. A body in another coding, as `br` or `zstd`, fails with kind
/// ``TransportError/Kind/unsupportedContentCoding`` when it is read. The head stays as it came: `Content-Encoding` and
/// `Content-Length` are those of the coded body. A request with an `Accept-Encoding` of its own gets the body as it
/// came.
///
/// The head of a response has limits, and one that exceeds them fails with kind
/// ``TransportError/Kind/protocolViolation``: over HTTP/1.1, 8 KiB for the status line, 256 header fields,
/// 80 KiB for the value of one, 2 MiB in all; over HTTP/2, 16 KiB in all. All but the first are NIO's.
///
/// - Important: AsyncHTTPClient reads the value of a header field as UTF-8; bytes that are none come as U+FFFD.
///   It refuses control characters in the values that are sent (the error's kind is
///   ``TransportError/Kind/other``), and it writes no trailer fields and hands none over. Over HTTP/2 it now and then
///   loses one of a connection's streams (a server allows some hundred) where a request is cancelled at the moment in
///   which it begins to wait for one (seen in 1.37).
///
/// Any number of tasks may use one transport at once. Copies share the connections.
///
/// - Throws: `send` throws a ``TransportError``; AsyncHTTPClient's or NIO's own error is in
///   ``TransportError/underlying``, except where it quotes a header field's value.
public struct AsyncHTTPClientTransport: Transport {
  let engine: Engine

  /// A transport with connections of its own, which ``shutdown(within:)`` closes.
  ///
  /// ```swift
  /// let transport = AsyncHTTPClientTransport {
  ///   $0.proxy = .server(
  ///     host: "proxy.example.com", port: 3128,
  ///     authorization: .basic(username: name, password: password))
  ///   $0.httpVersion = .http1Only
  ///   $0.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4
  /// }
  /// ```
  ///
  /// It runs on NIO's singleton event loops. When the last copy of the transport is gone, and its last call over, its
  /// connections are closed as well.
  ///
  /// - Parameters:
  ///   - pinnedKeys: The public keys that a server may have, on top of a certificate that has to be valid: of each the
  ///     SHA-256 of its SubjectPublicKeyInfo, in base64, with `sha256/` before it or without (RFC 7469, section 2.4).
  ///     They are for all servers that this transport connects to, and for the server's own certificate, not for those
  ///     that signed it. Another key, and a connection without TLS, fails with kind ``TransportError/Kind/tls`` before
  ///     a request is sent, and the message says which key the server has. Empty, nothing is pinned. Pin a second key
  ///     that is kept in reserve.
  ///   - configure: Changes ``configuration``. Leave redirects off (AsyncHTTPClient would follow them by its own rules,
  ///     before the response map sees them), and `decompression` (the body would be decoded twice, and fail).
  public init(
    pinnedKeys: Set<String> = [], _ configure: (inout HTTPClient.Configuration) throws -> Void
  ) rethrows {
    try self.init(pinnedKeys: pinnedKeys, owner: .transport, configure)
  }

  /// The same with ``configuration`` as it is.
  public init(pinnedKeys: Set<String> = []) {
    self.init(pinnedKeys: pinnedKeys, owner: .transport) { _ in }
  }

  /// A transport over a client of yours, as one that other libraries use too; you shut it down when no request is under
  /// way any more.
  ///
  /// Make it with ``configuration`` and change what you need there. Of its settings, these matter:
  /// - `redirectConfiguration`: `.disallow`. Otherwise AsyncHTTPClient follows redirects by its own rules (it
  ///   keeps `X-Api-Key` across origins, and follows a 304), before the response map sees them.
  /// - `connectionPool.retryConnectionEstablishment`: `false`. Otherwise a refused connection is tried again
  ///   until `timeout.connect` is over, and every caller waits for that.
  /// - `decompression`: `.disabled`. Otherwise the body is decoded twice, and fails.
  /// - `timeout.read`: nil. Otherwise a response that pauses longer fails with a timeout of kind `idle`.
  /// - The three debug initializers: ``configuration`` puts guards into each connection, and each stream of HTTP/2,
  ///   there. Without them a server can end the process, or leave a call waiting for ever: AsyncHTTPClient 1.37 traps
  ///   on a status below 100, and over HTTP/2 on what follows a response that is complete before the request is sent;
  ///   such a response may also be lost, and over HTTP/1.1 its connection is kept until the upload ends.
  ///
  /// A call whose own deadline is over while it waits for a free connection of such a client fails with
  /// `timedOut(.total)` or `timedOut(.head)`: only a transport with connections of its own knows what it waited for.
  public init(_ client: HTTPClient) {
    engine = Engine(client, calls: Calls(maximumConnections: nil), owner: .user)
  }

  fileprivate init(
    pinnedKeys: Set<String>, owner: Engine.Owner,
    _ configure: (inout HTTPClient.Configuration) throws -> Void
  ) rethrows {
    var configuration = Self.configuration
    configuration.http1_1ConnectionDebugInitializer = nil
    configuration.http2ConnectionDebugInitializer = nil
    configuration.http2StreamChannelDebugInitializer = nil
    try configure(&configuration)
    let calls = Calls(
      maximumConnections: configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit)
    configuration.guardConnections(
      calls: calls, pinnedKeys: pinnedKeys.isEmpty ? nil : PinnedKeys(pinnedKeys))
    // Only a connection of NIO's own TLS has a certificate to look at.
    let group: any EventLoopGroup =
      pinnedKeys.isEmpty ? HTTPClient.defaultEventLoopGroup : MultiThreadedEventLoopGroup.singleton
    engine = Engine(
      HTTPClient(eventLoopGroup: group, configuration: configuration), calls: calls, owner: owner)
  }

  /// AsyncHTTPClient keeps the time for the head of a response itself.
  public var boundsHead: Bool { true }

  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if Task.isCancelled { throw TransportError(.cancelled) }
    let (call, outgoing, deadline) = try begin(request)
    let received: HTTPClientResponse
    do { received = try await engine.client.execute(outgoing, deadline: deadline) } catch {
      throw failure(error, of: request, call)
    }
    return try response(to: request, received, call)
  }

  // What is done before the wait and after it stands in functions of its own, so that a call that waits keeps little.

  @inline(never) private func begin(
    _ request: TransportRequest
  ) throws(TransportError) -> (Call, HTTPClientRequest, NIODeadline) {
    let upload = request.body.flatMap { $0.bytes == nil ? Upload($0) : nil }
    let call = try Call(request.head, upload: upload, over: engine)
    let deadline = request.headLimit.map { NIODeadline.now() + TimeAmount($0.duration) } ?? .distantFuture
    return (call, HTTPClientRequest(request.head, body: request.body, call: call), deadline)
  }

  @inline(never) private func response(
    to request: TransportRequest, _ response: HTTPClientResponse, _ call: Call
  ) throws(TransportError) -> TransportResponse {
    let (place, phrase) = Place.read(response.status)
    call.responds(from: place)
    let head = try HTTPResponse(response, phrase)
    return TransportResponse(
      head: head, body: ByteStream(response.body, head: head, of: request.head, call: call))
  }

  @inline(never) private func failure(
    _ error: any Error, of request: TransportRequest, _ call: Call
  ) -> TransportError {
    let failure = call.failure(error, limit: request.headLimit, hasBody: request.body != nil)
    call.end()
    return failure
  }
}

extension Transport where Self == AsyncHTTPClientTransport {
  /// AsyncHTTPClient with ``AsyncHTTPClientTransport/configuration``: one set of connections for the whole
  /// process, on NIO's singleton event loops, made at the first use and never shut down.
  public static var asyncHTTPClient: AsyncHTTPClientTransport { .shared }
}

extension AsyncHTTPClientTransport {
  fileprivate static let shared = AsyncHTTPClientTransport(pinnedKeys: [], owner: .process) { _ in }
}
#endif
