import ReparteeBase
import TestSupport
import Testing

@testable import ReparteeOperations

@Suite(.timeLimit(.minutes(5))) struct NetworkStateTests {
  @Test func allWaitsEndWhenTheNetworkIsThere() async {
    let network = NetworkState(isAvailable: false)
    let waits = (0..<5).map { _ in Task { await network.waitUntilAvailable() } }
    while network.waiters < 5 { await Task.yield() }
    network.isAvailable = false
    #expect(network.waiters == 5 && !network.isAvailable)
    network.isAvailable = true
    for wait in waits { await wait.value }
    #expect(network.waiters == 0 && network.isAvailable)
    await network.waitUntilAvailable()
  }

  @Test func aCancelledWaitEndsAloneAndLeavesNothing() async {
    let network = NetworkState(isAvailable: false)
    let waits = (0..<2).map { _ in Task { await network.waitUntilAvailable() } }
    while network.waiters < 2 { await Task.yield() }
    waits[0].cancel()
    await waits[0].value
    #expect(network.waiters == 1)
    // Cancelled before it waits.
    await Task {
      withUnsafeCurrentTask { unsafe $0?.cancel() }
      await network.waitUntilAvailable()
    }.value
    #expect(network.waiters == 1)
    network.isAvailable = true
    await waits[1].value
  }

  @Test func thereIsANetworkUnlessOneSaysOtherwise() {
    #expect(NetworkState().isAvailable)
  }
}
