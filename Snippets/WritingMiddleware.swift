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

// A limit on requests a second
/// Sends at most so many requests a second, evenly spaced.
actor RequestRate<Time: Clock<Duration>>: Stage {
  private let clock: Time
  private let interval: Duration
  private var next: Time.Instant

  init(perSecond: Int, clock: Time = ContinuousClock()) {
    self.clock = clock
    interval = .seconds(1) / max(perSecond, 1)
    next = clock.now
  }

  func send(
    _ request: AttemptRequest, next send: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    let now = clock.now
    let start = max(next, now)
    let pause = now.duration(to: start)
    // Without the time for the pause, `wait(for:)` throws at once.
    if request.timeLeft.map({ pause < $0 }) ?? true {
      next = start.advanced(by: interval)
    }
    try await request.wait(for: pause)
    return try await send(request)
  }
}

// A value for a stage
struct Cost: RequestValue {
  var units = 1
}

struct Search: Endpoint {
  var request: Request { .get("/search") }
  static let responses: ResponseMap<String, Never> = [.code(200, .decode)]
}

func searching(_ client: Client) async throws {
  _ =
    try await client.send(Search()) { $0[Cost.self] = Cost(units: 5) }
}

// Errors and events of one's own
extension TransportError.Kind {
  nonisolated static let breakerOpen = Self(
    "breakerOpen", message: "the breaker is open",
    mayHaveBeenProcessed: false)
}

extension CallEvent.Kind {
  nonisolated static let breakerRefused = Self("breakerRefused")
}

struct Breaker: Stage {
  var state: @Sendable () -> String?

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    if let state = state() {
      request.report(.breakerRefused, state)
      throw AttemptError(TransportError(.breakerOpen))
    }
    return try await next(request)
  }
}

// Data of a user
/// Counts the requests of each user who is signed in.
actor RequestCounts: Stage {
  private var counts: [String: Int] = [:]

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    if let login = request.login {
      login.onEnd(removing: login.id, from: self) { stage, id in
        await stage.remove(id)
      }
      // For a login that has ended, `remove` is not called.
      if login.isCurrent { counts[login.id, default: 0] += 1 }
    }
    return try await next(request)
  }

  private func remove(_ id: String) { counts[id] = nil }
}

// A response that a stage keeps
struct Kept: Sendable {
  var head: HTTPResponse
  var body: Data
  let values = DecodedValues()

  var response: AttemptResponse {
    var response = AttemptResponse.stored(head, ByteStream(body))
    response.decoded = values
    return response
  }
}

// A request ID
struct RequestID: CallMiddleware {
  func response<Output, Failure>(
    to call: Resource<Output, Failure>,
    next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output> {
    var call = call
    call.request.headers["X-Request-ID"] = UUID().uuidString
    return try await next(call)
  }
}

// A maintenance switch
struct Maintenance: CallMiddleware {
  var isOn: @Sendable () -> Bool

  func response<Output, Failure>(
    to call: Resource<Output, Failure>,
    next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output> {
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
