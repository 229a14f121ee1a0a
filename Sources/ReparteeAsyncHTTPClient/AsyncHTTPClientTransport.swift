#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore
import NIOPosix
public import Repartee

/// A transport that sends requests with AsyncHTTPClient. Choose it on Linux, and on servers on any platform.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com", transport: .asyncHTTPClient)
/// ```
///
/// The transport uses HTTP/1.1, and HTTP/2 over TLS if the server offers it. It does not follow redirects, retry
/// requests or store responses. The only timeouts that it adds are for getting a connection (see ``configuration``).
/// The body of a response is read from the connection at the pace of its reader. Chunks larger than 4 KiB are
/// AsyncHTTPClient's own buffers, not copies. Dropping the body, or its iterator, before its end closes the connection
/// (HTTP/1.1) or the stream (HTTP/2).
///
/// If the response is complete before the request is sent, the rest of the request body is not sent: its source is
/// cancelled and released, and the connection is closed, or the stream reset.
///
/// A request without an `Accept-Encoding` field gets `gzip, deflate`, or `identity` if it has a `Range`: a part of a
/// coded body can't be decoded. A response with one of these codings, or with up to three (RFC 9110, section 8.4), is
/// decoded while it is read, 64 KiB at a time; more than 256 KiB that decode to nothing are refused. So the size that a
/// client accepts bounds the cost of a decompression bomb. A body with another coding, such as `br` or `zstd`, fails
/// with kind ``TransportError/Kind/unsupportedContentCoding`` when it is read. The head is not changed:
/// `Content-Encoding` and `Content-Length` are those of the coded body. The response to a request that has its own
/// `Accept-Encoding` is not decoded.
///
/// The head of a response has limits; a head that exceeds them fails with kind
/// ``TransportError/Kind/protocolViolation``. Over HTTP/1.1 they are 8 KiB for the status line, 256 header fields, 80
/// KiB for the value of one field, and 2 MiB in total; over HTTP/2, 16 KiB in total. All but the first are NIO's. More
/// than 10,000 interim responses (1xx) before a response fail in the same way.
///
/// - Important: AsyncHTTPClient reads the value of a header field as UTF-8 and replaces invalid bytes by U+FFFD. It
///   refuses to send values with control characters (the error's kind is ``TransportError/Kind/other``). It sends no
///   trailer fields and does not return those of a response. Over HTTP/2 it sometimes loses one of a connection's
///   streams (a server allows about a hundred) if a request is cancelled at the moment when it starts to wait for a
///   stream (seen in 1.37).
///
/// Any number of tasks can use one transport at the same time. Copies share the connections.
///
/// - Throws: `send` throws a ``TransportError``. AsyncHTTPClient's or NIO's own error is in
///   ``TransportError/underlying``, unless it quotes the value of a header field.
public struct AsyncHTTPClientTransport: Transport {
  let engine: Engine

  /// Creates a transport with its own connections, which ``shutdown(within:)`` closes.
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
  /// The transport runs on NIO's singleton event loops. Its connections are also closed when the last copy of the
  /// transport is released and its last call has ended.
  ///
  /// - Parameters:
  ///   - pinnedKeys: The public keys that a server may have: for each key the SHA-256 of its SubjectPublicKeyInfo, in
  ///     base64, with or without the prefix `sha256/` (RFC 7469, section 2.4). The server's certificate has to be valid
  ///     as well. The pins apply to all servers that this transport connects to, and to the server's own certificate,
  ///     not to the certificates that signed it. A connection to a server with another key, or without TLS, fails with
  ///     kind ``TransportError/Kind/tls`` before a request is sent; the message has the hash of the server's key. An
  ///     empty set pins nothing. Pin a second key that you keep in reserve.
  ///   - configure: Changes ``configuration``. Leave redirects off: AsyncHTTPClient would follow them by its own rules,
  ///     before the response map sees them. Leave `decompression` off: the body would be decoded twice, and fail.
  public init(
    pinnedKeys: Set<String> = [], _ configure: (inout HTTPClient.Configuration) throws -> Void
  ) rethrows {
    try self.init(pinnedKeys: pinnedKeys, owner: .transport, configure)
  }

  /// Creates a transport with its own connections and the unchanged ``configuration``.
  public init(pinnedKeys: Set<String> = []) {
    self.init(pinnedKeys: pinnedKeys, owner: .transport) { _ in }
  }

  /// Creates a transport that uses your own `HTTPClient`, for example one that other libraries use too. Shut the client
  /// down yourself when no request is in progress any more.
  ///
  /// Create the client with ``configuration`` and change the settings you need. These settings matter:
  /// - `redirectConfiguration`: `.disallow`. Otherwise AsyncHTTPClient follows redirects by its own rules before the
  ///   response map sees them. (It keeps `X-Api-Key` across origins, and follows a 304.)
  /// - `connectionPool.retryConnectionEstablishment`: `false`. Otherwise a refused connection is retried until
  ///   `timeout.connect` is over, and every caller waits for that.
  /// - `decompression`: `.disabled`. Otherwise the body is decoded twice, and fails.
  /// - `timeout.read`: nil. Otherwise a response that pauses longer fails with a timeout of kind `idle`.
  /// - The three debug initializers: ``configuration`` uses them to install guards in each connection, and in each
  ///   stream of HTTP/2. Without the guards a server can end the process, or make a call wait forever. AsyncHTTPClient
  ///   1.37 traps on a status code below 100 and, over HTTP/2, on events that follow a response that is complete before
  ///   the request is sent. Such a response can also be lost, and over HTTP/1.1 its connection is kept until the upload
  ///   ends.
  ///
  /// If the deadline of a call expires while the call waits for a free connection of such a client, the call fails with
  /// `timedOut(.total)` or `timedOut(.head)`: only a transport with its own connections knows what the call was waiting
  /// for.
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
    // Only connections of NIO's own TLS give access to the certificate.
    let group: any EventLoopGroup =
      pinnedKeys.isEmpty ? HTTPClient.defaultEventLoopGroup : MultiThreadedEventLoopGroup.singleton
    engine = Engine(
      HTTPClient(eventLoopGroup: group, configuration: configuration), calls: calls, owner: owner)
  }

  /// True: AsyncHTTPClient enforces the time limit for the response head itself.
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

  // The code before and after the suspension is in functions of its own, so that a suspended call keeps little memory.

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
  /// A transport over AsyncHTTPClient with ``AsyncHTTPClientTransport/configuration``. The whole process shares its
  /// connections, which run on NIO's singleton event loops. They are created at the first use and never shut down.
  public static var asyncHTTPClient: AsyncHTTPClientTransport { .shared }
}

extension AsyncHTTPClientTransport {
  fileprivate static let shared = AsyncHTTPClientTransport(pinnedKeys: [], owner: .process) { _ in }
}
#endif
