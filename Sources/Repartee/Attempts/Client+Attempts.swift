import HTTPTypes
import ReparteeJSON
import Synchronization

/// What is to become of a response whose head is there.
struct ResponsePlan {
  /// How its body is read.
  var reading: Exchange.BodyReading
  /// What its outcome says of another attempt.
  var transience: Transience?
  /// Whether its outcome can give an output.
  var isExpected = true
}

/// What becomes of an attempt, and of the call after it.
private struct Course {
  // Indirect: a call that waits keeps little that way.
  indirect enum Next {
    case nothing
    case redirect(OutgoingRequest, Redirect)
    case retry(Duration)
    case renewal(AuthenticatedSession, HTTPResponse)
  }

  var next = Next.nothing
  /// Why the response fails the call.
  var refusal: TransportError?
  /// What its outcome says of another attempt.
  var transience: Transience?
  var isExpected: Bool?
  /// Whether it is sent again; told when the attempt is over.
  var decision: RetryDecision?
}

/// An attempt on its way. One reference: the functions that wait for it keep no copies.
private final class Sending {
  let attempt: AttemptRequest
  let exchange: Exchange
  let limits: ExchangeLimits
  /// The cache and the middleware before it; nil without any.
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
  /// Sends a request, follows redirects, refreshes its credential and sends it again as far as the policies of the call
  /// go, and reads the response that is left.
  ///
  /// What is done between two waits stands in functions of its own, so that a call that waits keeps no more than it has
  /// to: a server may have thousands.
  ///
  /// - Parameters:
  ///   - isDeclared: Whether a status is declared by its exact code, so that it is no redirect to follow.
  ///   - retries: Whether it is sent again for what the head or the transport says.
  ///   - plan: What is to become of a response, which is given its head.
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
          // Most credentials are at hand, and nothing is awaited for them.
          session =
            switch try authenticate(&attempt, in: &loop) {
            case .ready(let session): session
            case .awaits(let what): try await authenticate(&attempt, in: &loop, after: what)
            }
        } catch {
          return nextExchange(attempt, in: loop, endingWith: error)
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
      case .retry(let pause):
        guard await wait(pause, in: &loop, after: sending.exchange) else { return cancelled(loop) }
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

  /// The next attempt without its credential.
  @inline(never) private func plainAttempt(of loop: AttemptLoop) -> AttemptRequest {
    var attempt = loop.attempt
    addCookies(to: &attempt, of: loop.outgoing)
    loop.cachePolicy?.tell(&attempt)
    return attempt
  }

  /// An attempt with what stands before the transport; nil if only the cache may respond, and there is none.
  @inline(never) private func sending(
    _ attempt: AttemptRequest, _ cached: CachedAttempt?, in loop: AttemptLoop
  ) -> Sending? {
    let outgoing = loop.outgoing
    if loop.cachePolicy?.mode == .onlyIfCached,
      cached == nil || !CacheMachine.isCacheable(outgoing.request.head.method, loop.cacheQuery != nil)
    {
      return nil
    }
    var attempt = attempt
    let (limits, observation) = (loop.limitsOfAttempt, loop.observation)
    let isPlain = attemptMiddleware.isEmpty && cached == nil
    if isPlain { observation?.prepare(&attempt) }
    let exchange = nextExchange(attempt, in: loop)
    if isPlain {
      observation?.begins(attempt, exchange.request)
      return Sending(attempt, exchange, within: limits, through: nil)
    }
    let wire = Wire(
      shared.transport, attemptMiddleware, cached, attempt, exchange.request, of: outgoing, within: limits,
      redaction: loop.redaction, observation)
    return Sending(attempt, exchange, within: limits, through: wire)
  }

  /// How the body of a response is read whose head is there, and what comes next.
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
      if let pause = course.decision?.pause {
        course.next = .retry(pause)
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

  /// What an attempt came to once its body is there, or will not be.
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
      if let decision { sending.course.decision = decision }
      if let pause = decision?.pause { sending.course.next = .retry(pause) }
    }
    loop.tell(sending.course.decision)
    if case .nothing = sending.course.next {
      sending.exchange.mindsEarlierAttempts()
      if retries { recordSuccess(of: sending.exchange, outcome: course.transience, at: outgoing) }
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

  /// A call that succeeded, or failed for good, gives a unit of the budget back.
  func recordSuccess(of exchange: Exchange, outcome: Transience?, at outgoing: Outgoing) {
    let transience = transience(of: exchange, outcome: outcome, isKeyed: outgoing.isKeyed)
    guard exchange.failure == nil, exchange.networkHead != nil, let code = exchange.status?.code, code < 500,
      code != 429,
      transience == nil || transience == .permanent
    else { return }
    shared.retryBudget.withLock { $0.deposit(at: outgoing.request.url.origin) }
  }

  /// The jar's cookies for a URL. They are those of one attempt: the next has its own.
  private func addCookies(to attempt: inout AttemptRequest, of outgoing: Outgoing) {
    guard let cookies, outgoing.request.takesCookies,
      let value = cookies.field(for: outgoing.request.url, at: now())
    else {
      return
    }
    attempt.headers[fields: .cookie] = [HTTPField(name: .cookie, value: value)]
  }
}
