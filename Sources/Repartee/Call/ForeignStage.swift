import HTTPTypes
import ReparteeBase

/// A stage of another module, which may call `next` twice, in another task, or not at all, or replace what it returns.
struct ForeignStage: Stage {
  let stage: any Stage

  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var request = request
    let log = request.log ?? WireLog()
    request.log = log
    // One limit is enough for all within it.
    let limit = request.limit == nil ? StageLimit.within(request.limits) : nil
    if let limit { request.limit = limit }
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
