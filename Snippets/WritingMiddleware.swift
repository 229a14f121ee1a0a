// The guide "Writing middleware": Sources/Repartee/Documentation.docc/WritingMiddleware.md
import Foundation
import HTTPTypes
import Repartee

// A user agent
struct UserAgent: Stage {
  var name: String

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    var request = request
    request.headers[.userAgent] = name
    return try await next(request)
  }
}

// A request ID
struct RequestID: CallMiddleware {
  func reply<Output, Failure>(
    to call: Resource<Output, Failure>,
    next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output> {
    var call = call
    call.request.headers["X-Request-ID"] = UUID().uuidString
    return try await next(call)
  }
}

// A maintenance switch
struct Maintenance: CallMiddleware {
  var isOn: @Sendable () -> Bool

  func reply<Output, Failure>(
    to call: Resource<Output, Failure>,
    next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> Reply<Output> {
    if isOn() {
      let error = TransportError(
        .middleware, message: "the service is being maintained")
      throw CallError(
        .transport(error), call: call.request.description)
    }
    return try await next(call)
  }
}

func adding(to client: inout Client, flags: Flags) {
  client.callMiddleware = [
    Maintenance { flags.isMaintained }, RequestID(),
  ]
  client.stages = [
    UserAgent(name: "app/1.2")
  ]
}

struct Flags: Sendable { var isMaintained = false }
