// The guide "Writing middleware": Sources/Repartee/Documentation.docc/WritingMiddleware.md
import Foundation
import HTTPTypes
import Repartee
import Synchronization

// A user agent
struct UserAgent: AttemptMiddleware {
  var name: String

  func send(
    _ request: AttemptRequest, next: NextAttempt
  ) async throws(TransportError) -> TransportResponse {
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

// A signature
struct Signature: AttemptMiddleware {
  var key: SigningKey

  func send(
    _ request: AttemptRequest, next: NextAttempt
  ) async throws(TransportError) -> TransportResponse {
    var request = request
    guard let name = HTTPField.Name("X-Signature"),
      let bytes = request.body.map(\.bytes) ?? Data()
    else {
      throw TransportError(
        .middleware,
        message: "a body that streams can't be signed")
    }
    request.headers[name] = key.signature(
      of: request.head.method, request.head.path ?? "/", bytes)
    return try await next(request)
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

// A recorder
final class Recorder: AttemptMiddleware {
  private let lines = Mutex<[String]>([])
  var recorded: [String] { lines.withLock { $0 } }

  var changesOtherOrigins: Bool { false }

  func send(
    _ request: AttemptRequest, next: NextAttempt
  ) async throws(TransportError) -> TransportResponse {
    let response = try await next(request)
    let status = response.head.status.code
    let line = "\(request), attempt \(request.number): \(status)"
    lines.withLock { $0.append(line) }
    return response
  }
}

struct SigningKey: Sendable {
  func signature(of method: HTTPRequest.Method, _ path: String, _ body: Data) -> String { "…" }
}

func adding(to client: inout Client, key: SigningKey, flags: Flags, recorder: Recorder) {
  client.callMiddleware = [
    Maintenance { flags.isMaintained }, RequestID(),
  ]
  client.attemptMiddleware = [
    UserAgent(name: "app/1.2"), Signature(key: key), recorder,
  ]
}

struct Flags: Sendable { var isMaintained = false }
