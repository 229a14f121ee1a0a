import HTTPTypes
import Synchronization

/// The attempts of one call: what was sent so far, what is sent next, and how often that may happen.
struct AttemptLoop: Sendable {
  /// The limits of the call.
  let limits: ExchangeLimits
  private let policy: RetryPolicy
  private var redirection: Redirection
  /// What is sent next: the call's own request, or where a redirect leads. A retry repeats it: it goes back to no request
  /// that a server has responded to with a redirect.
  private(set) var request: OutgoingRequest
  /// Why and when that is.
  private(set) var origin = Attempt.Origin()
  /// The attempts before that.
  private(set) var earlier: [Attempt] = []
  private var retries = 0

  /// The attempts of a call.
  ///
  /// - Parameter retry: nil where there are no retries.
  init(
    _ outgoing: OutgoingRequest, of request: Request, by client: Client, within limits: ExchangeLimits,
    retry: RetryPolicy?
  ) {
    self.request = outgoing
    self.limits = limits
    policy = retry ?? .off
    redirection = Redirection(
      outgoing, policy: request.redirects ?? client.redirects, base: try? client.shared.base.get(),
      redaction: client.redaction)
  }

  /// The limits of the next attempt.
  var limitsOfAttempt: ExchangeLimits { limits.attempt(policy.attemptTimeout) }

  /// What a response means for the call.
  mutating func step(after head: HTTPResponse, isDeclared: Bool) -> Redirection.Step {
    redirection.step(after: head, to: request, isDeclared: isDeclared)
  }

  /// The next attempt is the one that a redirect leads to.
  mutating func follow(_ redirect: Redirect, with request: OutgoingRequest, after exchange: Exchange) {
    self.request = request
    earlier = exchange.attempts
    origin = Attempt.Origin(cause: .redirect, redirect: redirect, start: limits.deadline.elapsed)
  }

  /// The next attempt is this one again.
  mutating func retry(after pause: Duration, _ exchange: Exchange) {
    retries += 1
    earlier = exchange.attempts
    origin = Attempt.Origin(cause: .retry, start: limits.deadline.elapsed, pause: pause)
  }

  /// How long to wait before the same request is sent again; nil if it is not to be.
  ///
  /// - Parameters:
  ///   - transience: What the last attempt came to.
  ///   - asked: How long the server asks to wait.
  func pause(after transience: Transience?, asked: @autoclosure () -> Duration?, by client: Client)
    -> Duration?
  {
    guard let transience, policy.maximumAttempts > 1, transience != .permanent,
      request.isIdempotent || transience == .neverSent,
      request.body.map({ $0.isReplayable || !$0.isConsumed }) ?? true,
      let pause = policy.pause(
        beforeRetry: retries + 1, after: transience, asked: asked(), random: client.randomness()),
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
}

extension Client {
  /// Sends a request, follows redirects and sends it again as far as the policies of the call go, and reads the response
  /// that is left.
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
    }
    while true {
      let request = loop.request
      let sent = withCookies(request)
      var exchange = Exchange(
        SentRequest(sent, redaction: redaction), clock: clock, origin: loop.origin, after: loop.earlier)
      var next = Next.nothing
      var refusal: TransportError?
      var transience: Transience?
      await shared.transport.perform(sent, in: &exchange, within: loop.limitsOfAttempt) { response in
        guard let head = response.head else { return .beginning }
        cookies?.receive(head.headerFields, from: request.url, at: now())
        switch loop.step(after: head, isDeclared: isDeclared(head.status.code)) {
        case .respond:
          let plan = plan(response)
          transience = plan.transience
          if retries,
            let pause = loop.pause(
              after: self.transience(of: response, outcome: transience, isKeyed: request.isKeyed),
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
      if let refusal, exchange.failure == nil { exchange.fails(with: refusal) }
      if retries, exchange.failure != nil,
        let pause = loop.pause(
          after: self.transience(of: exchange, outcome: transience, isKeyed: request.isKeyed),
          asked: nil, by: self)
      {
        next = .retry(pause)
      }
      switch next {
      case .nothing:
        exchange.mindsEarlierAttempts()
        recordSuccess(of: exchange, at: request)
        return exchange
      case .redirect(let following, let redirect):
        loop.follow(redirect, with: following, after: exchange)
      case .retry(let pause):
        guard await wait(pause, in: &loop, after: exchange) else { return cancelled(loop) }
      }
    }
  }

  /// What an attempt came to: its outcome's word before the status's before the transport's; nil where none says
  /// anything, as of a response that is no failure.
  func transience(of exchange: Exchange, outcome: Transience?, isKeyed: Bool) -> Transience? {
    if let failure = exchange.failure { return outcome == .permanent ? .permanent : failure.transience }
    guard let head = exchange.head else { return nil }
    return outcome
      ?? Transience(
        status: head.status.code, hasDelay: head.headerFields.contains(.retryAfter), isKeyed: isKeyed)
  }

  /// How long a response asks to wait.
  func asked(by exchange: Exchange) -> Duration? {
    exchange.head?.headerFields.single(.retryAfter).flatMap { RetryAfter($0) }?.delay(from: now())
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
    var exchange = Exchange(
      SentRequest(loop.request, redaction: redaction), clock: clock, origin: loop.origin, after: loop.earlier)
    exchange.fails(with: TransportError(.cancelled))
    return exchange
  }

  private func recordSuccess(of exchange: Exchange, at request: OutgoingRequest) {
    guard exchange.failure == nil, let code = exchange.head?.status.code, code < 500, code != 429 else {
      return
    }
    shared.retryBudget.withLock { $0.deposit(at: request.url.origin) }
  }

  /// The request with the jar's cookies for its URL. They are those of one attempt: the next has its own.
  private func withCookies(_ request: OutgoingRequest) -> OutgoingRequest {
    guard let cookies, request.takesCookies, let value = cookies.field(for: request.url, at: now()) else {
      return request
    }
    var request = request
    request.replace(HTTPField(name: .cookie, value: value), from: .library)
    return request
  }
}
