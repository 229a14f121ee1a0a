import HTTPTypes
import ReparteeBase

/// The attempts of a call. It knows no types, and of the endpoint only the planner.
struct Call {
  private let context: CallContext
  private let planner: any ResponsePlanner
  private var redirection: Redirection
  private var retries = 0
  private var resends = 0
  /// What ended the retries, if the last response is transient.
  private(set) var retryLimit: RetryPolicy.Limit?

  init(by planner: any ResponsePlanner, in context: CallContext) {
    redirection = Redirection(
      by: context.request.redirects ?? context.client.redirects, baseQuery: context.client.shared.baseQuery)
    self.planner = planner
    self.context = context
  }

  // MARK: The way of a call

  /// `interpret` makes the typed result.
  mutating func run(_ first: AttemptScope, _ interpret: (Exchange) async -> Interpreted) async {
    var scope = first
    while true {
      let result = await scope.send()
      let decided = decideByHead(result, scope)  // a redirect, a refresh or a retry
      let exchange = await Exchange.reading(result, of: scope, as: decided.plan, refused: decided.refused)
      var next = endAttempt(exchange, decided, scope)  // the body may have failed
      if next == nil { next = retryByRule(exchange, await interpret(exchange), scope) }
      guard let next, let following = await prepareAttempt(next, after: exchange, scope, interpret) else {
        return
      }
      scope = following
    }
  }

  @inline(never) private mutating func decideByHead(
    _ result: Result<AttemptResponse, AttemptError>, _ scope: AttemptScope
  ) -> HeadDecision {
    retryLimit = nil
    guard case .success(let response) = result else { return HeadDecision(ResponsePlan(body: .whole)) }
    let code = response.head.status.code
    if scope.context.observation != nil, let head = response.networkHead {
      scope.report(.headReceived) { $0.status = head.status }
    }
    if let redirect = redirect(code, response, scope) { return redirect }
    let plan = planned(code, nil, response, scope)
    let resending = plan.retryability == .permanent ? nil : Resending(after: resends)
    let refresh = refreshIfRefused(response, resending, scope)
    // If the body can't be sent again, only later calls use the refreshed credential.
    if let refresh, scope.outgoing.isReplayable { return HeadDecision(refresh, plan) }
    guard !planner.hasRule,
      let decision = decide(
        plan.retryabilityOfResponse, asking: response.networkHead, response.request(of: scope),
        isFree: plan.isExpected ?? false && !plan.isFailingStatus, scope)
    else { return HeadDecision(plan) }
    return HeadDecision(decision, plan)
  }

  @inline(never) private mutating func redirect(
    _ code: Int, _ response: AttemptResponse, _ scope: AttemptScope
  ) -> HeadDecision? {
    let step = redirection.step(
      after: response.head, code, to: scope.outgoing, sent: response.request(of: scope),
      response.start?.carried ?? scope.carried, planner)
    switch step {
    case .follow(let request, let redirect):
      return HeadDecision(.redirect(request, redirect), ResponsePlan(body: .drain))
    case .fail(let error):
      let plan = planned(code, .prefix(within: .unlimited), response, scope)
      return HeadDecision(plan, refused: error)
    case .respond: return nil
    }
  }

  private func planned(
    _ code: Int, _ body: BodyPlan?, _ response: AttemptResponse, _ scope: AttemptScope
  ) -> ResponsePlan {
    let head = response.head
    var plan = planner.plan(for: head, code) { response.request(of: scope) }
    if let body { plan = ResponsePlan(body: body, contentType: plan.contentType) }
    let byCode = scope.outgoing.retryability(after: code, head.headerFields)
    plan.isFailingStatus = byCode != nil
    plan.retryabilityOfStatus =
      context.client.retryRule?(ReceivedHead(head: head, request: response.request(of: scope))) ?? byCode
    return plan
  }

