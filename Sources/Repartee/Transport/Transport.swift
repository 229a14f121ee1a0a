public import HTTPTypes

/// Moves the bytes of one request and its response. Nothing else: no redirects, no retries, no cookies, no
/// cache, no deadline, so that a call is the same over every transport.
///
/// **Choosing one.** On Apple platforms `URLSessionTransport` (in this module). On Linux
/// `AsyncHTTPClientTransport` (trait `AsyncHTTPClient`); `URLSessionTransport` is there behind the trait
/// `URLSession`, with Foundation's limits. For tests and previews ``InMemoryTransport``.
///
/// **Writing one.** ``send(_:)`` is called concurrently. It
/// - sends the head and the body as they are; the head has a scheme, an authority and a path, and no
///   `Host`, `Content-Length` or `Transfer-Encoding` field: the first comes from the authority, the others
///   follow from `body.length`;
/// - returns as soon as the final head is there (interim 1xx responses but 101 are passed over), the body as a
///   stream that asks the connection for more only when its reader asks for more;
/// - undoes the content codings that it asked for itself in `Accept-Encoding`, and no others;
/// - closes the exchange and throws a ``TransportError`` of kind ``TransportError/Kind/cancelled`` when the calling
///   task is cancelled; once it has returned, the body's reader closes the exchange by dropping its iterator;
/// - reads a one-shot body (``ByteStream/isReplayable``) at most once;
/// - translates its errors to ``TransportError``s, with the original as ``TransportError/underlying``.
///
/// **Testing one.** The suite `TransportConformance` of the product `ReparteeTesting` says all of this in code: see
/// <doc:WritingATransport>.
public protocol Transport: Sendable {
  /// Sends a request, and returns the response as soon as its head is there.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// Whether ``send(_:)`` itself fails when ``TransportRequest/headLimit`` is over. False unless the transport says
  /// otherwise: the client then cancels the task that sends.
  var boundsHead: Bool { get }
}

extension Transport {
  /// False.
  public var boundsHead: Bool { false }
}

/// A request as a transport is given it: the head, and a body that is still to be read.
public struct TransportRequest: Sendable {
  /// How long the head of a response may take, and what to call it when it takes longer.
  public struct HeadLimit: Sendable, Hashable {
    /// How long from now until the head has to be there.
    public var duration: Duration
    /// What took too long then, for ``TransportError/Kind/timedOut(_:)``: the head alone, or the whole call.
    public var timeout: TransportError.Timeout

    /// A limit.
    public init(_ duration: Duration, timeout: TransportError.Timeout) {
      self.duration = duration
      self.timeout = timeout
    }
  }

  /// Method, scheme, authority, path and header fields.
  public var head: HTTPRequest
  /// The body; nil without one.
  public var body: ByteStream?
  /// The time that is left for the head of the response; nil for no limit. A transport may leave it to the client,
  /// see ``Transport/boundsHead``.
  public var headLimit: HeadLimit?

  /// A request.
  public init(head: HTTPRequest, body: ByteStream? = nil, headLimit: HeadLimit? = nil) {
    self.head = head
    self.body = body
    self.headLimit = headLimit
  }
}

/// A response as a transport hands it over: the head, and a body that is still on its way.
public struct TransportResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The body; that of a transport can be read once.
  public var body: ByteStream

  /// A response.
  public init(head: HTTPResponse, body: ByteStream) {
    self.head = head
    self.body = body
  }
}
