public import HTTPTypes
package import ReparteeRedaction

/// A type that sends one request and receives its response; the client does all else. See <doc:ChoosingATransport>.
///
/// ``send(_:)`` is called concurrently, and decodes only the content codings that it requested itself.
/// <doc:WritingATransport> has its other duties; `ConformanceClaim` of `ReparteeTesting` tests all.
public protocol Transport: Sendable {
  /// Sends a request, and returns when the response head is received.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// Whether ``send(_:)`` itself fails with ``TransportError/Timeout/head`` after ``TransportRequest/headLimit``; by
  /// default false: the client cancels the task that sends.
  var boundsHead: Bool { get }
}

extension Transport {
  /// False.
  public var boundsHead: Bool { false }
}

/// A request for a transport.
public struct TransportRequest: Sendable {
  /// The method, the URL's parts and the header fields.
  public var head: HTTPRequest
  /// The body, if any.
  public var body: ByteStream?
  /// The time left for the response head, which the client enforces unless ``Transport/boundsHead``; nil for no limit.
  public var headLimit: Duration?
  /// The timeout that the limit enforces.
  package var headTimeout = TransportError.Timeout.head
  /// Returns the redaction of a record of this request; called only when the record is shown.
  package var redacting: (@Sendable () -> Redaction)?
  package var attachment: (any Sendable)?

  /// Creates a request.
  public init(head: HTTPRequest, body: ByteStream? = nil, headLimit: Duration? = nil) {
    self.head = head
    self.body = body
    self.headLimit = headLimit
  }
}

/// A response of a transport.
public struct TransportResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The body; a transport's can be read once.
  public var body: ByteStream

  /// Creates a response.
  public init(head: HTTPResponse, body: ByteStream) {
    self.head = head
    self.body = body
  }
}
