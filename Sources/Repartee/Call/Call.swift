import HTTPTypes
import ReparteeBase

/// Only the task that makes the call uses it.
class Call {
  final let context: CallContext
  final let limits: ExchangeLimits
  private let policy: RetryPolicy
  final private(set) var redirection = Redirection()
  private var retries = 0
  private var resends = 0

  init(in context: CallContext) {
    self.context = context
    limits = ExchangeLimits(of: context)
    policy = context.retryPolicy
  }

  // MARK: What the endpoint says

  func request() throws(RequestError) -> OutgoingRequest {
    throw RequestError(.url, "the call has no request")
  }
  /// By its exact code: a redirect with it is not followed.
  func declares(_ code: Int) -> Bool { false }
  func plan(for exchange: Exchange) -> ResponsePlan { ResponsePlan(body: .whole) }
  var hasRule: Bool { false }
  func interpret(_ exchange: Exchange) async -> FollowUp? { nil }
  func fail(_ error: RequestError) {}
  func cancel(after exchange: Exchange) {}

  // MARK: The way of a call

  final func run() async {
    guard var exchange = firstExchange() else { return }
    while true {
      await exchange.send()
      var next = followUp(exchange)  // a redirect, a refresh or a retry, from the head
      await exchange.read(next?.body ?? exchange.plan.body)
      next = end(exchange, next)  // the body may have failed
      if next == nil { next = await interpret(exchange) }  // the typed result may ask for a retry
      guard let next, let following = await take(next, after: exchange) else { return }
      exchange = following
    }
  }

  @inline(never) private func firstExchange() -> Exchange? {
    do throws(RequestError) {
      return Exchange(try request(), in: context, within: limits, attemptTimeout: policy.attemptTimeout)
    } catch {
      fail(error)
      return nil
    }
  }

  @inline(never) private func followUp(_ exchange: Exchange) -> FollowUp? {
    guard let head = exchange.head else { return nil }
    exchange.tellHead()
    switch redirection.step(after: head, of: exchange, isDeclared: declares) {
    case .follow(let request, let redirect): return .redirect(request, redirect)
    case .fail(let error): return .refuse(error)
    case .respond: break
    }
    exchange.plan = plan(for: exchange)
    let refresh = exchange.refused(
      resending: exchange.plan.retryability == .permanent ? nil : Resending(after: resends))
    // Without a body to send again, the refresh is for the next call.
    if let refresh, exchange.outgoing.isReplayable { return refresh }
    return hasRule ? nil : retry(exchange, after: exchange.retryability, isOutput: exchange.canGiveOutput)
  }

  @inline(never) private func end(_ exchange: Exchange, _ next: FollowUp?) -> FollowUp? {
    var next = next
    if case .refuse(let error) = next {
      exchange.refuse(error)
      next = nil
    }
    if exchange.failure != nil, !hasRule {
      next = retry(exchange, after: exchange.retryability, isOutput: false) ?? next
    }
    exchange.tellEnd()
    exchange.tellDecision()
    if next == nil, !hasRule { recordSuccess(of: exchange, exchange.retryability) }
    return next
  }

  /// The endpoint's rule, which has the typed result, takes precedence.
  final func retry(_ exchange: Exchange, ruled retryability: Retryability?, isOutput: Bool) -> FollowUp? {
    // A stream that was handed over is never sent again.
    let retryability = exchange.stream == nil ? retryability ?? exchange.retryability : nil
    recordSuccess(of: exchange, retryability)
    let next = retry(exchange, after: retryability, isOutput: isOutput)
    exchange.tellDecision()
    return next
  }

  /// The only place that decides about retries.
  private func retry(
    _ exchange: Exchange, after retryability: Retryability?, isOutput: Bool
  ) -> FollowUp? {
    guard let retryability, policy.maximumAttempts > 1, retryability != .permanent else { return nil }
    // The budget spares servers that fail.
    let isFree = isOutput && !exchange.isFailing
    let decision = RetryDecision(
      retryability: retryability, verdict: verdict(on: exchange, after: retryability, isFree: isFree),
      start: limits.deadline.elapsed)
    exchange.decide(decision)
    return decision.pause.map { .retry(after: $0, from: decision.start) }
  }

  private func verdict(
    on exchange: Exchange, after retryability: Retryability, isFree: Bool
  ) -> RetryDecision.Verdict {
    let (client, outgoing, left) = (context.client, exchange.outgoing, limits.deadline.left)
    guard outgoing.mayBeRepeated(after: retryability), outgoing.isReplayable else {
      return .ended(by: .request)
    }
    guard retries + 1 < policy.maximumAttempts else { return .ended(by: .attempts) }
    let asked = asked(by: exchange, after: retryability, left: left)
    let pause = policy.pause(
      beforeRetry: retries + 1, after: retryability, asked: asked, left: left, random: client.randomness())
    guard var pause else { return .ended(by: .retryAfter) }
    if isFree { pause = max(pause, policy.shortestPause) }
    guard left.map({ pause < $0 }) ?? true else { return .ended(by: .time) }
    guard isFree || withdraw(for: retryability, at: outgoing.url.origin) else { return .ended(by: .budget) }
    return .pause(pause)
  }

  private func withdraw(for retryability: Retryability, at origin: Origin) -> Bool {
    context.client.shared.retryBudget.withLock { $0.withdraw(for: retryability, at: origin) }
  }

  /// The end of a window alone never makes a call fail.
  private func asked(
    by exchange: Exchange, after retryability: Retryability, left: Duration?
  ) -> Duration? {
    if let asked = exchange.retryAfter { return asked }
    guard retryability == .throttled, let end = exchange.endOfWindows, end <= policy.maximumRetryAfter,
      left.map({ end < $0 }) ?? true
    else { return nil }
    return end
  }

  /// Only for a call that succeeded or failed permanently.
  private func recordSuccess(of exchange: Exchange, _ retryability: Retryability?) {
    guard exchange.failure == nil, let code = exchange.networkHead?.status.code, code < 500, code != 429,
      retryability == nil || retryability == .permanent
    else { return }
    context.client.shared.retryBudget.withLock { $0.deposit(at: exchange.outgoing.url.origin) }
  }

  private func take(_ next: FollowUp, after exchange: Exchange) async -> Exchange? {
    switch next {
    case .refuse: return nil
    case .redirect(let request, let redirect):
      exchange.observation?.tell(.redirected) { $0.redirect = redirect }
      return exchange.next(.redirect, to: request, by: redirect)
    case .retry(let pause, let start):
      retries += 1
      // Reading the response took some of it.
      let rest = pause - (limits.deadline.elapsed - start)
      do { if rest > .zero { try await context.client.clock.sleep(for: rest) } } catch {
        cancel(after: exchange)
        return nil
      }
      return exchange.next(.retry, after: pause)
    case .refresh(let session, let head, let resending):
      do throws(AttemptError) { try await exchange.refresh(session, after: head, resending) } catch {
        exchange.fail(error)
        guard let retry = await interpret(exchange) else { return nil }
        return await take(retry, after: exchange)
      }
      resends += 1
      return exchange.next(.refresh)
    }
  }
}
