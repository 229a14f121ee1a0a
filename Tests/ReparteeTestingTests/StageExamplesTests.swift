import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

/// A breaker, one fetch for equal calls and a wait for the network, by the public face alone.
@Suite(.timeLimit(.minutes(5))) struct StageExamplesTests {
  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(
    _ arrivals: Arrivals, _ stage: any Stage,
    _ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
  ) -> Client {
    var client = Client(baseURL: api, transport: arrivals.transport(respond))
    client.clock = SkippingClock()
    client.stages = [stage]
    return client
  }

  // MARK: A breaker

  @Test func anOpenBreakerSendsAndRetriesNothing() async throws {
    let arrivals = Arrivals()
    let time = Mutex(Date(timeIntervalSince1970: 0))
    let events = Mutex<[CallEvent]>([])
    let isWell = Mutex(false)
    var client = client(arrivals, Breaker(limit: 3, pause: 30)) { _ in
      isWell.withLock { $0 } ? .text("fine") : .status(500)
    }
    client.now = { time.withLock { $0 } }
    client.observers = [.handler { event in events.withLock { $0.append(event) } }]
    #expect(await client.result(of: text).error?.status == .internalServerError)
    #expect(arrivals.all.count == 3, "the retries are counted")
    let error = try #require(await client.result(of: text).error)
    #expect(error.transportError?.kind == .breakerOpen && error.attempts.isEmpty && arrivals.all.count == 3)
    #expect(events.withLock { $0.filter { $0.kind == .breakerOpened }.map(\.description) }.count == 1)
    // What depends on something else goes on.
    _ = await client.result(of: text) { $0[Dependency.self] = Dependency(description: "other") }
    #expect(arrivals.all.count > 3)
    let count = arrivals.all.count
    isWell.withLock { $0 = true }
    time.withLock { $0 += 30 }
    #expect(try await client.send(text) == "fine" && arrivals.all.count == count + 1)
    #expect(try await client.send(text) == "fine")
  }

  @Test func aCancelledCallOpensNoBreaker() async throws {
    let (arrivals, began) = (Arrivals(), Signal())
    let client = client(arrivals, Breaker(limit: 1, pause: 30)) { request in
      if request.head.path == "/a" {
        began.fire()
        try await Task.sleep(for: .seconds(3_600))
      }
      return .text("fine")
    }
    let call = Task { await client.result(of: text) }
    await began.wait()
    call.cancel()
    #expect(await call.value.error?.isCancellation == true)
    #expect(try await client.send(Resource<String, Never>(.get("/b"), [.code(200, .decode)])) == "fine")
  }

  // MARK: One fetch

  @Test func equalCallsShareOneFetch() async throws {
    let (arrivals, gate) = (Arrivals(), Signal())
    let client = client(arrivals, OneFetch()) { _ in
      await gate.wait()
      return TransportResponse(
        head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(["fi", "ne"])))
    }
    let calls = (0..<5).map { _ in Task { try await client.response(to: text) } }
    while arrivals.all.isEmpty { await Task.yield() }
    gate.fire()
    var counts: [Int] = []
    for call in calls {
      let reply = try await call.value
      #expect(reply.value == "fine")
      counts.append(reply.attempts.count)
    }
    // Late ones may have sent for themselves; nobody else has an attempt.
    #expect(counts.reduce(0, +) >= 1)
    #expect(arrivals.all.count <= counts.count(where: { $0 == 1 }) || arrivals.all.count == 1)
  }

  @Test func theFetchOfACancelledCallIsForTheOthers() async throws {
    let (arrivals, gate) = (Arrivals(), Signal())
    let client = client(arrivals, OneFetch()) { _ in
      await gate.wait()
      return .text("fine")
    }
    let first = Task { await client.result(of: text) }
    while arrivals.all.isEmpty { await Task.yield() }
    let second = Task { try await client.send(text) }
    first.cancel()
    #expect(await first.value.error?.isCancellation == true)
    gate.fire()
    #expect(try await second.value == "fine")
  }

  @Test func aStreamIsEachCallsOwn() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals, OneFetch()) { _ in
      TransportResponse(head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(["a"])))
    }
    let stream = Resource<ResponseStream<Data, Never>, Never>(.get("/a"), [.code(200, .stream(.bytes))])
    for number in 1...2 {
      var bytes = Data()
      for try await chunk in try await client.send(stream) { bytes += chunk }
      #expect(bytes == Data("a".utf8) && arrivals.all.count == number)
    }
  }

  /// Outside the cache: equal calls have one look-up, and one fetch.
  @Test func oneFetchStandsOutsideTheCache() async throws {
    let (arrivals, gate) = (Arrivals(), Signal())
    var client = client(arrivals, OneFetch()) { _ in
      await gate.wait()
      return .text("fine", headers: [.cacheControl: "max-age=60"])
    }
    client.stages = [OneFetch(), ResponseCache()]
    let own = client
    let calls = (0..<5).map { _ in Task { try await own.response(to: text) } }
    while arrivals.all.isEmpty { await Task.yield() }
    gate.fire()
    for call in calls { #expect(try await call.value.value == "fine") }
    #expect(arrivals.all.count == 1)
    #expect(try await client.response(to: text).source == .cache)
  }

  // MARK: A network

  @Test func aCallWaitsForTheNetwork() async throws {
    let (arrivals, network) = (Arrivals(), Network(isThere: false))
    let waits = Signal()
    var client = client(arrivals, WaitingForNetwork(network: network)) { _ in .text("fine") }
    client.observers = [.handler { event in if event.kind == .waitingForNetwork { waits.fire() } }]
    client.headTimeout = .seconds(1)
    let own = client
    let call = Task { try await own.send(text) }
    await waits.wait()
    #expect(arrivals.all.isEmpty)
    await network.appear()
    #expect(try await call.value == "fine")
  }

  @Test func aCallDoesNotWaitForTheNetworkBeyondItsDeadline() async throws {
    let (clock, network) = (ManualClock(), Network(isThere: false))
    var client = client(Arrivals(), WaitingForNetwork(network: network)) { _ in .text("fine") }
    client.clock = clock
    let own = client
    let call = Task { await own.result(of: text) }
    await clock.waitForSleeps()
    clock.advance(by: .seconds(60))
    #expect(await call.value.error?.transportError?.kind == .timedOut(.total))
    await network.appear()
  }
}
