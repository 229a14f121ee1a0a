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

  /// Whether ``send(_:)`` itself fails when ``TransportRequest/headLimit`` is over, with
  /// ``TransportError/Timeout/head``; by default false: the client cancels the task that sends.
  var boundsHead: Bool { get }
}

extension Transport {
  /// False.
  public var boundsHead: Bool { false }
}

/// A request for a transport: the head, and an unread body.
public struct TransportRequest: Sendable {
  /// The method, the URL's parts and the header fields.
  public var head: HTTPRequest
  /// The body, if any.
  public var body: ByteStream?
  /// The time that is left for the response head: of the head, the attempt or the call; nil for no limit. The client
  /// keeps it unless ``Transport/boundsHead``.
  public var headLimit: Duration?
  /// What the limit belongs to.
  package var headTimeout = TransportError.Timeout.head
  var record: SentRequest?
  package var redaction: Redaction? { record?.redaction }
  package var attachment: (any Sendable)?

  /// Creates a request.
  public init(head: HTTPRequest, body: ByteStream? = nil, headLimit: Duration? = nil) {
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
  /// Whether the response comes from the store, also if the origin has validated it.
  package var isStored: Bool
  package var networkHead: HTTPResponse?
  package var failure: TransportError?
  package var handedOver: (@Sendable () -> Void)?

  package init(isStored: Bool, networkHead: HTTPResponse? = nil) {
    self.isStored = isStored
    self.networkHead = networkHead
  }
}

extension TransportResponse {
  package var networkHead: HTTPResponse? { cached.map(\.networkHead) ?? head }
}
