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

/// An attempt that can be sent, or one whose credential has to be awaited.
private enum Preparation {
  case ready(OngoingAttempt)
  case awaits(Draft)
}

/// An attempt without its credential.
private final class Draft {
  let attempt: AttemptRequest
  /// The head before the credential is added.
  let plain: HTTPRequest
  let awaited: CredentialStep.Awaited

  init(_ attempt: AttemptRequest, plain: HTTPRequest, awaiting awaited: CredentialStep.Awaited) {
    self.attempt = attempt
    self.plain = plain
    self.awaited = awaited
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
      let ongoing =
        switch preparation(of: &loop) {
        case .ready(let ready): ready
        case .awaits(let draft): await ongoingAttempt(draft, in: &loop)
        }
      if ongoing.exchange.ending != nil { return ongoing.exchange }
      await shared.transport.perform(ongoing) {
        reading(of: ongoing, in: &loop, isDeclared: isDeclared, retries: retries, plan: plan)
      }
      conclude(ongoing, in: &loop, retries: retries)
      switch ongoing.next {
      case .nothing: return ongoing.exchange
      case .redirect: break
      case .retry(let pause, let start):
        guard await wait(pause, from: start, in: &loop, after: ongoing.exchange) else {
          return cancelled(loop)
        }
      case .renewal(let session, let head):
        guard await renew(session, after: head, in: &loop, ongoing.exchange) else { return ongoing.exchange }
      }
    }
  }

  /// Prepares the next attempt: adds its cookies, and its credential if that is available at once, which is so for
  /// most.
  @inline(never) private func preparation(of loop: inout AttemptLoop) -> Preparation {
    var attempt = loop.attempt
    addCookies(to: &attempt, of: loop.outgoing)
    loop.cachePolicy?.tell(&attempt)
    let plain = attempt.head
    do throws(CallEnding) {
      switch try authenticate(&attempt, in: &loop) {
      case .ready(let session): return .ready(ongoingAttempt(attempt, plain, session, in: &loop))
      case .awaits(let what): return .awaits(Draft(attempt, plain: plain, awaiting: what))
      }
    } catch {
      return .ready(ended(attempt, with: error, in: loop))
    }
  }

  /// Waits for the credential of an attempt.
  @inline(never) private func ongoingAttempt(_ draft: Draft, in loop: inout AttemptLoop) async
    -> OngoingAttempt
  {
    var attempt = draft.attempt
    do throws(CallEnding) {
      let session = try await authenticate(&attempt, in: &loop, after: draft.awaited)
      return ongoingAttempt(attempt, draft.plain, session, in: &loop)
    } catch {
      return ended(attempt, with: error, in: loop)
    }
  }

  /// Returns an attempt that is complete, with the cache and the middleware around the transport. It has ended if only
  /// the cache may respond, and can't be used.
  ///
  /// - Parameter plain: The head of the attempt before its credential was added.
  @inline(never) private func ongoingAttempt(
    _ attempt: consuming AttemptRequest, _ plain: HTTPRequest, _ session: AuthenticatedSession?,
    in loop: inout AttemptLoop
  ) -> OngoingAttempt {
    let outgoing = loop.outgoing
    if attempt.head.path != plain.path {
      loop.noteCredentialItems(of: attempt.head.path, besides: plain.path)
    }
    let cached = cache == nil ? nil : cachedAttempt(attempt, plain, in: loop, session)
    if loop.cachePolicy?.mode == .onlyIfCached,
      cached == nil || !CacheMachine.isCacheable(outgoing.request.head.method, loop.cacheQuery != nil)
    {
      return ended(attempt, with: .transport(TransportError(.notCached)), in: loop)
    }
    let (limits, observation) = (loop.limitsOfAttempt, loop.observation)
    let isPlain = attemptMiddleware.isEmpty && cached == nil
    if isPlain { observation?.prepare(&attempt) }
    let exchange = nextExchange(attempt, in: loop)
    if isPlain {
      observation?.begins(attempt, exchange.request)
      return OngoingAttempt(consume attempt, exchange, within: limits, of: session)
    }
    let wire = Wire(
      shared.transport, attemptMiddleware, cached, copy attempt, exchange.request, of: outgoing,
      within: limits, redaction: loop.redaction, observation)
    return OngoingAttempt(consume attempt, exchange, within: limits, through: wire, of: session)
  }

  /// Returns an attempt that ends before anything is sent.
  @inline(never) private func ended(
    _ attempt: AttemptRequest, with ending: CallEnding, in loop: AttemptLoop
  ) -> OngoingAttempt {
    let exchange = nextExchange(attempt, in: loop)
    exchange.ends(with: ending)
    return OngoingAttempt(attempt, exchange, within: loop.limits)
  }

  /// Decides from the head of a response how to read its body and how the call goes on.
  private func reading(
    of ongoing: OngoingAttempt, in loop: inout AttemptLoop, isDeclared: (Int) -> Bool, retries: Bool,
    plan: (Exchange) -> ResponsePlan
  ) -> Exchange.BodyReading {
    let response = ongoing.exchange
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
      ongoing.transience = plan.transience
      ongoing.isExpected = plan.isExpected
      let canRenew = !loop.isRenewed && loop.isReplayable && plan.transience != .permanent
      if let session = ongoing.session, let received,
        session.received(
          JudgedResponse(head: received, beginning: ongoing.beginning), canRenew: canRenew,
          of: SessionCall(loop), for: self)
      {
        ongoing.next = .renewal(session, received)
        return .refused
      }
      if retries {
        ongoing.decision = loop.decision(
          after: transience(of: response, outcome: plan.transience, to: outgoing),
          asked: asked(by: response), by: self)
      }
      if let decision = ongoing.decision, let pause = decision.pause {
        ongoing.next = .retry(pause, from: decision.start)
        return .discarded
      }
      return plan.reading
    case .follow(let following, let redirect):
      ongoing.next = .redirect(following, redirect)
      return .discarded
    case .fail(let error):
      ongoing.refusal = error
      return .beginning
    }
  }

  /// Concludes an attempt whose body was read or failed: reports its end, follows its redirect, and decides about a
  /// retry if it failed.
  @inline(never) private func conclude(
    _ ongoing: OngoingAttempt, in loop: inout AttemptLoop, retries: Bool
  ) {
    let outgoing = loop.outgoing
    if let cached = ongoing.wire?.cache, cached.revalidates { revalidate(cached, ongoing.request, in: loop) }
    if let refusal = ongoing.refusal, ongoing.exchange.failure == nil {
      ongoing.exchange.fails(with: refusal)
    }
    if ongoing.wire == nil || ongoing.exchange.isSent {
      loop.observation?.ended(
        ongoing.exchange, ongoing.request.number, isExpected: ongoing.isExpected, within: loop.limits.deadline
      )
    }
    if retries, ongoing.exchange.failure != nil {
      let decision = loop.decision(
        after: transience(
          of: ongoing.exchange, outcome: ongoing.transience, to: outgoing),
        asked: nil, by: self)
      if let decision {
        ongoing.decision = decision
        if let pause = decision.pause { ongoing.next = .retry(pause, from: decision.start) }
      }
    }
    loop.tell(ongoing.decision)
    switch ongoing.next {
    case .redirect(let following, let redirect):
      loop.follow(redirect, with: following, after: ongoing.exchange)
    case .retry, .renewal: break
    case .nothing:
      ongoing.exchange.correctFailureForEarlierAttempts()
      if retries {
        let transience = transience(
          of: ongoing.exchange, outcome: ongoing.transience, to: outgoing)
        recordSuccess(of: ongoing.exchange, transience, at: outgoing)
      }
    }
  }

  /// Refreshes the credential that a response refused, and makes the same request the next attempt. Returns false if
  /// the credential could not be refreshed, which ends the call.
  @inline(never) private func renew(
    _ session: AuthenticatedSession, after head: HTTPResponse, in loop: inout AttemptLoop,
    _ exchange: Exchange
  ) async -> Bool {
    loop.observation?.tell(.refused) { $0.status = head.status }
    do throws(CallEnding) {
      try await session.renew(head, of: SessionCall(loop), for: self, within: loop.limits.deadline)
      loop.observation?.tell(.refreshed)
      loop.renew(after: exchange)
      return true
    } catch {
      exchange.ends(with: error)
      return false
    }
  }

  /// Returns whether sending the request again can help; nil if nothing says so, as for a successful response. An
  /// exchange that ended the call is permanent. A transport error decides by its kind, unless the outcome is permanent.
  /// For a response, the outcome decides, then the status code.
  func transience(of exchange: Exchange, outcome: Transience?, to outgoing: Outgoing) -> Transience? {
    if exchange.ending != nil { return .permanent }
    if let transience = exchange.failureTransience { return outcome == .permanent ? .permanent : transience }
    guard let head = exchange.head, let status = exchange.status else { return nil }
    return outcome
      ?? Transience(
        status: status.code,
        isThrottling: outgoing.isRepeatableIfThrottled || head.headerFields.contains(.retryAfter),
        isKeyed: outgoing.isKeyed)
  }

  /// Returns the delay of the response's Retry-After field.
  func asked(by exchange: Exchange) -> Duration? {
    exchange.networkHead?.headerFields.single(.retryAfter).flatMap { RetryAfter($0) }?.delay(from: now())
  }

  /// Waits before a retry, and makes it the next attempt. Returns false if the call was cancelled while it waited.
  @inline(never) func wait(
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
    _ attempt: AttemptRequest, in loop: AttemptLoop
  ) -> Exchange {
    Exchange(
      SentRequest(attempt, to: loop.outgoing.request.url, redaction: loop.redaction), clock: clock,
      origin: loop.origin, after: loop.earlier)
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
