#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore
import NIOPosix
public import Repartee

/// A transport over AsyncHTTPClient, for Linux and for servers on any platform.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com", transport: .asyncHTTPClient)
/// ```
///
/// It uses HTTP/1.1, and HTTP/2 over TLS if the server offers it. Tasks can use it concurrently, and copies share the
/// connections. The guide "Choosing a transport" lists its limits and known faults.
///
/// Dropping a response body before its end closes the connection (HTTP/1.1) or the stream (HTTP/2). So does a response
/// that is complete before the request is sent: the rest of the request is not sent.
///
/// A request without an `Accept-Encoding` field gets `gzip, deflate`, or `identity` if it has a `Range`. Only then, up
/// to three codings are decoded while the body is read; the head stays that of the coded body.
///
/// A header value with control characters fails with kind ``TransportError/Kind/other``.
///
/// ``TransportError/underlying`` has AsyncHTTPClient's or NIO's error, unless it quotes the value of a header field.
public struct AsyncHTTPClientTransport: Transport {
  let engine: Engine

  /// Creates a transport with its own connections, on NIO's singleton event loops.
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
  /// ``shutdown(within:)`` closes the connections, as does the release of the last copy once no call is in flight.
  ///
  /// - Parameters:
  ///   - pinnedKeys: The keys that servers may have, beside a valid certificate: SHA-256 hashes of SubjectPublicKeyInfo
  ///     in base64, with or without the prefix `sha256/` (RFC 7469, section 2.4). Another key in the server's own
  ///     certificate, or no TLS, fails with kind ``TransportError/Kind/tls`` before a request is sent. An empty set
  ///     pins nothing.
  ///   - configure: Changes ``configuration``. Leave redirects and `decompression` off; see ``init(_:)``.
  public init(
    pinnedKeys: Set<String> = [], _ configure: (inout HTTPClient.Configuration) throws -> Void
  ) rethrows {
    try self.init(pinnedKeys: pinnedKeys, owner: .transport, configure)
  }

  /// Creates a transport with its own connections and the unchanged ``configuration``.
  public init(pinnedKeys: Set<String> = []) {
    self.init(pinnedKeys: pinnedKeys, owner: .transport) { _ in }
  }

  /// Creates a transport that uses your own `HTTPClient`.
  ///
  /// Shut the client down yourself when no request is in progress.
  ///
  /// Create the client with ``configuration`` and keep these settings:
  /// - `redirectConfiguration`: `.disallow`. Otherwise redirects are followed before the response map sees them, with
  ///   `X-Api-Key` across origins.
  /// - `connectionPool.retryConnectionEstablishment`: `false`. Otherwise a refused connection is retried until
  ///   `timeout.connect`.
  /// - `decompression`: `.disabled`. Otherwise the body is decoded twice, and fails.
  /// - `timeout.read`: nil. Otherwise a longer pause of a response fails with `timedOut(.idle)`.
  /// - The three debug initializers. Otherwise a server can crash the process, make a call wait forever, or answer one
  ///   call with another's response.
  ///
  /// A call whose deadline passes while it waits for a connection fails with `timedOut(.total)` or `timedOut(.head)`.
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

  /// True: AsyncHTTPClient keeps the time limit for the response head.
  public var boundsHead: Bool { true }

  @inline(__always)
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if Task.isCancelled { throw TransportError(.cancelled) }
    let (call, outgoing, deadline) = try begin(request)
    let received: HTTPClientResponse
    do { received = try await engine.client.execute(outgoing, deadline: deadline) } catch {
      throw failure(error, of: request, call)
    }
    return try response(to: request, received, call)
  }

  // Separate functions keep their memory out of a suspended call.

  @inline(never) private func begin(
    _ request: TransportRequest
  ) throws(TransportError) -> (Call, HTTPClientRequest, NIODeadline) {
    let upload = request.body.flatMap { $0.bytes == nil ? Upload($0) : nil }
    let call = try Call(request.head, upload: upload, over: engine)
    let deadline = request.headLimit.map { NIODeadline.now() + TimeAmount($0) } ?? .distantFuture
    return (call, HTTPClientRequest(request.head, body: request.body, call: call), deadline)
  }

  @inline(never) private func response(
    to request: TransportRequest, _ response: HTTPClientResponse, _ call: Call
  ) throws(TransportError) -> TransportResponse {
    let (responseID, phrase) = ResponseID.read(response.status)
    call.responds(from: responseID)
    let head = try HTTPResponse(response, phrase)
    return TransportResponse(
      head: head, body: ByteStream(response.body, head: head, of: request.head, call: call))
  }

  @inline(never) private func failure(
    _ error: any Error, of request: TransportRequest, _ call: Call
  ) -> TransportError {
    let failure = call.failure(error, hasBody: request.body != nil)
    call.end()
    return failure
  }
}

extension Transport where Self == AsyncHTTPClientTransport {
  /// A transport with ``AsyncHTTPClientTransport/configuration``, on NIO's singleton event loops.
  ///
  /// The whole process shares its connections, which are never shut down.
  public static var asyncHTTPClient: AsyncHTTPClientTransport { .shared }
}

extension AsyncHTTPClientTransport {
  fileprivate static let shared = AsyncHTTPClientTransport(pinnedKeys: [], owner: .process) { _ in }
}
#endif
