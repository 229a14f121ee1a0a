/// Records and reports what is sent, and limits the wait for the head.
struct WireStage: Stage {
  let transport: any Transport

  @inline(__always)
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    let limits = request.limits
    let ((sent, record), log) = (try transportRequest(request, within: limits), request.log)
    do throws(TransportError) {
      let response = try await send(sent, within: limits)
      log?.recordResult(.success(response.head))
      return AttemptResponse(response, to: record, in: log)
    } catch {
      log?.recordResult(.failure(error))
      throw AttemptError(.transport(error), sent: record)
    }
  }

  private func transportRequest(
    _ request: AttemptRequest, within limits: CallLimits
  ) throws(AttemptError) -> (TransportRequest, record: SentRequest) {
    let scope = request.scope
    let limit = limits.timeForHead
    // A stage may have waited until the deadline.
    if let limit, limit.duration == .zero, limit.timeout != .head {
      throw AttemptError(TransportError(.timedOut(limit.timeout), mayHaveBeenProcessed: false))
    }
    var request = try request.prepared()
    // Last, so that the record is complete.
    scope.context.observation?.prepare(&request)
    request.completeContentType()
    let record = SentRequest(
      request, to: scope.outgoing.url, redaction: request.carried.redaction,
      after: request.log?.last.sent ?? scope.earlier.last?.request)
    request.log?.recordSent(record)
    scope.context.observation?.reportAttempt(scope.number, record)
    var sent = TransportRequest(head: request.head, body: request.body, headLimit: limit?.duration)
    if let limit { sent.headTimeout = limit.timeout }
    sent.redacting = { record.redaction }
    sent.attachment = scope.context.attachment
    return (sent, record)
  }

  /// A transport measures the time itself, unless the client has another clock.
  @inline(__always)
  private func send(
    _ request: TransportRequest, within limits: CallLimits
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
  /// A transport reports each timeout as that for the head, also one at the deadline.
  fileprivate func naming(_ timeout: Timeout) -> TransportError {
    guard timeout != .head else { return self }
    return TransportError(
      .timedOut(timeout), message: message == kind.message ? nil : message,
      mayHaveBeenProcessed: mayHaveBeenProcessed, underlying: underlying)
  }
}
