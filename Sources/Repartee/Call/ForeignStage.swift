import HTTPTypes
import ReparteeBase

/// A stage of another module, which may call `next` twice, in another task, or not at all, or replace what it returns.
struct ForeignStage: Stage {
  let stage: any Stage

  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var request = request
    // One limit is enough for all within it.
    let bounds = !request.isBounded && !stage.boundsWaits
    request.isBounded = request.isBounded || bounds
    let log = request.log ?? WireLog()
    request.log = log
    let next = next.giving(NextStage.Given(request, to: stage))
    do throws(AttemptError) {
      var response =
        try await bounds ? bounded(request, next) : stage.send(request, next: next)
      response.attach(to: log)
      return response
    } catch {
      throw log.completing(error)
    }
  }

  private func bounded(
    _ request: AttemptRequest, _ next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    guard let limit = request.limits.timeForHead else { return try await stage.send(request, next: next) }
    let (result, isLate) = await Repartee.bounded(by: limit.duration, clock: request.limits.deadline.clock) {
      () async -> Result<AttemptResponse, AttemptError> in
      do throws(AttemptError) { return .success(try await stage.send(request, next: next)) } catch {
        return .failure(error)
      }
    }
    guard isLate else { return try result.get() }
    switch result {
    // The result of cancelled work may be cut off.
    case .success: throw AttemptError(TransportError(.timedOut(limit.timeout)))
    case .failure(let error):
      guard case .transport(let failure) = error.reason, failure.isCancellation else { throw error }
      throw AttemptError(.transport(failure.late(limit.timeout)), sent: error.sent)
    }
  }
}

/// What was sent within a stage of another module, which only the wire knows.
final class WireLog: Sendable {
  struct Entry: Sendable {
    var sent: SentRequest?
    var result: Result<HTTPResponse, TransportError>?
    var mayHaveBeenProcessed = false
  }

  private let entry = Mutex(Entry())

  var last: Entry { entry.withLock { $0 } }

  func begins(_ sent: SentRequest) { entry.withLock { $0.sent = sent } }

  func ends(_ result: Result<HTTPResponse, TransportError>) {
    entry.withLock { entry in
      entry.result = result
      switch result {
      case .success: entry.mayHaveBeenProcessed = true
      case .failure(let error):
        entry.mayHaveBeenProcessed = entry.mayHaveBeenProcessed || error.mayHaveBeenProcessed
      }
    }
  }

  /// A stage may have failed after the server responded, and throw the error of another call.
  fileprivate func completing(_ error: AttemptError) -> AttemptError {
    let last = last
    var reason = error.reason
    if case .transport(let failure) = reason, last.mayHaveBeenProcessed, !failure.mayHaveBeenProcessed {
      reason = .transport(failure.maybeProcessed)
    }
    return AttemptError(reason, sent: last.sent)
  }
}

extension TransportError {
  var maybeProcessed: TransportError {
    TransportError(kind, message: message, mayHaveBeenProcessed: true, underlying: underlying)
  }
}
