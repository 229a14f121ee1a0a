/// Records and reports what is sent, and limits the wait for the head.
struct WireStage: Stage {
  let transport: any Transport

  @inline(__always)
  func send(_ request: AttemptRequest, next: Next) async throws(AttemptError) -> TransportResponse {
    let exchange = next.exchange
    let request = try transportRequest(request, of: exchange)
    do throws(TransportError) {
      var response = try await send(request, within: exchange.limits)
      response.sent = request.record
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
    // Last, so that the record is complete.
    exchange.observation?.prepare(&request)
    request.completeContentType()
    let record = exchange.sends(request)
    let limit = exchange.limits.timeForHead
    var sent = TransportRequest(head: request.head, body: request.body, headLimit: limit?.duration)
    if let limit { sent.headTimeout = limit.timeout }
    sent.record = record
    sent.attachment = exchange.context.attachment
    return sent
  }

  /// A transport measures the time itself, unless the client has another clock.
  @inline(__always)
  private func send(
    _ request: TransportRequest, within limits: ExchangeLimits
  ) async throws(TransportError) -> TransportResponse {
    let clock = limits.deadline.clock
    let isMeasured = transport.boundsHead && clock.isTimer
    do throws(TransportError) {
      guard let limit = request.headLimit, !isMeasured else { return try await transport.send(request) }
      return try await send(request, within: limit, clock)
    } catch {
      // Otherwise the limit may be the transport's own.
      let isOurs = error.kind == .timedOut(.head) && (isMeasured || limits.deadline.isOver)
      throw isOurs ? error.naming(request.headTimeout) : error
    }
  }
}

extension WireStage {
  private func send(
    _ request: TransportRequest, within limit: Duration, _ clock: any Clock<Duration>
  ) async throws(TransportError) -> TransportResponse {
    try await bounded(by: limit, clock: clock, timeout: request.headTimeout) {
      () async throws(TransportError) in try await transport.send(request)
    }
  }
}

extension TransportError {
  /// A transport does not know whose time was up.
  fileprivate func naming(_ timeout: Timeout) -> TransportError {
    guard timeout != .head else { return self }
    return TransportError(
      .timedOut(timeout), message: message == kind.message ? nil : message,
      mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: underlying)
  }
}
