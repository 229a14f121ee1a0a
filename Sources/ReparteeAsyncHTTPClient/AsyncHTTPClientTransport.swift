#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOCore
public import Repartee

/// Sends requests with AsyncHTTPClient: the transport to choose on Linux, and on servers anywhere.
///
/// ```swift
/// let client = Client(baseURL: "https://api.example.com", transport: .asyncHTTPClient)
/// ```
///
/// It speaks HTTP/1.1, and HTTP/2 over TLS where the server offers it. Nothing is followed, retried, stored or
/// timed here but the making of a connection (see ``configuration``). The body of an answer is read from the
/// connection at the pace of its reader; the chunks are AsyncHTTPClient's own buffers, not copies, if they are larger
/// than 4 KiB. Dropping the body's iterator, or the body, before its end closes the connection (HTTP/1.1) or the
/// stream (HTTP/2).
///
/// A request without an `Accept-Encoding` field gets `gzip, deflate`, and an answer in one of them (RFC 9110,
/// section 8.4.1) is decoded as it is read, 64 KiB at a time, so that what a client accepts bounds what a
/// decompression bomb can cost. The head stays as it came: `Content-Encoding` and `Content-Length` are those of
/// the coded body. A request with an `Accept-Encoding` of its own gets the body as it came.
///
/// - Important: AsyncHTTPClient reads the value of a header field as UTF-8; bytes that are none come as U+FFFD.
///   It refuses control characters in the values that are sent (the error's kind is
///   ``TransportError/Kind/other``), and it writes no trailer fields and hands none over.
///
/// Any number of tasks may use one transport at once. Copies share the connections.
///
/// - Throws: `send` throws a ``TransportError``; AsyncHTTPClient's or NIO's own error is in
///   ``TransportError/underlying``, except where it quotes a header field's value.
public struct AsyncHTTPClientTransport: Transport {
  private let client: HTTPClient

  /// A transport over a client of yours, which you shut down when no request is under way any more.
  ///
  /// Make it with ``configuration`` and change what you need there. Of its settings, these matter:
  /// - `redirectConfiguration`: `.disallow`. Otherwise AsyncHTTPClient follows redirects by its own rules (it
  ///   keeps `X-Api-Key` across origins, and follows a 304), before the response map sees them.
  /// - `connectionPool.retryConnectionEstablishment`: `false`. Otherwise a refused connection is tried again
  ///   until `timeout.connect` is over, and every caller waits for that.
  /// - `decompression`: `.disabled`. Otherwise the body is decoded twice, and fails.
  /// - `timeout.read`: nil. Otherwise an answer that pauses longer fails with a timeout of kind `idle`.
  /// - `http1_1ConnectionDebugInitializer`: ``configuration`` refuses a status below 100 there; AsyncHTTPClient
  ///   1.37 itself ends the process when such an answer has a body. It also keeps the body of an answer that
  ///   comes, and closes the connection, before a large request is sent; AsyncHTTPClient itself drops it.
  public init(_ client: HTTPClient) {
    self.client = client
  }

  /// AsyncHTTPClient keeps the time for the head of a response itself.
  public var boundsHead: Bool { true }

  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if Task.isCancelled { throw TransportError(.cancelled) }
    let upload = request.body.flatMap { $0.bytes == nil ? Upload() : nil }
    let outgoing = HTTPClientRequest(request.head, body: request.body, upload: upload)
    let deadline = request.headLimit.map { NIODeadline.now() + TimeAmount($0.duration) } ?? .distantFuture
    let response: HTTPClientResponse
    do {
      response = try await client.execute(outgoing, deadline: deadline)
    } catch let error as HTTPClientError where error == .deadlineExceeded {
      upload?.cancel()
      throw TransportError(.timedOut(request.headLimit?.timeout ?? .total), underlying: error)
    } catch {
      upload?.cancel()
      throw TransportError(asyncHTTPClient: error)
    }
    let head = try HTTPResponse(response)
    return TransportResponse(
      head: head, body: ByteStream(response.body, head: head, of: request.head, upload: upload))
  }
}

extension Transport where Self == AsyncHTTPClientTransport {
  /// AsyncHTTPClient with ``AsyncHTTPClientTransport/configuration``: one set of connections for the whole
  /// process, on NIO's singleton event loops, made at the first use and never shut down.
  public static var asyncHTTPClient: AsyncHTTPClientTransport { .shared }
}

extension AsyncHTTPClientTransport {
  fileprivate static let shared = AsyncHTTPClientTransport(
    HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration))
}
#endif
