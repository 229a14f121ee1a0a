import HTTPTypes

/// How a call goes on after an attempt.
indirect enum FollowUp {
  /// A retry repeats the redirected request.
  case redirect(OutgoingRequest, Redirect)
  case refresh(AuthenticatedSession, HTTPResponse, Resending)
  /// `decidedAt` is a time since the start of the call.
  case retry(after: Duration, decidedAt: Duration)
}

/// What the head of a response leads to.
struct HeadDecision {
  var next: FollowUp?
  var plan: ResponsePlan
  /// Reported after the attempt has ended.
  var decision: RetryDecision?
  /// Why a redirect is not followed.
  var refused: TransportError?

  init(_ next: FollowUp, _ plan: ResponsePlan) {
    self.next = next
    self.plan = plan
    if case .refresh = next { self.plan.body = .prefix(within: .seconds(1)) }
  }

  init(_ decision: RetryDecision, _ plan: ResponsePlan) {
    self.plan = plan
    self.decision = decision
    next = decision.next
    if next != nil { self.plan.body = .drain }
  }

  init(_ plan: ResponsePlan, refused: TransportError? = nil) {
    self.plan = plan
    self.refused = refused
  }
}

struct RetryDecision {
  enum Verdict {
    case pause(Duration)
    case ended(by: RetryPolicy.Limit)
  }

  let retryability: Retryability
  let verdict: Verdict
  /// Since the start of the call.
  let decidedAt: Duration

  var pause: Duration? { if case .pause(let pause) = verdict { pause } else { nil } }
  var limit: RetryPolicy.Limit? { if case .ended(let limit) = verdict { limit } else { nil } }
  var next: FollowUp? { pause.map { .retry(after: $0, decidedAt: decidedAt) } }
}

/// A response as the client's rules for retries see it.
struct ReceivedHead: ResponseHead {
  let head: HTTPResponse
  let request: SentRequest
}

extension OutgoingRequest {
  func retryability(after code: Int, _ fields: HTTPFields) -> Retryability? {
    guard code >= 400 else { return nil }
    return Retryability(
      status: code, isThrottling: isRepeatableIfThrottled || fields.asksForPause, isKeyed: isKeyed)
  }
}

extension AttemptResponse {
  /// The request that was sent for this response, or would have been.
  func request(of scope: AttemptScope) -> SentRequest { sent ?? scope.unsent(by: start) }
}
