public import HTTPTypes
package import ReparteeRedaction

/// A type that sends one request and receives its response. Redirects, retries, cookies, cache and deadlines are the
/// client's.
///
/// On Apple platforms choose `URLSessionTransport` (in this module), elsewhere `AsyncHTTPClientTransport` (trait
/// `AsyncHTTPClient`), and for tests and previews ``InMemoryTransport``.
///
/// ``send(_:)`` of your own transport is called concurrently. It
/// - sends the head and the body unchanged, and adds what the head lacks: `Host` from the authority, and
///   `Content-Length` or `Transfer-Encoding` from `body.length`;
/// - returns as soon as the final head is received (1xx except 101 are skipped), with a body that reads from the
///   connection only when asked;
/// - decodes the content codings that it requested itself, and no others;
/// - closes the exchange and throws ``TransportError/Kind/cancelled`` when the calling task is cancelled; later,
///   releasing the body's iterator closes it;
/// - reads a body that is not ``ByteStream/isReplayable`` at most once;
/// - throws ``TransportError``s, with the original as ``TransportError/underlying``.
///
/// `TransportConformance` of the product `ReparteeTesting` tests all of this: see <doc:WritingATransport>.
public protocol Transport: Sendable {
  /// Sends a request, and returns when the response head is received.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// Whether ``send(_:)`` itself fails when ``TransportRequest/headLimit`` is over; by default false: the client
  /// cancels the task that sends.
  var boundsHead: Bool { get }
}

extension Transport {
  /// False.
  public var boundsHead: Bool { false }
}

/// A request for a transport: the head, and an unread body.
public struct TransportRequest: Sendable {
  /// The time limit for the response head.
  public struct HeadLimit: Sendable, Hashable {
    /// The time from now to the head.
    public var duration: Duration
    /// The timeout to report as ``TransportError/Kind/timedOut(_:)``: of the head, the attempt or the call.
    public var timeout: TransportError.Timeout

    /// Creates a limit.
    public init(_ duration: Duration, timeout: TransportError.Timeout) {
      self.duration = duration
      self.timeout = timeout
    }
  }

  /// The method, the URL's parts and the header fields.
  public var head: HTTPRequest
  /// The body, if any.
  public var body: ByteStream?
  /// The time that is left for the response head; nil for no limit. The client keeps it unless
  /// ``Transport/boundsHead``.
  public var headLimit: HeadLimit?
  var record: SentRequest?
  package var redaction: Redaction? { record?.redaction }
  package var attachment: (any Sendable)?

  /// Creates a request.
  public init(head: HTTPRequest, body: ByteStream? = nil, headLimit: HeadLimit? = nil) {
    self.head = head
    self.body = body
    self.headLimit = headLimit
  }
}

/// A response of a transport: the head, and an arriving body.
public struct TransportResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The body, which can be read once if it is a transport's.
  public var body: ByteStream
  /// Nil for a response from the network.
  package var cached: CachedResponse?

  /// Creates a response.
  public init(head: HTTPResponse, body: ByteStream) {
    self.head = head
    self.body = body
  }
}

package struct CachedResponse: Sendable {
  package var source: ResponseSource
  package var networkHead: HTTPResponse?
  package var failure: TransportError?
  package var handedOver: (@Sendable () -> Void)?

  package init(source: ResponseSource, networkHead: HTTPResponse? = nil) {
    self.source = source
    self.networkHead = networkHead
  }
}

extension TransportResponse {
  package var networkHead: HTTPResponse? { cached.map(\.networkHead) ?? head }
}
