import Foundation
import Repartee
import Testing

/// Retries do not make a server that is down busier: the budget of the client bounds them.
@Suite(.needsFaultd, .timeLimit(.minutes(2)))
struct FaultdOutageTests {
  enum Outage: String, CaseIterable {
    case unavailable = "ra_503nohdr"
    case throttled = "ra_zero"

    /// The calls, and the retries: a 503 takes two of the budget's 200 units for one, a 429 one.
    var requests: Int { self == .unavailable ? 1_100 : 1_200 }
  }

  @Test(arguments: Wire.allCases, Outage.allCases)
  func aThousandCallsThatAllFailAreAFifthMoreRequestsAtMost(
    over wire: Wire, _ outage: Outage
  ) async throws {
    var reader = FaultdReader(over: wire)
    reader.client = wire.client(of: Faultd.baseURL)
    reader.client.randomness = { 0 }
    let (client, call) = (reader.client, reader.get(outage.rawValue))
    let attempts = await withTaskGroup(of: Int.self) { group in
      var attempts = 0
      for number in 0..<1_000 {
        if number >= 50 { attempts += await group.next() ?? 0 }
        group.addTask { await client.result(of: call).failure?.attempts.count ?? 0 }
      }
      for await count in group { attempts += count }
      return attempts
    }
    let seen = try await reader.visits(outage.rawValue).count
    // A connection that the server has closed meanwhile is an attempt that it has not seen.
    #expect(seen <= attempts && attempts <= outage.requests)
    #expect(seen > outage.requests - 20)
  }
}
