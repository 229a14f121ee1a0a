import Foundation
import Repartee
import ReparteeCaching
import Testing

extension FleetTests {
  /// What leaves the fleet is bounded in one place: eight requests at a time, fifty in a second, none to an origin that
  /// fails.
  struct HAProxyTests {
    let id = Fleet.number()
    var path: String { "/items/\(id)" }

    @Test func aBurstBeyondTheRateIsSpreadOverSeconds() async throws {
      try await Fleet.reset()
      var client = Fleet.haproxy.client
      client.retry.maximumAttempts = 10
      let call = GetItem(id: id, milliseconds: 10)
      let start = ContinuousClock.now
      let attempts = try await withThrowingTaskGroup(of: [Attempt].self) { [client] group in
        for _ in 0..<120 { group.addTask { try await client.response(to: call).attempts } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(ContinuousClock.now - start < .seconds(30))
      #expect(attempts.allSatisfy { $0.last?.status == 200 })
      #expect(attempts.contains { $0.first?.status == 429 })
      for attempts in attempts {
        for (refused, next) in zip(attempts, attempts.dropFirst()) where refused.status == 429 {
          #expect(next.pause >= .seconds(1))
        }
      }
      // What was refused has not reached the origin.
      #expect(try await Fleet.count(of: path) == 120)
      #expect(try await Fleet.peak() <= 8)
      print(
        "a burst of 120 calls:", attempts.map(\.count).reduce(0, +), "attempts,", ContinuousClock.now - start)
    }

    @Test func whatTheClientSendsAgainTheProxyDoesNot() async throws {
      var client = Fleet.haproxy.client
      client.randomness = { 0 }
      let error = try #require(await client.result(of: GetFailure(id: id)).failure)
      #expect(error.attempts.count == 3)
      // Of the others the burst before this may have used up the rate.
      let failed = error.attempts.count { $0.status == 503 }
      #expect(try await Fleet.visits(of: "/fail?id=\(id)").count == failed)
    }

    @Test func anOriginThatFailsIsLeftAlone() async throws {
      var client = Fleet.haproxy.machine
      // To wait for an origin that is down is for who has the time.
      client.retry.maximumRetryAfter = .seconds(1)
      let known = GetItem(id: id + 1, cacheControl: "max-age=60, stale-if-error=600")
      let value = try await client.send(known)
      try await Fleet.duringOutage {
        let start = ContinuousClock.now
        let failures = await withTaskGroup(of: CallError<ProblemDetails>?.self) { [client, id] group in
          for _ in 0..<10 {
            group.addTask {
              var last: CallError<ProblemDetails>?
              for _ in 0..<20 { last = await client.result(of: GetItem(id: id)).failure }
              return last
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        let duration = ContinuousClock.now - start
        #expect(duration < .seconds(15))
        for error in failures {
          #expect(error?.declared?.title == "the circuit is open")
          #expect(error?.response?.retryAfter == .delay(.seconds(2)))
          #expect(error?.attempts.count == 1)
        }
        // Five open the circuit, while eight may be on their way.
        let seen = try await Fleet.count(of: path)
        #expect((5...20).contains(seen))
        print("200 calls to an origin that fails: \(seen) requests reach it, \(duration)")

        let stale = try await client.after(seconds: 100).response(to: known)
        #expect(stale.source == .cache && stale.value == value)
      }
      // Who waits gets a response.
      client.retry.maximumRetryAfter = .seconds(10)
      client.retry.maximumAttempts = 8
      let before = try await Fleet.count(of: path)
      let reply = try await client.response(to: GetItem(id: id))
      #expect(reply.attempts.last?.status == 200)
      #expect(reply.attempts.dropFirst().allSatisfy { $0.pause >= .seconds(2) })
      #expect(try await Fleet.count(of: path) == before + 1)
    }

    /// What the shared cache has does not count.
    @Test func theRateIsOneOfWhatReachesTheOrigin() async throws {
      let client = Fleet.varnishBeforeHAProxy.client
      _ = try await client.send(GetItem(id: id))
      for _ in 0..<200 {
        let reply = try await client.response(to: GetItem(id: id))
        #expect(reply.attempts.count == 1 && reply.cacheStatus.first?.isHit == true)
      }
      #expect(try await Fleet.count(of: path) == 1)
    }
  }
}
