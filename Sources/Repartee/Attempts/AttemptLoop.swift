import HTTPTypes
import ReparteeJSON
import Synchronization

/// A decision whether to retry a request after a failure that may be temporary.
struct RetryDecision: Sendable {
  let transience: Transience
  /// The pause before the retry; nil if the request is not retried.
  let pause: Duration?
  /// When the decision was made, and the pause begins: the time since the start of the call.
  let start: Duration
}

/// The state of the attempts of one call: what was sent, what is sent next, and the retries so far.
struct AttemptLoop: Sendable {
  let limits: ExchangeLimits
  let observation: Observation?
  private let policy: RetryPolicy
  private var redirection: Redirection
  /// The request of the next attempt: the call's own, or the one that a redirect leads to. A retry repeats this
  /// request; it never goes back to one that was redirected.
  private(set) var outgoing: Outgoing
  /// The cause and the time of the next attempt.
  private(set) var origin = Attempt.Origin()
  /// The attempts before the next one.
  private(set) var earlier: [Attempt] = []
  /// The secrets to mask where the requests are shown: the client's, and what its credentials set.
  var redaction: Redaction
  /// The names of the query items that credentials of this call have set.
  private(set) var credentialItems: Set<String> = []
  private var number = 1
  private var retries = 0
  /// Whether the request was sent again with another credential, which happens at most once.
  private(set) var isRenewed = false
  /// Nil if the call does not use the cache.
  private(set) var cachePolicy: CachePolicy?
  /// The request's ``Request/cacheKey``.
  private let query: String?
  /// Whether the call's own method is GET or HEAD.
  private let isReading: Bool
  private var hasBeenRedirected = false
  /// The session when the call first asked for its credential.
  var sessionStart = SessionStart()

  /// - Parameters:
  ///   - retry: Nil for no retries.
  ///   - isCached: Whether the call may use the cache.
  init(
    _ outgoing: Outgoing, of request: borrowing Request, by client: borrowing Client,
    within limits: ExchangeLimits,
    retry: RetryPolicy?, isCached: Bool = true, _ observation: Observation?
  ) {
    cachePolicy = isCached ? request.cachePolicy : nil
    query = request.cacheKey
    isReading = request.method == .get || request.method == .head
    self.outgoing = outgoing
    self.limits = limits
    self.observation = observation
    // With `onlyIfCached` nothing is sent, so there is nothing to retry.
    policy = request.cachePolicy.mode == .onlyIfCached ? .off : retry ?? .off
    redaction = client.redaction
    let redirects = client.redirects
    redirection = Redirection(
      outgoing, policy: request.redirects ?? redirects, baseQuery: client.shared.baseQuery)
  }

  var limitsOfAttempt: ExchangeLimits { limits.attempt(policy.attemptTimeout) }

  /// The next attempt, without cookies and credentials.
  var attempt: AttemptRequest {
    AttemptRequest(outgoing, number: number, cause: origin.cause)
  }

  /// The request's ``Request/cacheKey``. After a redirect, only GET and HEAD keep it: what another method asked for is
  /// not what the new URL is asked for.
  var cacheQuery: String? { hasBeenRedirected && !isReading ? nil : query }

  /// Returns how the call continues after a response: with a redirect, with this response, or with an error.
  mutating func step(after head: HTTPResponse, to sent: SentRequest, isDeclared: Bool) -> Redirection.Step {
    redirection.step(
      after: head, to: outgoing, sent: sent, credentialItems: credentialItems, isDeclared: isDeclared,
      redaction)
  }

  /// Records the names of the query items that a credential has set.
  ///
  /// - Parameters:
  ///   - target: The request target with them.
  ///   - plain: The request target before.
  @inline(never) mutating func noteCredentialItems(of target: String?, besides plain: String?) {
    let known = Set(plain.targetItems)
    for item in target.targetItems where !known.contains(item) { credentialItems.insert(item.itemName) }
  }

  /// Makes the redirected request the next attempt.
  @inline(never) mutating func follow(
    _ redirect: Redirect, with request: OutgoingRequest, after exchange: Exchange
  ) {
    outgoing = Outgoing(request)
    hasBeenRedirected = true
    next(
      Attempt.Origin(cause: .redirect, redirect: redirect, start: limits.deadline.elapsed), after: exchange)
    observation?.tell(.redirected) { $0.redirect = redirect }
  }

  /// Returns what is left of a pause: the rest of a response that is of no use may have been read since.
  func rest(of pause: Duration, from start: Duration) -> Duration {
    pause - (limits.deadline.elapsed - start)
  }

  /// Makes a retry of this request the next attempt.
  @inline(never) mutating func retry(after pause: Duration, _ exchange: Exchange) {
    retries += 1
    next(Attempt.Origin(cause: .retry, start: limits.deadline.elapsed, pause: pause), after: exchange)
  }

  /// Makes this request, with another credential, the next attempt.
  @inline(never) mutating func renew(after exchange: Exchange) {
    isRenewed = true
    next(Attempt.Origin(cause: .refresh, start: limits.deadline.elapsed), after: exchange)
  }

  private mutating func next(_ origin: Attempt.Origin, after exchange: Exchange) {
    number += 1
    earlier = exchange.attempts
    self.origin = origin
  }

  /// Whether the request can be sent again: its body can be read again, or was not read yet.
  var isReplayable: Bool { outgoing.request.body.map { $0.isReplayable || !$0.isConsumed } ?? true }

  /// Returns whether to retry the request; nil if no temporary failure occurred or the policy allows no retries.
  ///
  /// - Parameters:
  ///   - transience: The classification of the last attempt.
  ///   - asked: The pause that the server asks for.
  func decision(
    after transience: Transience?, asked: @autoclosure () -> Duration?, by client: Client
  ) -> RetryDecision? {
    guard let transience, policy.maximumAttempts > 1, transience != .permanent else { return nil }
    return RetryDecision(
      transience: transience, pause: affordablePause(after: transience, asked: asked(), by: client),
      start: limits.deadline.elapsed)
  }

  /// Reports a decision to the observers, after the end of its attempt.
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
    let left = limits.deadline.left
    guard outgoing.mayBeRepeated(after: transience), isReplayable,
      let pause = policy.pause(
        beforeRetry: retries + 1, after: transience, asked: asked, left: left, random: client.randomness()),
      left.map({ pause < $0 }) ?? true
    else { return nil }
    let isWithin = client.shared.retryBudget.withLock {
      $0.withdraw(for: transience, at: outgoing.request.url.origin)
    }
    return isWithin ? pause : nil
  }
}
