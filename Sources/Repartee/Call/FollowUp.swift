import HTTPTypes

/// What follows an attempt that is not the last.
enum FollowUp {
  /// Send the redirected request. A retry repeats that one; it never goes back to the one before.
  case redirect(OutgoingRequest, Redirect)
  /// Fail the call: the redirect must not be followed.
  case refuse(TransportError)
  /// Refresh the credential that a response refused, and send the request again.
  case refresh(AuthenticatedSession, HTTPResponse)
  /// Send the request again after a pause, which begins with the decision: at this time of the call.
  case retry(after: Duration, from: Duration)

  /// How the body of the response is read, which the call does not need any more.
  var body: BodyPlan {
    switch self {
    case .redirect, .retry: .drain
    case .refuse: .prefix(within: .unlimited)
    case .refresh: .prefix(within: .seconds(1))
    }
  }
}

/// A decision whether to retry a request after a failure that may be temporary.
struct RetryDecision {
  let retryability: Retryability
  /// The pause before the retry; nil if the request is not retried.
  let pause: Duration?
  /// When the decision was made: the time since the start of the call.
  let start: Duration
}

extension Exchange {
  /// Whether sending the request again can help; nil if nothing says so, as for a successful response. A transport
  /// error decides by its kind, unless the outcome is permanent. For a response, the outcome decides, then the status
  /// code.
  var retryability: Retryability? {
    if isCallOver { return .permanent }
    if let failure { return plan.retryability == .permanent ? .permanent : failure.retryability }
    guard let head, let status else { return nil }
    return plan.retryability
      ?? Retryability(
        status: status.code,
        isThrottling: outgoing.isRepeatableIfThrottled || head.headerFields.contains(.retryAfter),
        isKeyed: outgoing.isKeyed)
  }

  /// The delay of the response's Retry-After field; nil if there is none, or no response.
  var retryAfter: Duration? {
    guard failure == nil else { return nil }
    return networkHead?.headerFields.single(.retryAfter).flatMap { RetryAfter($0) }?
      .delay(from: context.client.now())
  }

  /// Returns a refresh if the response refuses the credential of its session, and tells the session in any case.
  func refused(canRefresh: Bool) -> FollowUp? {
    guard let session = credential.session, let networkHead else { return nil }
    let isRefused = session.session.received(
      JudgedResponse(head: networkHead, beginning: beginning), with: session.ticket, canRefresh: canRefresh,
      in: self)
    return isRefused ? .refresh(session, networkHead) : nil
  }

  /// Waits until the session has another credential.
  func refresh(_ session: AuthenticatedSession, after head: HTTPResponse) async throws(AttemptError) {
    observation?.tell(.refused) { $0.status = head.status }
    try await session.session.refresh(after: session.ticket, head, in: self)
    observation?.tell(.refreshed)
  }
}
