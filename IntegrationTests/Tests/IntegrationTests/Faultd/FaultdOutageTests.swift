import Foundation
import Repartee
import Testing

/// Retries do not make a server that is down busier: the budget of the client bounds them.
@Suite(.needsFaultd, .timeLimit(.minutes(2)))
struct FaultdOutageTests {
  /// A 503 takes two units of 200 for a retry, a 429 one.
  @Test(arguments: Wire.allCases, [("ra_503nohdr", 1_100), ("ra_zero", 1_200)])
  func aThousandCallsThatAllFailAreAFifthMoreRequestsAtMost(
    over wire: Wire, _ it: (scenario: String, requests: Int)
  ) async throws {
    var reader = FaultdReader(over: wire)
    reader.client = wire.client(of: Faultd.baseURL)
    reader.client.randomness = { 0 }
    let (client, call) = (reader.client, reader.get(it.scenario))
    let attempts = await withTaskGroup(of: Int.self) { group in
      var attempts = 0
      for number in 0..<1_000 {
        if number >= 50 { attempts += await group.next() ?? 0 }
        group.addTask { await client.result(of: call).failure?.attempts.count ?? 0 }
      }
      for await count in group { attempts += count }
      return attempts
    }
    #expect(attempts == it.requests)
    #expect(try await reader.visits(it.scenario).count == it.requests)
  }
}
