import ReparteeTesting
import Testing

struct ManualClockTests {
  private let clock = ManualClock()

  private func sleep(for duration: Duration) -> Task<Void, any Error> {
    Task { [clock] in try await clock.sleep(for: duration) }
  }

  @Test func waitingForASleepIgnoresOthers() async throws {
    let other = sleep(for: .seconds(60))
    await clock.waitForSleeps()
    let waiter = Task { [clock] in
      await clock.waitForSleep(of: .seconds(5))
      return clock.sleeps
    }
    let slept = sleep(for: .seconds(5))
    #expect(await waiter.value.contains(.seconds(5)))
    clock.advance(by: .seconds(5))
    try await slept.value
    // The other sleep ends in 55 seconds.
    await clock.waitForSleep(of: .seconds(55))
    clock.advance(by: .seconds(55))
    try await other.value
  }

  @Test func aSleepThatHasEndedIsNotWaitedFor() async throws {
    for _ in 0..<3 {
      let slept = sleep(for: .seconds(1))
      await clock.waitForSleep(of: .seconds(1))
      clock.advance(by: .seconds(1))
      try await slept.value
    }
    #expect(clock.sleeps == [.seconds(1), .seconds(1), .seconds(1)])
  }

  @Test func advancingTheClockMayEndTheWait() async throws {
    let slept = sleep(for: .seconds(9))
    await clock.waitForSleeps()
    let waiter = Task { [clock] in await clock.waitForSleep(of: .seconds(4)) }
    clock.advance(by: .seconds(5))
    await waiter.value
    clock.advance(by: .seconds(4))
    try await slept.value
  }

  @Test func aCancelledTaskWaitsForNoSleep() async {
    let waiter = Task { [clock] in await clock.waitForSleep(of: .seconds(1)) }
    waiter.cancel()
    await waiter.value
    let slept = sleep(for: .seconds(1))
    slept.cancel()
    await #expect(throws: CancellationError.self) { try await slept.value }
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int.min)])
  func aDurationThatIsNotAboveZeroIsNotWaitedFor(duration: Duration) async {
    await clock.waitForSleep(of: duration)
  }

  @Test func theLongestSleepIsWaitedFor() async {
    let slept = sleep(for: .seconds(Int.max))
    await clock.waitForSleep(of: .seconds(Int.max))
    slept.cancel()
    await #expect(throws: CancellationError.self) { try await slept.value }
  }
}
