// The examples of "Writing middleware" that are tested; Stages/RequestRateTests.swift tests the limit.
import Repartee
import ReparteeCaching
import ReparteeOperations
import ReparteeTesting
import Testing

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

struct RequestRateConformance {
  @Test(arguments: ConformanceClaim<any Stage>.all)
  func conforms(_ claim: ConformanceClaim<any Stage>) async throws {
    try await claim.run { clock in
      RequestRate(perSecond: 5, clock: clock)
    }
  }

  @Test func itsClockIsThatOfTheClient() async throws {
    var client = Client(
      baseURL: "https://api.example.com", transport: InMemoryTransport { _ in .status(204) })
    let clock = SkippingClock()
    client.clock = clock
    client.stages = [RequestRate(perSecond: 5, clock: clock)]
    let call = Resource<Void, Never>(.get("/a"), [.any(.noContent)])
    for _ in 0..<3 { try await client.send(call) }
    #expect(clock.sleeps == [.milliseconds(200), .milliseconds(200)])
  }

  @Test(arguments: [0, -1, Int.min])
  func aRateOfNoneIsOneASecond(perSecond: Int) async throws {
    var client = Client(
      baseURL: "https://api.example.com", transport: InMemoryTransport { _ in .status(204) })
    let clock = SkippingClock()
    client.clock = clock
    client.stages = [RequestRate(perSecond: perSecond, clock: clock)]
    for _ in 0..<2 { try await client.send(Resource<Void, Never>(.get("/a"), [.any(.noContent)])) }
    #expect(clock.sleeps == [.seconds(1)])
  }

  @Test func eachStageHasItsPlace() {
    var client = Client(
      baseURL: "https://api.example.com", transport: InMemoryTransport { _ in .status(204) })
    client.cache = ResponseCache()
    client.stages.insert(OneFetch(), at: 0)
    client.stages.append(RequestRate(perSecond: 5))
    #expect(client.stages[0] is OneFetch && client.stages[1] is ResponseCache && client.stages.count == 3)
  }

  @Test func aRequestIsMadeInATest() async throws {
    let request = try AttemptRequest(.get("/users/7"))
    let response = try await UserAgent(name: "app/1.2").send(
      request,
      next: NextStage { request in AttemptResponse(.json("{}")) })
    #expect(response.head.status == .ok)
  }
}

private struct UserAgent: Stage {
  var name: String

  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    #expect(request.head.path == "/users/7")
    return try await next(request)
  }
}
