/// A part of one attempt. It returns a response with its body unread. It bounds any wait but that for `next` with the
/// exchange's limits.
///
/// In the stages of every call `send` is inlined: a suspended call keeps a frame for each function that waits.
package protocol Stage: Sendable {
  func send(_ request: AttemptRequest, next: Next) async throws(AttemptError) -> TransportResponse
}

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

  @inline(__always)
  package func callAsFunction(_ request: AttemptRequest) async throws(AttemptError) -> TransportResponse {
    guard let first = stages.first else {
      throw .transport(TransportError(.other, message: "no stage has sent the request"))
    }
    return try await first.send(request, next: Next(stages.dropFirst(), exchange))
  }

  package func inBackground(within limits: ExchangeLimits) -> Next {
    Next(stages, Exchange(inBackgroundOf: exchange, within: limits))
  }
}

package enum AttemptError: Error {
  case transport(TransportError)
  case authentication(AuthenticationError)
  /// Cancelled or timed out while it waited for a credential.
  case callOver(TransportError)
}
