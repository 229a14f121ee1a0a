/// Wraps each request on the wire: the first attempt of a call, each retry, each redirect that is followed.
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
/// It sees head and body as they go on the wire, cookies and credentials included, and the response when its head is
/// there, its body still streaming. The first of ``Client/attemptMiddleware`` is the outermost.
///
/// - It calls `next` once; or not at all, and returns a response of its own or throws. What is thrown is not sent again
///   unless its kind says that it passes: `TransportError(.middleware)` does not.
/// - It can't send a request to another origin, nor set the fields that follow from the URL and the body: `next` then
///   throws a ``TransportError`` of kind ``TransportError/Kind/middleware``, and nothing is sent.
/// - On another origin than that of the client's base URL, where a full URL or a redirect leads, what it changes in
///   head and body is dropped, unless ``changesOtherOrigins`` says otherwise; and so it is when a redirect leads back.
///   What it added is not in the next attempt either: it is asked anew.
/// - It runs within the limits of the attempt: when they are over, its task is cancelled.
///
/// ``send(_:next:)`` is called concurrently, by different calls.
public protocol AttemptMiddleware: Sendable {
  /// Sends a request on, and returns its response.
  func send(
    _ request: AttemptRequest, next: NextAttempt
  ) async throws(TransportError) -> TransportResponse

  /// Whether what it changes also goes to other origins than the client's own, where full URLs and redirects lead.
  /// False unless it says otherwise: it may be a credential.
  var changesOtherOrigins: Bool { get }
}

extension AttemptMiddleware {
  /// False.
  public var changesOtherOrigins: Bool { false }
}

/// What follows an ``AttemptMiddleware``: the others, and the transport.
public struct NextAttempt: Sendable {
  private let middleware: ArraySlice<any AttemptMiddleware>
  private let wire: Wire
  /// What the middleware that calls this was given, and whether its changes go to other origins.
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

  /// Sends a request on, and returns its response as soon as its head is there.
  public func callAsFunction(
    _ request: AttemptRequest
  ) async throws(TransportError) -> TransportResponse {
    var request = request
    if let given { try request.check(after: given.request, changesOtherOrigins: given.changesOtherOrigins) }
    guard let first = middleware.first else { return try await wire.send(request) }
    return try await first.send(request, next: NextAttempt(after: first, of: self, given: request))
  }
}
