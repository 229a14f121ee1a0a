import HTTPTypes
import ReparteeJSON
import Synchronization

/// Whether a request is sent again after what can pass.
struct RetryDecision: Sendable {
  let transience: Transience
  /// How long to wait before; nil if it is not to be sent.
  let pause: Duration?
}

/// The attempts of one call: what was sent so far, what is sent next, and how often that may happen.
struct AttemptLoop: Sendable {
  /// The limits of the call.
  let limits: ExchangeLimits
  /// Who is told of it.
  let observation: Observation?
  private let policy: RetryPolicy
  private var redirection: Redirection
  /// What is sent next: the call's own request, or where a redirect leads. A retry repeats it: it goes back to no
  /// request that a server has responded to with a redirect.
  private(set) var outgoing: Outgoing
  /// Why and when that is.
  private(set) var origin = Attempt.Origin()
  /// The attempts before that.
  private(set) var earlier: [Attempt] = []
  /// What is masked where the requests are shown: what the client says, and what it authenticates with.
  var redaction: Redaction
  /// Which attempt is next.
  private var number = 1
  private var retries = 0
  /// Whether a request was sent again with another credential, which happens once.
  private(set) var isRenewed = false
  /// How the call uses the cache; nil if it does not.
  private(set) var cachePolicy: CachePolicy?
  /// What its responses are found by, where it asks by another method than GET.
  private let query: String?
  private var hasBeenRedirected = false
  /// How many refreshes of the session had failed when the call first asked it.
  var sessionEpoch: UInt64?

  /// The attempts of a call.
  ///
  /// - Parameters:
  ///   - retry: nil where there are no retries.
  ///   - isCached: Whether it may use the cache.
  init(
    _ outgoing: Outgoing, of request: borrowing Request, by client: borrowing Client,
    within limits: ExchangeLimits,
    retry: RetryPolicy?, isCached: Bool = true, _ observation: Observation?
  ) {
    cachePolicy = isCached ? request.cachePolicy : nil
    query = request.cacheKey
    self.outgoing = outgoing
    self.limits = limits
    self.observation = observation
    // What the cache has is all there is.
    policy = request.cachePolicy.mode == .onlyIfCached ? .off : retry ?? .off
    redaction = client.redaction
    let redirects = client.redirects
    redirection = Redirection(
      outgoing, policy: request.redirects ?? redirects, baseQuery: client.shared.baseQuery)
  }

  /// The limits of the next attempt.
  var limitsOfAttempt: ExchangeLimits { limits.attempt(policy.attemptTimeout) }

  /// The next attempt, without cookies and credentials.
  var attempt: AttemptRequest {
    AttemptRequest(outgoing, number: number, cause: origin.cause)
  }

  /// What its responses are found by beside its URL, where it goes to its own URL by another method than GET.
  var cacheQuery: String? {
    let method = outgoing.request.head.method
    return method == .get || method == .head || hasBeenRedirected ? nil : query
  }

  /// What a response to an attempt means for the call.
  mutating func step(after head: HTTPResponse, to sent: SentRequest, isDeclared: Bool) -> Redirection.Step {
    redirection.step(after: head, to: outgoing, sent: sent, isDeclared: isDeclared, redaction)
  }

  /// The next attempt is the one that a redirect leads to.
  @inline(never) mutating func follow(
    _ redirect: Redirect, with request: OutgoingRequest, after exchange: Exchange
  ) {
    outgoing = Outgoing(request)
    hasBeenRedirected = true
    next(
      Attempt.Origin(cause: .redirect, redirect: redirect, start: limits.deadline.elapsed), after: exchange)
    observation?.tell(.redirected) { $0.redirect = redirect }
  }

  /// The next attempt is this one again.
  @inline(never) mutating func retry(after pause: Duration, _ exchange: Exchange) {
    retries += 1
    next(Attempt.Origin(cause: .retry, start: limits.deadline.elapsed, pause: pause), after: exchange)
  }

  /// The next attempt is this one again, with another credential.
  @inline(never) mutating func renew(after exchange: Exchange) {
    isRenewed = true
    next(Attempt.Origin(cause: .refresh, start: limits.deadline.elapsed), after: exchange)
  }

  private mutating func next(_ origin: Attempt.Origin, after exchange: Exchange) {
    number += 1
    earlier = exchange.attempts
    self.origin = origin
  }

  /// Whether the request can be sent another time: its body can be read again, or was not read.
  var isReplayable: Bool { outgoing.request.body.map { $0.isReplayable || !$0.isConsumed } ?? true }

  /// Whether the same request is sent again; nil where nothing has failed that can pass.
  ///
  /// - Parameters:
  ///   - transience: What the last attempt came to.
  ///   - asked: How long the server asks to wait.
  func decision(
    after transience: Transience?, asked: @autoclosure () -> Duration?, by client: Client
  ) -> RetryDecision? {
    guard let transience, policy.maximumAttempts > 1, transience != .permanent else { return nil }
    return RetryDecision(
      transience: transience, pause: affordablePause(after: transience, asked: asked(), by: client))
  }

  /// Says what was decided, when the attempt is over that it is about.
  func tell(_ decision: RetryDecision?) {
    guard let observation, let decision else { return }
    observation.tell(decision.pause == nil ? .notRetried : .retried) { event in
      event.transience = decision.transience
      event.pause = decision.pause
    }
  }

  private func affordablePause(
    after transience: Transience, asked: Duration?, by client: Client
  ) -> Duration? {
    guard outgoing.isIdempotent || transience == .neverSent, isReplayable,
      let pause = policy.pause(
        beforeRetry: retries + 1, after: transience, asked: asked, random: client.randomness()),
      limits.deadline.left.map({ pause < $0 }) ?? true
    else { return nil }
    let isWithin = client.shared.retryBudget.withLock {
      $0.withdraw(for: transience, at: outgoing.request.url.origin)
    }
    return isWithin ? pause : nil
  }
}
