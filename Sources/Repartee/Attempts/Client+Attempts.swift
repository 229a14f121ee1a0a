import HTTPTypes
import ReparteeJSON
import Synchronization

/// How to handle a response, decided from its head.
struct ResponsePlan {
  var reading: Exchange.BodyReading
  /// The transience that the outcome declares.
  var transience: Transience?
  var isExpected = true
}

/// How an attempt ends, and how the call goes on.
private struct Course {
  // Indirect, so that a suspended call keeps little memory.
  indirect enum Next {
    case nothing
    case redirect(OutgoingRequest, Redirect)
    case retry(Duration, from: Duration)
    case renewal(AuthenticatedSession, HTTPResponse)
  }

  var next = Next.nothing
  /// The error that the response fails the call with, if any.
  var refusal: TransportError?
  /// The transience that the outcome declares.
  var transience: Transience?
  var isExpected: Bool?
  /// Whether the request is retried. It is reported after the end of the attempt.
  var decision: RetryDecision?
}

/// An attempt in progress. It is a class so that suspended functions hold one reference instead of copies.
private final class Sending {
  let attempt: AttemptRequest
  let exchange: Exchange
  let limits: ExchangeLimits
  /// The cache and the middleware around the transport; nil without any.
  let wire: Wire?
  @exclusivity(unchecked) var course = Course()

  init(_ attempt: AttemptRequest, _ exchange: Exchange, within limits: ExchangeLimits, through wire: Wire?) {
    self.attempt = attempt
    self.exchange = exchange
    self.limits = limits
    self.wire = wire
  }
}

extension Client {
  /// Performs the attempts of a call: sends the request, follows redirects, refreshes the credential and retries as far
  /// as the call's policies allow. Returns the exchange with the last response or with an error.
  ///
  /// The code between two suspension points is in functions of its own, so that a suspended call keeps little memory: a
  /// server may have thousands of calls.
  ///
  /// - Parameters:
  ///   - isDeclared: Whether the endpoint declares a status code exactly: a redirect with it is not followed.
  ///   - retries: Whether a status code or a transport error can cause a retry.
  ///   - plan: Returns how to handle a response, from its head.
  func exchange(
    _ loop: inout AttemptLoop, isDeclared: (Int) -> Bool, retries: Bool = true,
    plan: (Exchange) -> ResponsePlan
  ) async -> Exchange {
    while true {
      var attempt = plainAttempt(of: loop)
      let (plainFields, plainPath) = (attempt.headers, attempt.head.path)
      var session: AuthenticatedSession?
      if loop.outgoing.request.authentication != nil {
        do throws(CallEnding) {
          // Most credentials are available at once, without a suspension.
          session =
            switch try authenticate(&attempt, in: &loop) {
            case .ready(let session): session
            case .awaits(let what): try await authenticate(&attempt, in: &loop, after: what)
            }
        } catch {
          return nextExchange(attempt, in: loop, endingWith: error)
        }
        if attempt.head.path != plainPath {
          loop.noteCredentialItems(of: attempt.head.path, besides: plainPath)
        }
      }
      let cached = cache == nil ? nil : cachedAttempt(attempt, plainFields, plainPath, in: loop, session)
      guard let sending = sending(attempt, cached, in: loop) else {
        return nextExchange(attempt, in: loop, endingWith: .transport(TransportError(.notCached)))
      }
      await shared.transport.perform(
        sending.attempt, in: sending.exchange, within: sending.limits, through: sending.wire
      ) { response in
        reading(
          of: response, session, in: &loop, &sending.course, isDeclared: isDeclared, retries: retries,
          plan: plan)
      }
      conclude(sending, in: &loop, retries: retries)
      switch sending.course.next {
      case .nothing: return sending.exchange
      case .redirect(let following, let redirect):
        loop.follow(redirect, with: following, after: sending.exchange)
      case .retry(let pause, let start):
        guard await wait(pause, from: start, in: &loop, after: sending.exchange) else {
          return cancelled(loop)
        }
      case .renewal(let session, let head):
        loop.observation?.tell(.refused) { $0.status = head.status }
        do throws(CallEnding) {
          try await session.renew(head, for: self, within: loop.limits.deadline)
          loop.observation?.tell(.refreshed)
          loop.renew(after: sending.exchange)
        } catch {
          sending.exchange.ends(with: error)
          return sending.exchange
        }
      }
    }
  }

