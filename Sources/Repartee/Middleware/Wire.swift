import HTTPTypes
import ReparteeJSON
import Synchronization

/// The cache, the middleware and the transport of one attempt. It records the request that was sent.
final class Wire: Sendable {
  /// The cache in this attempt; nil without one.
  let cache: CachedAttempt?
  /// The request that is passed to the cache and the middleware.
  let request: AttemptRequest
  /// The record of that request.
  private let given: SentRequest
  private let transport: any Transport
  private let middleware: [any AttemptMiddleware]
  private let limits: ExchangeLimits
  let outgoing: Outgoing
  private let redaction: Redaction
  private let observation: Observation?
  /// Whether the transport enforces the time limit for the head.
  private let isBounded: Bool
  private let state = Mutex<(sent: SentRequest?, mayHaveBeenProcessed: Bool)>((nil, false))

  init(
    _ transport: any Transport, _ middleware: [any AttemptMiddleware], _ cache: CachedAttempt?,
    _ request: AttemptRequest, _ given: SentRequest, of outgoing: Outgoing, within limits: ExchangeLimits,
    redaction: Redaction, _ observation: Observation?
  ) {
    self.request = request
    self.given = given
    self.transport = transport
    self.middleware = middleware
    self.cache = cache
    self.limits = limits
    self.outgoing = outgoing
    self.redaction = redaction
    self.observation = observation
    isBounded = transport.boundsHead && limits.deadline.clock.isTimer
  }

  /// Whether the request may be changed before it is sent.
  var hasMiddleware: Bool { !middleware.isEmpty || observation != nil }

  /// The request that was sent last; nil if none was.
  var sent: SentRequest? { state.withLock { $0.sent } }

  /// Returns an error of the middleware, marked if the server may have acted on the request before.
  func corrected(_ error: TransportError) -> TransportError {
    guard !error.mayHaveBeenProcessed, state.withLock({ $0.mayHaveBeenProcessed }) else { return error }
    return TransportError(
      error.kind, message: error.message, mayHaveBeenProcessed: true, underlying: error.underlying)
  }

  /// Reports what the cache did.
  func tell(_ kind: CallEvent.Kind, _ reason: CacheReason) {
    observation?.tell(kind) { $0.cacheReason = reason }
  }

  /// Returns the stored response, or the response from the network.
  func head() async throws(TransportError) -> TransportResponse {
    if let cache { return try await cache.response(through: self) }
    return try await fetch(request, isAsGiven: true)
  }

  /// Sends a request through the middleware. Their waiting counts as waiting for the head.
  ///
  /// - Parameter isAsGiven: Whether the cache has added nothing to the request.
  func fetch(
    _ request: consuming AttemptRequest, isAsGiven: Bool
  ) async throws(TransportError) -> TransportResponse {
    // Without middleware there are no other waits.
    if middleware.isEmpty, isBounded {
      return try await send(request, as: isAsGiven && observation == nil ? given : nil)
    }
    return try await fetchThroughMiddleware(request)
  }

  // A separate function: a suspended call keeps the whole frames of its functions, including those of other branches.
  private func fetchThroughMiddleware(
    _ request: AttemptRequest
  ) async throws(TransportError) -> TransportResponse {
    let next = NextAttempt(middleware, wire: self)
    guard let limit = limits.timeForHead else { return try await next(request) }
    return try await bounded(by: limit.duration, clock: limits.deadline.clock, timeout: limit.timeout) {
      () async throws(TransportError) in try await next(request)
    }
  }

  /// Sends a request to the transport, after the middleware.
  ///
  /// - Parameter given: A record of the request, if there is one.
  func send(
    _ request: consuming AttemptRequest, as given: SentRequest? = nil
  ) async throws(TransportError) -> TransportResponse {
    observation?.prepare(&request)
    let sent = given ?? SentRequest(copy request, to: outgoing.request.url, redaction: redaction)
    state.withLock { $0.sent = sent }
    observation?.begins(request, sent)
    do throws(TransportError) {
      let response = try await transport.send(limits.request(request, as: sent))
      state.withLock { $0.mayHaveBeenProcessed = true }
      return response
    } catch {
      if error.mayHaveBeenProcessed { state.withLock { $0.mayHaveBeenProcessed = true } }
      throw error
    }
  }
}
