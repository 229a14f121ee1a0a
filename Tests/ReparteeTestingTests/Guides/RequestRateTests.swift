import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

/// The example of "Writing middleware".
@Suite(.timeLimit(.minutes(5))) struct RequestRateTests {
  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(_ clock: SkippingClock, perSecond: Int) -> (Client, Arrivals) {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in .text("fine", headers: [.cacheControl: "max-age=60"]) })
    client.clock = clock
    client.stages = [RequestRate(perSecond: perSecond, clock: clock)]
    return (client, arrivals)
  }

  @Test func requestsAreSpacedEvenly() async throws {
    let clock = SkippingClock()
    let (client, arrivals) = client(clock, perSecond: 5)
    for _ in 0..<4 { _ = try await client.send(text) }
    #expect(clock.sleeps == Array(repeating: .milliseconds(200), count: 3) && arrivals.all.count == 4)
    clock.advance(by: .seconds(1))
    _ = try await client.send(text)
    #expect(clock.sleeps.count == 3, "after a pause the next is sent at once")
  }

  @Test func aLimitForTheHeadDoesNotCountThePause() async throws {
    let clock = SkippingClock()
    var (client, arrivals) = client(clock, perSecond: 1)
    client.headTimeout = .milliseconds(100)
    for _ in 0..<3 { _ = try await client.send(text) }
    #expect(arrivals.all.count == 3)
  }

  @Test func aCallPastItsDeadlineTakesNoTurn() async throws {
    let clock = SkippingClock()
    let (client, arrivals) = client(clock, perSecond: 1)
    _ = try await client.send(text)
    let error = await client.result(of: text) { $0.timeout = .milliseconds(500) }.error
    #expect(error?.transportError?.kind == .timedOut(.total) && clock.sleeps.isEmpty)
    _ = try await client.send(text)
    #expect(clock.sleeps == [.seconds(1)] && arrivals.all.count == 2)
  }

  @Test func retriesAreLimitedToo() async throws {
    let clock = SkippingClock()
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in arrivals.all.count < 3 ? .status(503) : .text("fine") })
    client.clock = clock
    client.randomness = { 0 }
    client.stages = [RequestRate(perSecond: 1, clock: clock)]
    _ = try await client.send(text)
    #expect(clock.sleeps.filter { $0 > .zero } == [.seconds(1), .seconds(1)] && arrivals.all.count == 3)
  }

  @Test func aLimitInsideTheCacheLetsStoredResponsesPass() async throws {
    let clock = SkippingClock()
    var (client, arrivals) = client(clock, perSecond: 1)
    client.cache = ResponseCache()
    for _ in 0..<10 { _ = try await client.send(text) }
    #expect(clock.sleeps.isEmpty && arrivals.all.count == 1)
  }
}
