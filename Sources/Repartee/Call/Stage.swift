/// A part of the way of one attempt; ``Client/stages`` has all, in order.
///
/// It changes the request, passes it on by `next`, and may change the response; or it responds itself. A response is
/// returned as soon as its head is there, with its body unread. A stage that waits for anything but `next` bounds that
/// with the exchange's limits.
package protocol Stage: Sendable {
  func send(_ request: AttemptRequest, next: Next) async throws(AttemptError) -> TransportResponse
}

/// The rest of the stages. It is a value: the cache keeps it for a request in the background.
package struct Next: Sendable {
  package let exchange: Exchange
  private let stages: ArraySlice<any Stage>

  init(_ stages: [any Stage], _ exchange: Exchange) {
    self.stages = stages[...]
    self.exchange = exchange
  }

  private init(_ stages: ArraySlice<any Stage>, _ exchange: Exchange) {
    self.stages = stages
    self.exchange = exchange
  }

  /// Sends a request, and returns its response as soon as the head is received.
  package func callAsFunction(_ request: AttemptRequest) async throws(AttemptError) -> TransportResponse {
    guard let first = stages.first else {
      throw .transport(TransportError(.other, message: "no stage has sent the request"))
    }
    return try await first.send(request, next: Next(stages.dropFirst(), exchange))
  }

  /// The same stages for a request in the background.
  package func inBackground(within limits: ExchangeLimits) -> Next {
    Next(stages, Exchange(inBackgroundOf: exchange, within: limits))
  }
}

/// Why an attempt has no response.
package enum AttemptError: Error {
  /// The request failed.
  case transport(TransportError)
  /// There is no credential for the request.
  case authentication(AuthenticationError)
  /// The call is over: it was cancelled, or its time was up, while it waited for a credential.
  case callOver(TransportError)
}
