import Foundation
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeOperations
import ReparteeTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct WaitingForNetworkTests {
  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(_ network: NetworkState, _ arrivals: Arrivals = Arrivals(), _ waits: Signal = Signal())
    -> Client
  {
    ReparteeOperationsTests.client(arrivals.transport { _ in .text("fine") }) { client in
      client.stages = [WaitingForNetwork(network)]
      client.observers = [.handler { event in if event.kind == .waitingForNetwork { waits.fire() } }]
    }
  }

  @Test(arguments: ConformanceClaim<any Stage>.all)
  func itConforms(_ claim: ConformanceClaim<any Stage>) async throws {
    try await claim.run { _ in WaitingForNetwork(NetworkState()) }
  }

  @Test func aCallWaitsForTheNetwork() async throws {
    let (network, arrivals, waits) = (NetworkState(isAvailable: false), Arrivals(), Signal())
    var changing = client(network, arrivals, waits)
    // The wait does not count as waiting for the head.
    changing.headTimeout = .seconds(1)
    let client = changing
    let call = Task { try await client.send(text) }
    await waits.wait()
    #expect(arrivals.all.isEmpty)
    network.isAvailable = true
    #expect(try await call.value == "fine" && arrivals.all.count == 1)
  }

  @Test func aCallWaitsNoLongerThanItsDeadlineAndIsOffline() async throws {
    let (clock, network, arrivals) = (ManualClock(), NetworkState(isAvailable: false), Arrivals())
    var changing = client(network, arrivals)
    changing.clock = clock
    let client = changing
    let call = Task { await client.result(of: text) }
    await clock.waitForSleeps()
    clock.advance(by: .seconds(60))
    let error = await call.value.error
    #expect(error?.isOffline == true && error?.transportError?.mayHaveBeenProcessed == false)
    #expect(arrivals.all.isEmpty && error?.attempts.isEmpty == true)
  }

  @Test func anAttemptWaitsNoLongerThanItsOwnLimit() async throws {
    let (clock, network) = (ManualClock(), NetworkState(isAvailable: false))
    var changing = client(network)
    changing.clock = clock
    changing.retry = .off
    changing.retry.attemptTimeout = .seconds(5)
    let client = changing
    let call = Task { await client.result(of: text) }
    await clock.waitForSleeps()
    clock.advance(by: .seconds(5))
    #expect(await call.value.error?.isOffline == true)
  }

  @Test func aCancelledCallEndsAtOnce() async throws {
    let (network, waits) = (NetworkState(isAvailable: false), Signal())
    let client = client(network, Arrivals(), waits)
    let call = Task { await client.result(of: text) }
    await waits.wait()
    call.cancel()
    #expect(await call.value.error?.isCancellation == true)
  }

  @Test func aStoredResponseNeedsNoNetwork() async throws {
    let (network, arrivals) = (NetworkState(), Arrivals())
    var client = ReparteeOperationsTests.client(
      arrivals.transport { _ in .text("fine", headers: [.cacheControl: "max-age=60"]) })
    client.cache = ResponseCache()
    client.stages.append(WaitingForNetwork(network))
    #expect(try await client.send(text) == "fine")
    network.isAvailable = false
    #expect(try await client.send(text) == "fine" && arrivals.all.count == 1)
  }
}
