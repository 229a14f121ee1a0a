import Foundation
import Repartee
import ReparteeBase
import ReparteeOperations
import ReparteeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OperationRunTimeTests {
  /// State after state, for ever.
  private func endless(_ arrivals: Arrivals, retryAfter: String? = nil) -> InMemoryTransport {
    arrivals.transport { request in
      let other = request.head.path == "/renders/1" ? "/renders/2" : "/renders/1"
      var fields: HTTPFields = [.location: other]
      if let retryAfter { fields[.retryAfter] = retryAfter }
      return .status(202, headers: fields)
    }
  }

  @Test func aLimitEndsStatesThatLeadToEachOtherForEver() async throws {
    let arrivals = Arrivals()
    let client = client(endless(arrivals))
    let error = await waited(for: Render(), by: client, within: .seconds(60)).error
    #expect(error?.isTimeout == true && error?.transportError?.kind == .timedOut(.total))
    let clock = try #require(client.clock as? SkippingClock)
    let last = clock.sleeps.reduce(.zero, +)
    #expect(last > .seconds(58) && last < .seconds(60))
    #expect(Array(clock.sleeps.prefix(6)) == [1, 2, 4, 8, 16, 14.5].map { .seconds($0) })
    #expect(arrivals.all.count == clock.sleeps.count + 1)
  }

  @Test func aPauseBeyondTheLimitIsNotBegun() async throws {
    let client = client(endless(Arrivals(), retryAfter: "60"))
    let error = await waited(for: Render(), by: client, within: .seconds(60)).error
    #expect(error?.isTimeout == true && (client.clock as? SkippingClock)?.sleeps == [])
  }

  @Test(arguments: [
    "0", "-1", "99999999999999999999", "Thu, 01 Jan 1970 00:00:00 GMT", "1e400", "NaN", "\u{7F}",
  ])
  func noPauseOfAServerIsTooShortOrTooLong(retryAfter: String) async throws {
    let client = client(endless(Arrivals(), retryAfter: retryAfter))
    var count = 0
    for try await _ in client.progress(of: Render()) {
      count += 1
      if count == 4 { break }
    }
    let clock = try #require(client.clock as? SkippingClock)
    #expect(clock.sleeps.count == 3)
    #expect(clock.sleeps.allSatisfy { $0 >= .seconds(1) && $0 <= .seconds(86_400) })
  }

  @Test(arguments: [Duration.zero, .seconds(Int64.min), .nanoseconds(-1)])
  func withoutTimeNothingIsSent(limit: Duration) async throws {
    let arrivals = Arrivals()
    let client = client(endless(arrivals))
    #expect(await waited(for: Render(), by: client, within: limit).error?.isTimeout == true)
    #expect(arrivals.all.isEmpty)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero])
  func extremePausesAndLimitsDoNotTrap(pause: Duration) async throws {
    let client = client(WorkServer().transport())
    let value = try await client.wait(for: StartExport(), within: .seconds(Int64.max), pause: pause)
    #expect(value == File(url: "/google"))
  }

  @Test func theLimitIsThatOfTheCallToo() async throws {
    let (clock, never) = (ManualClock(), Signal())
    var client = client(
      InMemoryTransport { request in
        if request.head.method == .post { return .status(202, headers: [.location: "/renders/1"]) }
        await never.wait()
        return .status(202)
      })
    client.clock = clock
    let waiting = Task { [client] in await waited(for: Render(), by: client, within: .seconds(5)) }
    // The deadline of the start, the pause, and the deadline of the look.
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(1))
    await clock.waitForSleeps(3)
    clock.advance(by: .seconds(4))
    #expect(await waiting.value.error?.isTimeout == true)
    never.fire()
  }

  // MARK: Cancellation

  /// At each request: the start, a look, the result.
  @Test(arguments: ["/render", "/renders/1", "/files/1"])
  func cancellingTheTaskEndsARequest(path: String) async throws {
    let (arrived, arrivals) = (Signal(), Arrivals())
    let server = WorkServer(looks: 1).transport()
    let client = client(
      arrivals.transport { request in
        if request.head.path == path {
          arrived.fire()
          try await Task.sleep(for: .seconds(3_600))
        }
        return try await server.send(request)
      })
    let waiting = Task { await waited(for: Render(), by: client) }
    await arrived.wait()
    waiting.cancel()
    #expect(await waiting.value.error?.isCancellation == true)
    #expect(arrivals.all.last?.head.path == path)
  }

  @Test func cancellingTheTaskEndsAPauseAndLeavesTheWork() async throws {
    let (clock, arrivals) = (ManualClock(), Arrivals())
    var client = client(WorkServer().transport(arrivals))
    client.clock = clock
    client.timeout = .unlimited
    let waiting = Task { [client] in await waited(for: StartJob(), by: client) }
    await clock.waitForSleeps(1)
    waiting.cancel()
    #expect(await waiting.value.error?.isCancellation == true)
    #expect(arrivals.all.map(\.head.method) == [.post])
  }
}
