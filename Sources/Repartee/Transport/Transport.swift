public import HTTPTypes

/// Moves the bytes of one request and its response. Nothing else: no redirects, no retries, no cookies, no
/// cache, no deadline, so that a call is the same over every transport.
///
/// **Choosing one.** On Apple platforms `URLSessionTransport` (in this module). On Linux
/// `AsyncHTTPClientTransport` (trait `AsyncHTTPClient`); `URLSessionTransport` is there behind the trait
/// `URLSession`, with Foundation's limits. For tests and previews ``InMemoryTransport``.
///
/// **Writing one.** ``send(_:body:)`` is called concurrently. It
/// - sends the head and the body as they are; the head has a scheme, an authority and a path, and no
///   `Host`, `Content-Length` or `Transfer-Encoding` field: the first comes from the authority, the others
///   follow from `body.length`;
/// - returns as soon as the final head is there (interim 1xx responses but 101 are passed over), the body as a
///   stream that asks the connection for more only when its reader asks for more;
/// - undoes the content codings that it asked for itself in `Accept-Encoding`, and no others;
/// - answers cancellation of the calling task by closing the exchange and throwing a ``TransportError`` of kind
///   ``TransportError/Kind/cancelled``; once it has returned, the body's reader does the same by dropping its
///   iterator;
/// - reads a one-shot body (``ByteStream/isReplayable``) at most once;
/// - translates its errors to ``TransportError``s, with the original as ``TransportError/underlying``.
///
/// **Testing one.** The suite `TransportConformance` in this package's tests says all of this in code.
public protocol Transport: Sendable {
  /// Sends a request and gives the response as soon as its head is there.
  func send(_ request: HTTPRequest, body: ByteStream?) async throws(TransportError) -> TransportResponse
}

/// A response as a transport hands it over: the head, and a body that is still on its way.
public struct TransportResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The body; it can be read once.
  public var body: ByteStream

  /// A response.
  public init(head: HTTPResponse, body: ByteStream) {
    self.head = head
    self.body = body
  }
}
