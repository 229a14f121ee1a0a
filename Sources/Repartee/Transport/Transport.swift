public import HTTPTypes
package import ReparteeRedaction

/// A type that sends one request and receives its response, and does nothing else: no redirects, no retries, no
/// cookies, no cache, no deadline, so that a call is the same over every transport.
///
/// **Choosing one.** On Apple platforms `URLSessionTransport` (in this module). On Linux `AsyncHTTPClientTransport`
/// (trait `AsyncHTTPClient`); `URLSessionTransport` is available there with the trait `URLSession`, with Foundation's
/// limits. For tests and previews ``InMemoryTransport``.
///
/// **Writing one.** ``send(_:)`` is called concurrently. It
/// - sends the head and the body unchanged; the head has a scheme, an authority and a path, and no `Host`,
///   `Content-Length` or `Transfer-Encoding` field: the first comes from the authority, the others follow from
///   `body.length`;
/// - returns as soon as the final head is received (interim 1xx responses except 101 are skipped), with the body as a
///   stream that reads from the connection only when its reader asks for more;
/// - decodes the content codings that it requested itself in `Accept-Encoding`, and no others;
/// - closes the exchange and throws a ``TransportError`` of kind ``TransportError/Kind/cancelled`` when the calling
///   task is cancelled; once it has returned, the body's reader closes the exchange by releasing its iterator;
/// - reads a one-shot body (``ByteStream/isReplayable``) at most once;
/// - translates its errors to ``TransportError``s, with the original as ``TransportError/underlying``.
///
/// **Testing one.** The suite `TransportConformance` of the product `ReparteeTesting` tests all of this: see
/// <doc:WritingATransport>.
public protocol Transport: Sendable {
  /// Sends a request, and returns the response as soon as its head is received.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// Whether ``send(_:)`` itself fails when ``TransportRequest/headLimit`` is over. By default false: the client then
  /// cancels the task that sends.
  var boundsHead: Bool { get }
}

extension Transport {
  /// False.
  public var boundsHead: Bool { false }
}

/// A request for a transport: the head, and a body that has not been read yet.
public struct TransportRequest: Sendable {
  /// The time limit for the head of a response, and the timeout to report.
  public struct HeadLimit: Sendable, Hashable {
    /// The time from now until the head has to be received.
    public var duration: Duration
    /// The timeout to report as ``TransportError/Kind/timedOut(_:)``: of the head alone, the attempt, or the whole
    /// call.
    public var timeout: TransportError.Timeout

    /// Creates a limit.
    public init(_ duration: Duration, timeout: TransportError.Timeout) {
      self.duration = duration
      self.timeout = timeout
    }
  }

  /// The method, scheme, authority, path and header fields.
  public var head: HTTPRequest
  /// The body; nil if there is none.
  public var body: ByteStream?
  /// The time that is left for the head of the response; nil for no limit. A transport may leave this to the client,
  /// see ``Transport/boundsHead``.
  public var headLimit: HeadLimit?
  /// The record of the request; nil if no client made it.
  var record: SentRequest?
  /// The secrets to mask where the request is shown: its client's, and what its credential has set. Nil if no client
  /// made it.
  package var redaction: Redaction? { record?.redaction }
  /// What a middleware of the call has attached; see ReparteeTesting.
  package var attachment: (any Sendable)?

  /// Creates a request.
  public init(head: HTTPRequest, body: ByteStream? = nil, headLimit: HeadLimit? = nil) {
    self.head = head
    self.body = body
    self.headLimit = headLimit
  }
}

/// A response of a transport: the head, and a body that is still arriving.
public struct TransportResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The body, which can be read once if a transport returned it.
  public var body: ByteStream
  /// What the cache did; nil for a response from the network.
  package var cached: CachedResponse?

  /// Creates a response.
  public init(head: HTTPResponse, body: ByteStream) {
    self.head = head
    self.body = body
  }
}

/// What the cache did for a response that is not simply from the network.
package struct CachedResponse: Sendable {
  /// Where the response came from.
  package var source: ResponseSource
  /// The head from the network; nil if nothing was received.
  package var networkHead: HTTPResponse?
  /// The error for which a stale response is served.
  package var failure: TransportError?
  /// Called when the body is handed over as a stream.
  package var handedOver: (@Sendable () -> Void)?

  package init(source: ResponseSource, networkHead: HTTPResponse? = nil) {
    self.source = source
    self.networkHead = networkHead
  }
}

extension TransportResponse {
  /// The head from the network; nil if there is none.
  package var networkHead: HTTPResponse? { cached.map(\.networkHead) ?? head }
}
