import HTTPTypes
import ReparteeJSON
import Synchronization

/// The attempts of one call: what was sent so far, what is sent next, and how often that may happen.
struct AttemptLoop: Sendable {
  /// The limits of the call.
  let limits: ExchangeLimits
  /// Who is told of it.
  let observation: Observation?
  private let policy: RetryPolicy
  private var redirection: Redirection
  /// What is sent next: the call's own request, or where a redirect leads. A retry repeats it: it goes back to no request
  /// that a server has responded to with a redirect.
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
      outgoing.request, policy: request.redirects ?? redirects, base: try? client.shared.base.get())
  }

  /// The limits of the next attempt.
  var limitsOfAttempt: ExchangeLimits { limits.attempt(policy.attemptTimeout) }

  /// The next attempt, without cookies and credentials.
  var attempt: AttemptRequest {
    AttemptRequest(outgoing.request, number: number, cause: origin.cause)
  }

  /// What its responses are found by beside its URL, where it goes to its own URL by another method than GET.
  var cacheQuery: String? {
    let method = outgoing.request.head.method
    return method == .get || method == .head || hasBeenRedirected ? nil : query
  }

  /// What a response to an attempt means for the call.
  mutating func step(after head: HTTPResponse, to sent: SentRequest, isDeclared: Bool) -> Redirection.Step {
    redirection.step(after: head, to: outgoing.request, sent: sent, isDeclared: isDeclared, redaction)
  }

  /// The next attempt is the one that a redirect leads to.
  mutating func follow(_ redirect: Redirect, with request: OutgoingRequest, after exchange: Exchange) {
    outgoing = Outgoing(request)
    hasBeenRedirected = true
    next(
      Attempt.Origin(cause: .redirect, redirect: redirect, start: limits.deadline.elapsed), after: exchange)
    observation?.tell(.redirected) { $0.redirect = redirect }
  }

  /// The next attempt is this one again.
  mutating func retry(after pause: Duration, _ exchange: Exchange) {
    retries += 1
    next(Attempt.Origin(cause: .retry, start: limits.deadline.elapsed, pause: pause), after: exchange)
  }

  /// The next attempt is this one again, with another credential.
  mutating func renew(after exchange: Exchange) {
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

  /// How long to wait before the same request is sent again; nil if it is not to be.
  ///
  /// - Parameters:
  ///   - transience: What the last attempt came to.
  ///   - asked: How long the server asks to wait.
  func pause(after transience: Transience?, asked: @autoclosure () -> Duration?, by client: Client)
    -> Duration?
  {
    guard let transience, policy.maximumAttempts > 1, transience != .permanent else { return nil }
    let pause = affordablePause(after: transience, asked: asked(), by: client)
    observation?.tell(pause == nil ? .notRetried : .retried) { event in
      event.transience = transience
      event.pause = pause
    }
    return pause
  }

  private func affordablePause(
    after transience: Transience, asked: Duration?, by client: Client
  ) -> Duration? {
    let request = outgoing.request
    guard request.isIdempotent || transience == .neverSent, isReplayable,
      let pause = policy.pause(
        beforeRetry: retries + 1, after: transience, asked: asked, random: client.randomness()),
      limits.deadline.left.map({ pause < $0 }) ?? true
    else { return nil }
    let isWithin = client.shared.retryBudget.withLock { $0.withdraw(for: transience, at: request.url.origin) }
    return isWithin ? pause : nil
  }
}

/// What is to become of a response whose head is there.
struct ResponsePlan {
  /// How its body is read.
  var reading: Exchange.BodyReading
  /// What its outcome says of another attempt.
  var transience: Transience?
  /// Whether its outcome can give an output.
  var isExpected = true
}