  /// Returns the next attempt with cookies, but without its credential.
  @inline(never) private func plainAttempt(of loop: AttemptLoop) -> AttemptRequest {
    var attempt = loop.attempt
    addCookies(to: &attempt, of: loop.outgoing)
    loop.cachePolicy?.tell(&attempt)
    return attempt
  }

  /// Returns an attempt with the cache and the middleware around the transport; nil if only the cache may respond, and
  /// it can't be used.
  @inline(never) private func sending(
    _ attempt: consuming AttemptRequest, _ cached: CachedAttempt?, in loop: AttemptLoop
  ) -> Sending? {
    let outgoing = loop.outgoing
    if loop.cachePolicy?.mode == .onlyIfCached,
      cached == nil || !CacheMachine.isCacheable(outgoing.request.head.method, loop.cacheQuery != nil)
    {
      return nil
    }
    let (limits, observation) = (loop.limitsOfAttempt, loop.observation)
    let isPlain = attemptMiddleware.isEmpty && cached == nil
    if isPlain { observation?.prepare(&attempt) }
    let exchange = nextExchange(attempt, in: loop)
    if isPlain {
      observation?.begins(attempt, exchange.request)
      return Sending(consume attempt, exchange, within: limits, through: nil)
    }
    let wire = Wire(
      shared.transport, attemptMiddleware, cached, copy attempt, exchange.request, of: outgoing,
      within: limits, redaction: loop.redaction, observation)
    return Sending(consume attempt, exchange, within: limits, through: wire)
  }

  /// Decides from the head of a response how to read its body and how the call goes on.
  private func reading(
    of response: Exchange, _ session: AuthenticatedSession?, in loop: inout AttemptLoop,
    _ course: inout Course, isDeclared: (Int) -> Bool, retries: Bool, plan: (Exchange) -> ResponsePlan
  ) -> Exchange.BodyReading {
    guard let head = response.head, let status = response.status else { return .beginning }
    let outgoing = loop.outgoing
    let received = response.networkHead
    if let received {
      loop.observation?.tell(.headReceived) { $0.status = received.status }
      cookies?.receive(received.headerFields, from: outgoing.request.url, at: now())
    }
    switch loop.step(after: head, to: response.request, isDeclared: isDeclared(status.code)) {
    case .respond:
      let plan = plan(response)
      course.transience = plan.transience
      course.isExpected = plan.isExpected
      let canRenew = !loop.isRenewed && loop.isReplayable && plan.transience != .permanent
      if let session, let received, session.received(received, canRenew: canRenew, for: self) {
        course.next = .renewal(session, received)
        return .refused
      }
      if retries {
        course.decision = loop.decision(
          after: transience(of: response, outcome: plan.transience, isKeyed: outgoing.isKeyed),
          asked: asked(by: response), by: self)
      }
      if let decision = course.decision, let pause = decision.pause {
        course.next = .retry(pause, from: decision.start)
        return .discarded
      }
      return plan.reading
    case .follow(let following, let redirect):
      course.next = .redirect(following, redirect)
      return .discarded
    case .fail(let error):
      course.refusal = error
      return .beginning
    }
  }