  /// The refresh has started when this returns.
  private func refreshIfRefused(
    _ response: AttemptResponse, _ resending: Resending?, _ scope: AttemptScope
  ) -> FollowUp? {
    guard let use = response.start?.session, let head = response.networkHead else { return nil }
    let isRefused = use.session.received(
      head, response.prefix, by: use, resending: resending, in: scope)
    guard isRefused, let resending else { return nil }
    return .refresh(use, head, resending)
  }

  @inline(never) private mutating func endAttempt(
    _ exchange: Exchange, _ decided: HeadDecision, _ scope: AttemptScope
  ) -> FollowUp? {
    var (next, decision) = (decided.next, decided.decision)
    if exchange.failure != nil, !planner.hasRule {
      let retry = decide(
        exchange.retryability, asking: exchange.headAboutRetries, exchange.sent, isFree: false, scope)
      if let retry { (next, decision) = (retry.next ?? next, retry) }
    }
    exchange.reportEnd(of: scope)
    if let decision { report(decision, scope) }
    if next == nil, !planner.hasRule { recordSuccess(of: exchange, exchange.retryability, scope) }
    return next
  }

  /// The endpoint's rule, which has the typed result, takes precedence.
  private mutating func retryByRule(
    _ exchange: Exchange, _ interpreted: Interpreted, _ scope: AttemptScope
  ) -> FollowUp? {
    guard planner.hasRule else { return nil }
    // A stream that was handed over is never sent again.
    let retryability = exchange.stream == nil ? interpreted.ruled ?? exchange.retryability : nil
    recordSuccess(of: exchange, retryability, scope)
    let decision = decide(
      retryability, asking: exchange.headAboutRetries, exchange.sent,
      isFree: interpreted.isOutput && !exchange.isFailing, scope)
    if let decision { report(decision, scope) }
    return decision?.next
  }

  /// The only function that decides about retries. A free one, which a rule asks for after an output, takes nothing
  /// from the budget: that protects servers that fail.
  private mutating func decide(
    _ retryability: Retryability?, asking head: HTTPResponse?, _ sent: @autoclosure () -> SentRequest,
    isFree: Bool, _ scope: AttemptScope
  ) -> RetryDecision? {
    guard let retryability, context.retryPolicy.maximumAttempts > 1, retryability != .permanent else {
      return nil
    }
    let verdict = verdict(
      after: retryability, head.map { ReceivedHead(head: $0, request: sent()) }, isFree: isFree,
      scope.outgoing)
    let decision = RetryDecision(
      retryability: retryability, verdict: verdict, decidedAt: context.limits.deadline.elapsed)
    retryLimit = decision.limit
    return decision
  }

  private func verdict(
    after retryability: Retryability, _ head: ReceivedHead?, isFree: Bool, _ outgoing: OutgoingRequest
  ) -> RetryDecision.Verdict {
    let (client, policy, left) = (context.client, context.retryPolicy, context.limits.deadline.left)
    guard outgoing.mayBeRepeated(after: retryability), outgoing.isReplayable else {
      return .ended(by: .request)
    }
    guard retries + 1 < policy.maximumAttempts else { return .ended(by: .attempts) }
    let asked: Duration? = head.flatMap { self.asked(by: $0, after: retryability, left: left) }
    let pause = policy.pause(
      beforeRetry: retries + 1, after: retryability, asked: asked, left: left, random: client.randomness())
    guard var pause else { return .ended(by: .retryAfter) }
    if isFree { pause = max(pause, policy.shortestPause) }
    guard left.map({ pause < $0 }) ?? true else { return .ended(by: .time) }
    let origin = outgoing.url.origin
    guard isFree || client.shared.retryBudget.budget.withLock({ $0.withdraw(for: retryability, at: origin) })
    else {
      return .ended(by: .budget)
    }
    return .pause(pause)
  }

