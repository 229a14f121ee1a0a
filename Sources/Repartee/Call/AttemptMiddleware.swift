/// A middleware that wraps each request on the wire: first attempts, retries, followed redirects, and attempts with a
/// refreshed credential.
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
/// It receives head and body as they are sent, with cookies and credentials, and the response with its body still
/// streaming. The first of ``Client/attemptMiddleware`` is the outermost.
///
/// - It calls `next` once, or returns its own response or throws. Its error is retried only if its kind is transient;
///   ``TransportError/Kind/middleware`` is not.
/// - If it changes the origin, or sets fields that follow from the URL and the body, `next` throws a ``TransportError``
///   of kind ``TransportError/Kind/middleware``, and nothing is sent.
/// - For another origin than that of the client's base URL, also after a redirect back, its changes are dropped unless
///   ``appliesToOtherOrigins`` is true. The next attempt starts without its changes.
/// - Its task is cancelled when the time of the attempt is up.
///
/// Different calls call ``send(_:next:)`` concurrently.
public protocol AttemptMiddleware: Sendable {
  /// Sends a request to the next middleware, and returns its response.
  func send(
    _ request: AttemptRequest, next: NextAttempt
  ) async throws(TransportError) -> TransportResponse

  /// Whether the changes also apply to other origins than the client's own; by default false.
  var appliesToOtherOrigins: Bool { get }
}

extension AttemptMiddleware {
  /// False.
  public var appliesToOtherOrigins: Bool { false }
}

/// The rest of the chain: further middleware, and the transport.
public struct NextAttempt: Sendable {
  private let middleware: ArraySlice<any AttemptMiddleware>
  private let next: Next
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

/// The middleware's waiting counts as waiting for the head.
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
