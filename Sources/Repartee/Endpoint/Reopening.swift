import HTTPTypes

/// Sends a call's request again for a stream that broke.
struct Reopening: Sendable {
  let context: CallContext
  let map: UntypedMap
  /// The request of the call, not the one a redirect led to.
  let first: OutgoingRequest
  let login: UInt64?

  func stream(
    after pause: Duration, _ lastEventID: String?, _ takes: @escaping @Sendable (HTTPResponse) -> Bool
  ) async throws(TransportError) -> Reopened {
    let client = context.client
    let spread = StreamReconnection.spread(pause, client.randomness())
    do { try await client.clock.sleep(for: spread) } catch { throw TransportError(.cancelled) }
    var again = first
    if let lastEventID { again.resume(after: lastEventID) }
    let context = CallContext(reopening: context, as: login)
    let planner = ReopenedPlanner(map: map, takes: takes)
    let scope = AttemptScope(again, by: planner, in: context, cause: .reopening)
    var call = Call(by: planner, in: context)
    var last: Exchange?
    await call.run(scope) { exchange in
      last = exchange
      return Interpreted()
    }
    guard let last, !Task.isCancelled else { throw TransportError(.cancelled) }
    return try reopened(last, in: context)
  }

  private func reopened(_ exchange: Exchange, in context: CallContext) throws(TransportError) -> Reopened {
    switch exchange.callError {
    case .transport(let error), .callOver(let error): throw error
    case .authentication(let error): throw reopeningError(error, exchange)
    case nil: break
    }
    if let head = exchange.head, let stream = exchange.stream {
      return .taken(TransportResponse(head: head, body: stream), Stopwatch(context.client.clock))
    }
    let decoder = context.decoders.decoder(for: exchange.contentType)
    guard let refusal = exchange.response(decoder: decoder) else { throw TransportError(.other) }
    return .refused(refusal, retryAfter: refusal.retryAfter?.delay(from: context.client.now()))
  }

  /// A refresh that failed temporarily is one more failure in a row.
  private func reopeningError(_ error: AuthenticationError, _ exchange: Exchange) -> TransportError {
    var isTemporary = error.kind == .refreshFailed || error.kind.isOfStore
    if case .source(let source, _) = first.authentication?.kind, source.logins?.isSignedOut == true {
      isTemporary = false
    }
    return TransportError(
      isTemporary ? .connectionLost : .other, message: error.message,
      mayHaveBeenProcessed: exchange.attempts.mayHaveBeenProcessed, underlying: error)
  }
}

private struct ReopenedPlanner: ResponsePlanner {
  let map: UntypedMap
  let takes: @Sendable (HTTPResponse) -> Bool

  var hasRule: Bool { false }

  func declares(_ code: Int) -> Bool { map.declares(code) }

  func plan(for head: HTTPResponse, _ code: Int, to request: () -> SentRequest) -> ResponsePlan {
    ResponsePlan(
      body: takes(head) ? .stream : .prefix(within: .unlimited), contentType: head.headerFields.mediaType)
  }
}