  /// The pause that the response asks for. The end of a window alone never makes a call fail.
  private func asked(by head: ReceivedHead, after retryability: Retryability, left: Duration?) -> Duration? {
    let (client, policy) = (context.client, context.retryPolicy)
    let (fields, now) = (head.head.headerFields, client.now())
    if let asked = (client.retryPause?(head) ?? fields.retryAfter)?.delay(from: now) { return asked }
    guard retryability == .throttled, let end = fields.endOfUsedWindows(from: now),
      end <= policy.maximumRetryAfter, left.map({ end < $0 }) ?? true
    else { return nil }
    return end
  }

  private func report(_ decision: RetryDecision, _ scope: AttemptScope) {
    scope.report(decision.pause == nil ? .notRetried : .retried) { event in
      event.retryability = decision.retryability
      event.pause = decision.pause
      event.retryLimit = decision.limit
    }
  }

  /// Returns units to the budget, if the call succeeded or failed permanently.
  private func recordSuccess(
    of exchange: Exchange, _ retryability: Retryability?, _ scope: AttemptScope
  ) {
    guard exchange.failure == nil, let code = exchange.networkHead?.status.code, code < 500, code != 429,
      retryability == nil || retryability == .permanent
    else { return }
    context.client.shared.retryBudget.budget.withLock { $0.deposit(at: scope.outgoing.url.origin) }
  }

  /// Waits for the pause or the refresh. Nil if the call is over.
  @inline(never) private mutating func prepareAttempt(
    _ next: FollowUp, after exchange: Exchange, _ scope: AttemptScope,
    _ interpret: (Exchange) async -> Interpreted
  ) async -> AttemptScope? {
    switch next {
    case .redirect(let request, let redirect):
      scope.report(.redirected) { $0.redirect = redirect }
      return AttemptScope(after: scope, exchange, .redirect, to: request, by: redirect)
    case .retry(let pause, let decidedAt):
      retries += 1
      // Reading the response took some of the pause.
      let rest = pause - (context.limits.deadline.elapsed - decidedAt)
      do { if rest > .zero { try await context.client.clock.sleep(for: rest) } } catch {
        let cancelled = TransportError(
          .cancelled, mayHaveBeenProcessed: exchange.attempts.mayHaveBeenProcessed)
        _ = await interpret(Exchange(exchange, failing: .callOver(cancelled)))
        return nil
      }
      return AttemptScope(after: scope, exchange, .retry, after: pause)
    case .refresh(let use, let head, let resending):
      scope.report(.refused) { $0.status = head.status }
      do throws(AttemptError) {
        try await use.session.refresh(after: use, head, resending: resending, in: scope)
      } catch {
        let failed = Exchange(exchange, failing: error.reason)
        guard let retry = retryByRule(failed, await interpret(failed), scope) else { return nil }
        return await prepareAttempt(retry, after: failed, scope, interpret)
      }
      scope.report(.refreshed)
      resends += 1
      return AttemptScope(after: scope, exchange, .refresh)
    }
  }
}

/// What the interpretation of an exchange says about a retry.
struct Interpreted {
  /// What the endpoint's rule says.
  var ruled: Retryability?
  var isOutput = false
}

extension AttemptScope {
  fileprivate convenience init(
    after other: AttemptScope, _ exchange: Exchange, _ cause: Attempt.Cause,
    to request: OutgoingRequest? = nil, by redirect: Redirect? = nil, after pause: Duration = .zero
  ) {
    let origin = Attempt.Origin(
      cause: cause, redirect: redirect, start: other.context.limits.deadline.elapsed, pause: pause)
    self.init(after: other, exchange.carried, exchange.attempts, origin, to: request)
  }

  @inline(__always)
  fileprivate func send() async -> Result<AttemptResponse, AttemptError> {
    let stages = NextStage(context.state.stages)
    do throws(AttemptError) { return .success(try await stages.send(AttemptRequest(self))) } catch {
      return .failure(error)
    }
  }
}
