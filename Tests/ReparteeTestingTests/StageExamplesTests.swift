import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// A breaker, by the public face alone.
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
}
