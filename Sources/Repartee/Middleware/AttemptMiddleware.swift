/// A middleware that wraps each request on the wire: the first attempt of a call, each retry, each followed redirect
/// and each attempt with a refreshed credential.
///
/// ```swift
/// struct UserAgent: AttemptMiddleware {
///   var name: String
///
///   func send(
///     _ request: AttemptRequest, next: NextAttempt
///   ) async throws(TransportError) -> TransportResponse {
///     var request = request
///     request.headers[.userAgent] = name
///     return try await next(request)
///   }
/// }
/// client.attemptMiddleware.append(UserAgent(name: "app/1.2"))
/// ```
///
/// It sees the head and the body as they are sent, including cookies and credentials, and the response as soon as its
/// head is received, with its body still streaming. The first of ``Client/attemptMiddleware`` is the outermost.
///
/// - It calls `next` once. Or it does not, and returns its own response or throws. An error that it throws is retried
///   only if its kind is transient: `TransportError(.middleware)` is not.
/// - It can't send a request to another origin, or set fields that follow from the URL and the body: `next` then throws
///   a ``TransportError`` of kind ``TransportError/Kind/middleware``, and nothing is sent.
/// - If a full URL or a redirect leads to another origin than that of the client's base URL, its changes to head and
///   body are dropped, unless ``changesOtherOrigins`` is true; also after a redirect back. Its changes are not part of
///   the next attempt, for which it is called again.
/// - It runs within the limits of the attempt: its task is cancelled when the time is up.
///
/// Different calls call ``send(_:next:)`` concurrently.
public protocol AttemptMiddleware: Sendable {
  /// Sends a request to the next middleware, and returns its response.
  func send(
    _ request: AttemptRequest, next: NextAttempt
  ) async throws(TransportError) -> TransportResponse

  /// Whether the changes also apply to requests to other origins than the client's own, by full URLs and redirects. By
  /// default false, because a change may be a credential.
  var changesOtherOrigins: Bool { get }
}

extension AttemptMiddleware {
  /// False.
  public var changesOtherOrigins: Bool { false }
}

/// The rest of the chain after an ``AttemptMiddleware``: further middleware, and the transport.
public struct NextAttempt: Sendable {
  private let middleware: ArraySlice<any AttemptMiddleware>
  private let wire: Wire
  /// The request that the calling middleware received, and whether its changes apply to other origins.
  private let given: (request: AttemptRequest, changesOtherOrigins: Bool)?

  init(_ middleware: [any AttemptMiddleware], wire: Wire) {
    self.middleware = middleware[...]
    self.wire = wire
    given = nil
  }

  private init(after first: any AttemptMiddleware, of other: NextAttempt, given request: AttemptRequest) {
    middleware = other.middleware.dropFirst()
    wire = other.wire
    given = (request, first.changesOtherOrigins)
  }

  /// Sends a request, and returns its response as soon as the head is received.
  public func callAsFunction(
    _ request: AttemptRequest
  ) async throws(TransportError) -> TransportResponse {
    var request = request
    if let given { try request.check(after: given.request, changesOtherOrigins: given.changesOtherOrigins) }
    guard let first = middleware.first else { return try await wire.send(request) }
    return try await first.send(request, next: NextAttempt(after: first, of: self, given: request))
  }
}
