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
///   body are dropped, unless ``appliesToOtherOrigins`` is true; also after a redirect back. Its changes are not part of
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
  var appliesToOtherOrigins: Bool { get }
}

extension AttemptMiddleware {
  /// False.
  public var appliesToOtherOrigins: Bool { false }
}

/// The rest of the chain after an ``AttemptMiddleware``: further middleware, and the transport.
public struct NextAttempt: Sendable {
  private let middleware: ArraySlice<any AttemptMiddleware>
  private let next: Next
  /// The request that the calling middleware received, and whether its changes apply to other origins.
  private let given: (request: AttemptRequest, appliesToOtherOrigins: Bool)?

  fileprivate init(_ middleware: [any AttemptMiddleware], _ next: Next) {
    self.middleware = middleware[...]
    self.next = next
    given = nil
  }

  private init(after first: any AttemptMiddleware, of other: NextAttempt, given request: AttemptRequest) {
    middleware = other.middleware.dropFirst()
    next = other.next
    given = (request, first.appliesToOtherOrigins)
  }

  /// Sends a request, and returns its response as soon as the head is received.
  public func callAsFunction(
    _ request: AttemptRequest
  ) async throws(TransportError) -> TransportResponse {
    var request = request
    if let given {
      try request.check(after: given.request, appliesToOtherOrigins: given.appliesToOtherOrigins)
    }
    if let first = middleware.first {
      return try await first.send(request, next: NextAttempt(after: first, of: self, given: request))
    }
    do throws(AttemptError) { return try await next(request) } catch {
      switch error {
      case .transport(let error), .callOver(let error): throw error
      case .authentication(let error):
        throw TransportError(.other, message: error.message, underlying: error)
      }
    }
  }
}

/// The stage of the user's middleware. Their waiting counts as waiting for the head.
struct MiddlewareStage: Stage {
  let middleware: [any AttemptMiddleware]

  func send(_ request: AttemptRequest, next: Next) async throws(AttemptError) -> TransportResponse {
    let (limits, first) = (next.exchange.limits, NextAttempt(middleware, next))
    do throws(TransportError) {
      guard let limit = limits.timeForHead else { return try await first(request) }
      return try await bounded(by: limit.duration, clock: limits.deadline.clock, timeout: limit.timeout) {
        () async throws(TransportError) in try await first(request)
      }
    } catch {
      throw .transport(error)
    }
  }
}
