import HTTPTypes

extension Client {
  /// Sends a request, follows redirects, and reads the response that is left as `reading` says, which is given its head.
  ///
  /// - Parameter isDeclared: Whether a status is declared by its exact code, so that it is no redirect to follow.
  func exchange(
    _ outgoing: OutgoingRequest, redirects policy: RedirectPolicy, within limits: ExchangeLimits,
    isDeclared: (Int) -> Bool, reading: (Exchange) -> Exchange.BodyReading
  ) async -> Exchange {
    var request = outgoing
    var redirection = Redirection(
      outgoing, policy: policy, base: try? shared.base.get(), redaction: redaction)
    var next: (request: OutgoingRequest, redirect: Redirect)?
    var earlier: [Attempt] = []
    while true {
      let redirect = next?.redirect
      next = nil
      let sent = withCookies(request)
      var exchange = Exchange(
        SentRequest(sent, redaction: redaction), clock: clock, redirect: redirect, after: earlier)
      var refusal: TransportError?
      await shared.transport.perform(sent, in: &exchange, within: limits) { response in
        guard let head = response.head else { return .beginning }
        cookies?.receive(head.headerFields, from: request.url, at: now())
        switch redirection.step(after: head, to: request, isDeclared: isDeclared(head.status.code)) {
        case .respond: return reading(response)
        case .follow(let request, let redirect):
          next = (request, redirect)
          return .discarded
        case .fail(let error):
          refusal = error
          return .beginning
        }
      }
      if let refusal, exchange.failure == nil { exchange.fails(with: refusal) }
      guard let (following, _) = next, exchange.failure == nil else { return exchange }
      earlier = exchange.attempts
      request = following
    }
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
