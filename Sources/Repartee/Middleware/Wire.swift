import HTTPTypes
import ReparteeJSON
import Synchronization

/// The cache and the middleware of one attempt, and the transport behind them. It keeps the request that went on the
/// wire.
final class Wire: Sendable {
  /// What the cache does in this attempt; nil without one.
  let cache: CachedAttempt?
  /// The request as it is given to the cache and the middleware.
  let request: AttemptRequest
  /// The record of it.
  private let given: SentRequest
  private let transport: any Transport
  private let middleware: [any AttemptMiddleware]
  private let limits: ExchangeLimits
  private let outgoing: Outgoing
  private let redaction: Redaction
  private let observation: Observation?
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
  }

  /// Whether what is sent may be another request than the given one.
  var hasMiddleware: Bool { !middleware.isEmpty || observation != nil }

  /// What was sent last; nil if nothing was.
  var sent: SentRequest? { state.withLock { $0.sent } }

  /// What a middleware threw after the server may have acted on the request says so, too.
  func minding(_ error: TransportError) -> TransportError {
    guard !error.mayHaveBeenProcessed, state.withLock({ $0.mayHaveBeenProcessed }) else { return error }
    return TransportError(
      error.kind, message: error.message, mayHaveBeenProcessed: true, underlying: error.underlying)
  }

  /// What is stored, or what comes.
  func head() async throws(TransportError) -> TransportResponse {
    if let cache { return try await cache.response(through: self) }
    return try await fetch(request, isAsGiven: true)
  }

  /// Sends a request through the middleware. What they wait for counts as the wait for a head.
  ///
  /// - Parameter isAsGiven: Whether the cache has added nothing to it.
  func fetch(_ request: AttemptRequest, isAsGiven: Bool) async throws(TransportError) -> TransportResponse {
    // A transport keeps time by itself, where there is nothing else to wait for.
    if middleware.isEmpty, transport.boundsHead, limits.deadline.clock.isTimer {
      return try await send(request, as: isAsGiven && observation == nil ? given : nil)
    }
    return try await fetchThroughMiddleware(request)
  }

  // A function of its own: a call that waits for its head keeps what the functions on its way need, also for another
  // way.
  private func fetchThroughMiddleware(
    _ request: AttemptRequest
  ) async throws(TransportError) -> TransportResponse {
    let next = NextAttempt(middleware, wire: self)
    guard let limit = limits.timeForHead else { return try await next(request) }
    return try await bounded(by: limit.duration, clock: limits.deadline.clock, timeout: limit.timeout) {
      () async throws(TransportError) in try await next(request)
    }
  }

  /// Sends a request behind the middleware.
  ///
  /// - Parameter given: A record of it, if there is one.
  func send(
    _ request: AttemptRequest, as given: SentRequest? = nil
  ) async throws(TransportError) -> TransportResponse {
    var request = request
    observation?.prepare(&request)
    let sent = given ?? SentRequest(request, to: outgoing.request.url, redaction: redaction)
    state.withLock { $0.sent = sent }
    observation?.begins(request, sent)
    do throws(TransportError) {
      let response = try await transport.send(limits.request(request))
      state.withLock { $0.mayHaveBeenProcessed = true }
      return response
    } catch {
      if error.mayHaveBeenProcessed { state.withLock { $0.mayHaveBeenProcessed = true } }
      throw error
    }
  }
}
