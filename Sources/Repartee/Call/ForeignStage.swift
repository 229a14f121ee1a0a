import HTTPTypes
import ReparteeBase

/// A stage of another module, which may call `next` twice, in another task, or not at all, or replace what it returns.
struct ForeignStage: Stage {
  let stage: any Stage

  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var request = request
    // One limit is enough for all stages within this one.
    let limit = request.log == nil ? StageLimit.within(request.limits) : nil
    let log = request.log ?? WireLog(limit)
    request.log = log
    let next = next.giving(NextStage.Given(request, to: stage))
    do throws(AttemptError) {
      var response =
        if let limit { try await limit.send(request, through: stage, next) } else {
          try await stage.send(request, next: next)
        }
      response.attach(to: log)
      return response
    } catch {
      throw log.completing(error)
    }
  }
}

extension StageLimit {
  fileprivate func send(
    _ request: AttemptRequest, through stage: any Stage, _ next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    var isLate: Bool
    do {
      async let end: Void = run(stage, request, next)
      isLate = await self.isLate()
      if !isLate { await end }
    }  // Cancels the stage, and waits for it.
    isLate = isLate && !Task.isCancelled
    let (result, timeout) = takeEnding()
    guard let result else { throw AttemptError(TransportError(.cancelled)) }
    guard isLate else { return try result.get() }
    switch result {
    // The result of cancelled work may be cut off.
    case .success: throw AttemptError(TransportError(.timedOut(timeout)))
    case .failure(let error):
      guard let failure = error.transportError, failure.isCancellation else { throw error }
      throw AttemptError(.transport(failure.late(timeout)), sent: error.sent)
    }
  }

  private func run(_ stage: any Stage, _ request: AttemptRequest, _ next: NextStage) async {
    guard let clockLimit else { return end(await stage.result(request, next)) }
    end(await clockLimit.run { await stage.result(request, next) })
  }
}

extension Stage {
  fileprivate func result(
    _ request: AttemptRequest, _ next: NextStage
  ) async -> Result<AttemptResponse, AttemptError> {
    do throws(AttemptError) { return .success(try await send(request, next: next)) } catch {
      return .failure(error)
    }
  }
}

extension WireLog {
  /// A stage may have failed after the server responded, and throw the error of another call.
  fileprivate func completing(_ error: AttemptError) -> AttemptError {
    let last = last
    var reason = error.reason
    if let failure = error.transportError, last.mayHaveBeenProcessed, !failure.mayHaveBeenProcessed {
      reason =
        if case .callOver = reason { .callOver(failure.maybeProcessed) } else {
          .transport(failure.maybeProcessed)
        }
    }
    return AttemptError(reason, sent: last.sent)
  }
}

extension TransportError {
  var maybeProcessed: TransportError {
    TransportError(kind, message: message, mayHaveBeenProcessed: true, underlying: underlying)
  }
}
