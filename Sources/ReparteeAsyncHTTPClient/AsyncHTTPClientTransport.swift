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
/// When the response is complete before the request is sent, the rest of the request's body is not sent: its source is
/// cancelled and released, and the connection closed, or the stream reset.
///
/// A request without an `Accept-Encoding` field gets `gzip, deflate`, and a response in one of them, or in up to three
/// (RFC 9110, section 8.4), is decoded as it is read, 64 KiB at a time, so that what a client accepts bounds what
/// a decompression bomb can cost. A body in another coding fails with kind
/// ``TransportError/Kind/unsupportedContentCoding`` when it is read. The head stays as it came: `Content-Encoding` and
/// `Content-Length` are those of the coded body. A request with an `Accept-Encoding` of its own gets the body as it
/// came.
///
/// - Important: AsyncHTTPClient reads the value of a header field as UTF-8; bytes that are none come as U+FFFD.
///   It refuses control characters in the values that are sent (the error's kind is
///   ``TransportError/Kind/other``), and it writes no trailer fields and hands none over. The reason phrase of a
///   registered status is the registered one, whatever the server sent.
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
  /// - The three debug initializers: ``configuration`` puts guards into each connection, and each stream of HTTP/2,
  ///   there. Without them a server can end the process, or leave a call waiting for ever: AsyncHTTPClient 1.37 traps on
  ///   a status below 100, and over HTTP/2 on what follows a response that is complete before the request is sent; such
  ///   a response may also be lost, and over HTTP/1.1 its connection is kept until the upload ends.
  public init(_ client: HTTPClient) {
    self.client = client
  }

  /// AsyncHTTPClient keeps the time for the head of a response itself.
  public var boundsHead: Bool { true }

  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if Task.isCancelled { throw TransportError(.cancelled) }
    let upload = request.body.flatMap { $0.bytes == nil ? Upload($0) : nil }
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
      throw TransportError.beforeHead(error, hasBody: request.body != nil)
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