  /// Concludes an attempt whose body was read or failed: reports its end, and decides about a retry if it failed.
  @inline(never) private func conclude(
    _ sending: Sending, in loop: inout AttemptLoop, retries: Bool
  ) {
    let (outgoing, course) = (loop.outgoing, sending.course)
    if let cached = sending.wire?.cache, cached.revalidates { revalidate(cached, sending.attempt, in: loop) }
    if let refusal = course.refusal, sending.exchange.failure == nil { sending.exchange.fails(with: refusal) }
    if sending.wire == nil || sending.exchange.isSent {
      loop.observation?.ended(
        sending.exchange, sending.attempt.number, isExpected: course.isExpected, within: loop.limits.deadline)
    }
    if retries, sending.exchange.failure != nil {
      let decision = loop.decision(
        after: transience(
          of: sending.exchange, outcome: course.transience, isKeyed: outgoing.isKeyed),
        asked: nil, by: self)
      if let decision {
        sending.course.decision = decision
        if let pause = decision.pause { sending.course.next = .retry(pause, from: decision.start) }
      }
    }
    loop.tell(sending.course.decision)
    if case .nothing = sending.course.next {
      sending.exchange.correctFailureForEarlierAttempts()
      if retries {
        let transience = transience(
          of: sending.exchange, outcome: course.transience, isKeyed: outgoing.isKeyed)
        recordSuccess(of: sending.exchange, transience, at: outgoing)
      }
    }
  }

  /// Returns whether sending the request again can help; nil if nothing says so, as for a successful response. An
  /// exchange that ended the call is permanent. A transport error decides by its kind, unless the outcome is permanent.
  /// For a response, the outcome decides, then the status code.
  func transience(of exchange: Exchange, outcome: Transience?, isKeyed: Bool) -> Transience? {
    if exchange.ending != nil { return .permanent }
    if let transience = exchange.failureTransience { return outcome == .permanent ? .permanent : transience }
    guard let head = exchange.head, let status = exchange.status else { return nil }
    return outcome
      ?? Transience(
        status: status.code, hasDelay: head.headerFields.contains(.retryAfter), isKeyed: isKeyed)
  }

  /// Returns the delay of the response's Retry-After field.
  func asked(by exchange: Exchange) -> Duration? {
    exchange.networkHead?.headerFields.single(.retryAfter).flatMap { RetryAfter($0) }?.delay(from: now())
  }

  /// Waits before a retry, and makes it the next attempt. Returns false if the call was cancelled while it waited.
  func wait(
    _ pause: Duration, from start: Duration, in loop: inout AttemptLoop, after exchange: Exchange
  ) async -> Bool {
    do {
      let rest = loop.rest(of: pause, from: start)
      if rest > .zero { try await clock.sleep(for: rest) }
      loop.retry(after: pause, exchange)
      return true
    } catch {
      loop.retry(after: pause, exchange)
      return false
    }
  }

  /// Returns the exchange of a call that was cancelled between two attempts.
  @inline(never) func cancelled(_ loop: AttemptLoop) -> Exchange {
    let exchange = nextExchange(loop.attempt, in: loop)
    exchange.fails(with: TransportError(.cancelled))
    return exchange
  }

  @inline(never) private func nextExchange(
    _ attempt: AttemptRequest, in loop: AttemptLoop, endingWith ending: CallEnding? = nil
  ) -> Exchange {
    let exchange = Exchange(
      SentRequest(attempt, to: loop.outgoing.request.url, redaction: loop.redaction), clock: clock,
      origin: loop.origin, after: loop.earlier)
    if let ending { exchange.ends(with: ending) }
    return exchange
  }

  /// Gives a unit back to the retry budget for a call that succeeded or failed permanently.
  func recordSuccess(of exchange: Exchange, _ transience: Transience?, at outgoing: Outgoing) {
    guard exchange.failure == nil, exchange.networkHead != nil, let code = exchange.status?.code, code < 500,
      code != 429,
      transience == nil || transience == .permanent
    else { return }
    shared.retryBudget.withLock { $0.deposit(at: outgoing.request.url.origin) }
  }

  /// Adds the jar's cookies to an attempt. They are not part of the outgoing request, because the next attempt may have
  /// others.
  private func addCookies(to attempt: inout AttemptRequest, of outgoing: Outgoing) {
    guard let cookies, outgoing.request.takesCookies,
      let value = cookies.field(for: outgoing.request.url, at: now())
    else {
      return
    }
    attempt.headers[fields: .cookie] = [HTTPField(name: .cookie, value: value)]
  }
}