extension Client {
  /// Sends a request, follows redirects, refreshes its credential and sends it again as far as the policies of the call
  /// go, and reads the response that is left.
  ///
  /// - Parameters:
  ///   - isDeclared: Whether a status is declared by its exact code, so that it is no redirect to follow.
  ///   - retries: Whether it is sent again for what the head or the transport says.
  ///   - plan: What is to become of a response, which is given its head.
  func exchange(
    _ loop: inout AttemptLoop, isDeclared: (Int) -> Bool, retries: Bool = true,
    plan: (Exchange) -> ResponsePlan
  ) async -> Exchange {
    enum Next {
      case nothing
      case redirect(OutgoingRequest, Redirect)
      case retry(Duration)
      case renewal(AuthenticatedSession, HTTPResponse)
    }
    while true {
      let outgoing = loop.outgoing
      var attempt = loop.attempt
      addCookies(to: &attempt, of: outgoing.request)
      loop.cachePolicy?.tell(&attempt)
      let plain = attempt
      var session: AuthenticatedSession?
      if outgoing.request.authentication != nil {
        do throws(CallEnding) {
          // Most credentials are at hand, and nothing is awaited for them.
          session =
            switch try authenticate(&attempt, in: &loop) {
            case .ready(let session): session
            case .awaits(let what): try await authenticate(&attempt, in: &loop, after: what)
            }
        } catch {
          var exchange = nextExchange(attempt, in: loop)
          exchange.ends(with: error)
          return exchange
        }
      }
      let limits = loop.limitsOfAttempt
      let cached = cache == nil ? nil : cachedAttempt(attempt, before: plain, in: loop, session)
      if cached == nil || !CacheMachine.isCacheable(outgoing.request.head.method, loop.cacheQuery != nil),
        loop.cachePolicy?.mode == .onlyIfCached
      {
        var exchange = nextExchange(attempt, in: loop)
        exchange.ends(with: .transport(TransportError(.notCached)))
        return exchange
      }
      let isPlain = attemptMiddleware.isEmpty && cached == nil
      if isPlain { loop.observation?.prepare(&attempt) }
      var exchange = nextExchange(attempt, in: loop)
      let wire =
        isPlain
        ? nil
        : Wire(
          shared.transport, attemptMiddleware, cached, exchange.request, to: outgoing.request.url,
          within: limits,
          redaction: loop.redaction, loop.observation)
      if wire == nil { loop.observation?.begins(attempt, exchange.request) }
      var next = Next.nothing
      var refusal: TransportError?
      var transience: Transience?
      var isExpected: Bool?
      await shared.transport.perform(attempt, in: &exchange, within: limits, through: wire) { response in
        guard let head = response.head, let status = response.status else { return .beginning }
        let received = response.networkHead
        if let received {
          loop.observation?.tell(.headReceived) { $0.status = received.status }
          cookies?.receive(received.headerFields, from: outgoing.request.url, at: now())
        }
        switch loop.step(after: head, to: response.request, isDeclared: isDeclared(status.code)) {
        case .respond:
          let plan = plan(response)
          transience = plan.transience
          isExpected = plan.isExpected
          let canRenew = !loop.isRenewed && loop.isReplayable && transience != .permanent
          if let session, let received, session.received(received, canRenew: canRenew, for: self) {
            next = .renewal(session, received)
            return .refused
          }
          if retries,
            let pause = loop.pause(
              after: self.transience(of: response, outcome: transience, isKeyed: outgoing.request.isKeyed),
              asked: asked(by: response), by: self)
          {
            next = .retry(pause)
            return .discarded
          }
          return plan.reading
        case .follow(let following, let redirect):
          next = .redirect(following, redirect)
          return .discarded
        case .fail(let error):
          refusal = error
          return .beginning
        }
      }
      if let cached, cached.revalidates { revalidate(cached, attempt, in: loop) }
      if let refusal, exchange.failure == nil { exchange.fails(with: refusal) }
      if wire == nil || exchange.isSent {
        loop.observation?.ended(
          exchange, attempt.number, isExpected: isExpected, within: loop.limits.deadline)
      }
      if retries, exchange.failure != nil,
        let pause = loop.pause(
          after: self.transience(of: exchange, outcome: transience, isKeyed: outgoing.request.isKeyed),
          asked: nil, by: self)
      {
        next = .retry(pause)
      }
      switch next {
      case .nothing:
        exchange.mindsEarlierAttempts()
        if retries { recordSuccess(of: exchange, outcome: transience, at: outgoing.request) }
        return exchange
      case .redirect(let following, let redirect):
        loop.follow(redirect, with: following, after: exchange)
      case .retry(let pause):
        guard await wait(pause, in: &loop, after: exchange) else { return cancelled(loop) }
      case .renewal(let session, let head):
        loop.observation?.tell(.refused) { $0.status = head.status }
        do throws(CallEnding) {
          try await session.renew(head, for: self, within: loop.limits.deadline)
          loop.observation?.tell(.refreshed)
          loop.renew(after: exchange)
        } catch {
          exchange.ends(with: error)
          return exchange
        }
      }
    }
  }

  /// What an attempt came to: its outcome's word before the status's before the transport's; nil where none says
  /// anything, as of a response that is no failure.
  func transience(of exchange: Exchange, outcome: Transience?, isKeyed: Bool) -> Transience? {
    if exchange.ending != nil { return .permanent }
    if let failure = exchange.failure { return outcome == .permanent ? .permanent : failure.transience }
    guard let head = exchange.head, let status = exchange.status else { return nil }
    return outcome
      ?? Transience(
        status: status.code, hasDelay: head.headerFields.contains(.retryAfter), isKeyed: isKeyed)
  }

  /// How long a response asks to wait.
  func asked(by exchange: Exchange) -> Duration? {
    exchange.networkHead?.headerFields.single(.retryAfter).flatMap { RetryAfter($0) }?.delay(from: now())
  }

  /// Waits before a retry; false if the call is cancelled.
  func wait(_ pause: Duration, in loop: inout AttemptLoop, after exchange: Exchange) async -> Bool {
    do {
      if pause > .zero { try await clock.sleep(for: pause) }
      loop.retry(after: pause, exchange)
      return true
    } catch {
      loop.retry(after: pause, exchange)
      return false
    }
  }

  /// The end of a call that was cancelled between two attempts.
  func cancelled(_ loop: AttemptLoop) -> Exchange {
    var exchange = nextExchange(loop.attempt, in: loop)
    exchange.fails(with: TransportError(.cancelled))
    return exchange
  }

  private func nextExchange(_ attempt: AttemptRequest, in loop: AttemptLoop) -> Exchange {
    Exchange(
      SentRequest(attempt, to: loop.outgoing.request.url, redaction: loop.redaction), clock: clock,
      origin: loop.origin, after: loop.earlier)
  }

  /// A call that succeeded, or failed for good, gives a unit of the budget back.
  func recordSuccess(of exchange: Exchange, outcome: Transience?, at request: OutgoingRequest) {
    let transience = transience(of: exchange, outcome: outcome, isKeyed: request.isKeyed)
    guard exchange.failure == nil, exchange.networkHead != nil, let code = exchange.status?.code, code < 500,
      code != 429,
      transience == nil || transience == .permanent
    else { return }
    shared.retryBudget.withLock { $0.deposit(at: request.url.origin) }
  }

  /// The jar's cookies for a URL. They are those of one attempt: the next has its own.
  private func addCookies(to attempt: inout AttemptRequest, of request: OutgoingRequest) {
    guard let cookies, request.takesCookies, let value = cookies.field(for: request.url, at: now()) else {
      return
    }
    attempt.headers[fields: .cookie] = [HTTPField(name: .cookie, value: value)]
  }
}
