import HTTPTypes

indirect enum FollowUp {
  /// A retry repeats the redirected request.
  case redirect(OutgoingRequest, Redirect)
  case refuse(TransportError)
  case refresh(AuthenticatedSession, HTTPResponse, Resending)
  /// `from` is the time of the decision, since the start of the call.
  case retry(after: Duration, from: Duration)

  var body: BodyPlan {
    switch self {
    case .redirect, .retry: .drain
    case .refuse: .prefix(within: .unlimited)
    case .refresh: .prefix(within: .seconds(1))
    }
  }
}

struct RetryDecision {
  enum Verdict {
    case pause(Duration)
    case ended(by: RetryPolicy.Limit)
  }

  let retryability: Retryability
  let verdict: Verdict
  let start: Duration

  var pause: Duration? { if case .pause(let pause) = verdict { pause } else { nil } }
  var limit: RetryPolicy.Limit? { if case .ended(let limit) = verdict { limit } else { nil } }
}

extension Exchange {
  /// What the response says precedes a temporary error, as when its body breaks off.
  var retryability: Retryability? {
    if isCallOver { return .permanent }
    guard let failure else { return retryabilityOfResponse }
    if let own = retryabilityOfResponse, own == .permanent || failure.retryability == .transient {
      return own
    }
    return failure.retryability
  }

  private var retryabilityOfResponse: Retryability? { plan.retryability ?? retryabilityOfStatus }

  /// What the client's rule says, or else the status.
  var retryabilityOfStatus: Retryability? {
    if let rule = context.client.retryRule, let head, let ruled = rule(received(head)) { return ruled }
    return retryabilityOfCode
  }

  /// A retry that follows from an output costs the server nothing that it lacks.
  var isFailing: Bool { failure != nil || retryabilityOfCode != nil }

  private func received(_ head: HTTPResponse) -> any ResponseHead { ReceivedHead(head: head, request: sent) }

  private var retryabilityOfCode: Retryability? {
    guard let code = response?.status.code, code >= 400 else { return nil }
    return Retryability(
      status: code,
      isThrottling: outgoing.isRepeatableIfThrottled || head?.headerFields.asksForPause ?? false,
      isKeyed: outgoing.isKeyed)
  }

  /// The pause that the response asks for, as the client reads it.
  var retryAfter: Duration? {
    guard let head = headAboutRetries else { return nil }
    let own = context.client.retryPause?(received(head))
    return (own ?? head.headerFields.retryAfter)?.delay(from: context.client.now())
  }

  /// The time until no window of a quota is used up any more.
  var endOfWindows: Duration? { headAboutRetries?.headerFields.endOfUsedWindows(from: context.client.now()) }

  private var headAboutRetries: HTTPResponse? {
    failure != nil && retryabilityOfResponse == nil ? nil : networkHead
  }

  func refused(resending: Resending?) -> FollowUp? {
    guard let session = credential.session, let networkHead else { return nil }
    let isRefused = session.session.received(
      JudgedResponse(head: networkHead, beginning: beginning), with: session.ticket, resending: resending,
      in: self)
    guard isRefused, let resending else { return nil }
    return .refresh(session, networkHead, resending)
  }

  func refresh(
    _ session: AuthenticatedSession, after head: HTTPResponse, _ resending: Resending
  ) async throws(AttemptError) {
    observation?.tell(.refused) { $0.status = head.status }
    try await session.session.refresh(after: session.ticket, head, resending: resending, in: self)
    observation?.tell(.refreshed)
  }
}

private struct ReceivedHead: ResponseHead {
  let head: HTTPResponse
  let request: SentRequest
}
