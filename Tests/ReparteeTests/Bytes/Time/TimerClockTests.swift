@testable import Repartee
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TimerClockTests {
  @Test func noSleepEndsTooSoon() async throws {
    let clock = TimerClock()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for milliseconds in [20, 0, 5, 40, 5, -1, 10] {
        group.addTask {
          let deadline = clock.now.advanced(by: .milliseconds(milliseconds))
          try await clock.sleep(until: deadline, tolerance: nil)
          #expect(clock.now >= deadline)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func aLateDeadlineHoldsBackNoEarlyOne() async throws {
    let alarms = Alarms()
    let late = Task { try await alarms.sleep(until: .now.advanced(by: .seconds(86_400))) }
    while alarms.counts.waiting == 0 { await Task.yield() }
    try await alarms.sleep(until: .now.advanced(by: .milliseconds(1)))
    #expect(alarms.counts == (waiting: 1, watches: 1))
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func whatIsCancelledLeavesNothingBehind() async {
    let alarms = Alarms()
    let deadline = TimerClock.Instant.now.advanced(by: .seconds(86_400))
    let tasks = (0..<1_000).map { _ in Task { try await alarms.sleep(until: deadline) } }
    while alarms.counts.waiting < tasks.count { await Task.yield() }
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(alarms.counts == (waiting: 0, watches: 1))
  }

  @Test func aTaskThatWasCancelledBeforeDoesNotSleep() async {
    let alarms = Alarms()
    let gate = Task { try? await ContinuousClock().sleep(for: .seconds(86_400)) }
    let task = Task {
      await gate.value
      try await alarms.sleep(until: .now.advanced(by: .seconds(86_400)))
    }
    task.cancel()
    gate.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(alarms.counts == (waiting: 0, watches: 0))
  }

  @Test func cancellingAndWakingAtOnceWakesEachOnce() async {
    let alarms = Alarms()
    let tasks = (0..<2_000).map { number in
      Task { try await alarms.sleep(until: .now.advanced(by: .microseconds(number % 50 * 100))) }
    }
    for task in tasks.shuffled() { task.cancel() }
    for task in tasks { _ = await task.result }  // a continuation resumed twice would end the process
    #expect(alarms.counts.waiting == 0)
  }

  /// The last reference to a body's connection may be that of its alarm.
  @Test func whatAnAlarmReleasesMayUseAlarms() {
    final class Held: Cancellable {
      let alarms: Alarms
      init(_ alarms: Alarms) { self.alarms = alarms }
      func cancel() {}
      deinit { #expect(alarms.counts.waiting == 0) }
    }
    let alarms = Alarms()
    let id = alarms.cancel(Held(alarms), at: .now.advanced(by: .seconds(86_400)))
    #expect(alarms.remove(id) && !alarms.remove(id))
  }

  @Test func itIsTheClockOfAClient() {
    #expect(Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) }).clock is TimerClock)
  }
}
