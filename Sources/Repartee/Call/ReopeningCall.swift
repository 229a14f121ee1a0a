import HTTPTypes

final class ReopeningCall: Call {
  private let again: OutgoingRequest
  private let isDeclared: (Int) -> Bool
  private let takes: (HTTPResponse) -> Bool
  private var exchange: Exchange?

  init(
    _ outgoing: OutgoingRequest, in context: CallContext, after lastEventID: String?,
    isDeclared: @escaping (Int) -> Bool, takes: @escaping (HTTPResponse) -> Bool
  ) {
    var again = outgoing
    if let lastEventID { again.resume(after: lastEventID) }
    self.again = again
    self.isDeclared = isDeclared
    self.takes = takes
    super.init(in: context)
  }

  override func request() -> OutgoingRequest { again }
  override func declares(_ code: Int) -> Bool { isDeclared(code) }
  override func plan(for exchange: Exchange) -> ResponsePlan {
    ResponsePlan(body: exchange.head.map(takes) ?? false ? .stream : .prefix(within: .unlimited))
  }
  override func interpret(_ exchange: Exchange) async -> FollowUp? {
    self.exchange = exchange
    return nil
  }

  func reopened() async throws(TransportError) -> Reopened {
    await run()
    guard let exchange, !Task.isCancelled else { throw TransportError(.cancelled) }
    switch exchange.callError {
    case .transport(let error), .callOver(let error): throw error
    case .authentication(let error): throw exchange.reopeningError(error)
    case nil: break
    }
    let client = context.client
    if let head = exchange.head, let stream = exchange.stream {
      return .taken(TransportResponse(head: head, body: stream), Stopwatch(client.clock))
    }
    let decoder = client.formats.decoder(for: exchange.contentType)
    guard let refusal = exchange.response(decoder: decoder) else { throw TransportError(.other) }
    return .refused(refusal, retryAfter: refusal.retryAfter?.delay(from: client.now()))
  }
}

extension Exchange {
  /// A refresh that failed for now is one more failure in a row.
  fileprivate func reopeningError(_ error: AuthenticationError) -> TransportError {
    var isTemporary = error.kind == .refreshFailed || error.kind == .storeFailed
    if case .session(let session, _) = outgoing.authentication?.kind, case .signedOut = session.state {
      isTemporary = false
    }
    return TransportError(
      isTemporary ? .connectionLost : .other, message: error.message,
      mayHaveBeenProcessed: attempts.contains(where: \.mayHaveBeenProcessed), underlying: error)
  }
}
