/// The last stage: records and reports what is sent, and limits the wait for the head.
struct WireStage: Stage {
  let transport: any Transport

  func send(_ request: AttemptRequest, next: Next) async throws(AttemptError) -> TransportResponse {
    let exchange = next.exchange
    let request = try transportRequest(request, of: exchange)
    do throws(TransportError) {
      let response = try await send(request, within: exchange.limits)
      exchange.notesProcessing()
      return response
    } catch {
      if error.mayHaveBeenProcessed { exchange.notesProcessing() }
      throw .transport(error)
    }
  }

  private func transportRequest(
    _ request: AttemptRequest, of exchange: Exchange
  ) throws(AttemptError) -> TransportRequest {
    if exchange.context.request.sendingRule?.forbidsSending ?? false {
      throw .transport(TransportError(.notCached))
    }
    var request = request
    // Last: the record has all that is sent.
    exchange.observation?.prepare(&request)
    let record = exchange.sends(request)
    var sent = TransportRequest(
      head: request.head, body: request.body, headLimit: exchange.limits.timeForHead)
    sent.record = record
    sent.attachment = exchange.context.attachment
    return sent
  }

  private func send(
    _ request: TransportRequest, within limits: ExchangeLimits
  ) async throws(TransportError) -> TransportResponse {
    // A transport measures the time itself, so the client does so only with another clock.
    guard let limit = request.headLimit, !transport.boundsHead || !limits.deadline.clock.isTimer else {
      return try await transport.send(request)
    }
    return try await bounded(by: limit.duration, clock: limits.deadline.clock, timeout: limit.timeout) {
      () async throws(TransportError) in try await transport.send(request)
    }
  }
}
