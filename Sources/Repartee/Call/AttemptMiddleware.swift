/// A middleware that wraps each request on the wire: first attempts, retries, redirects and attempts with a refreshed
/// credential.
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
/// It receives the request with cookies and credentials, and the response with its body still streaming. It calls
/// `next` once, returns its own response, or throws an error, which is retried only if its kind is transient. The next
/// attempt starts without its changes. Different calls call it concurrently. See <doc:WritingMiddleware>.
public protocol AttemptMiddleware: Sendable {
  /// Sends a request to the next middleware, and returns its response.
  func send(
    _ request: AttemptRequest, next: NextAttempt
  ) async throws(TransportError) -> TransportResponse

  /// Whether the changes also apply at other origins than the client's, and after a redirect back; by default not.
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

  /// Sends a request, and returns its response when the head is received.
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

extension NextAttempt: CustomReflectable {
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Waiting of the middleware counts as waiting for the head.
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
