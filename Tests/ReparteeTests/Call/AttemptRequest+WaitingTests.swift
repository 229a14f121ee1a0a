import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// How a stage waits: `timeLeft`, `timeForHead`, `wait`.
@Suite(.timeLimit(.minutes(5))) struct AttemptRequestWaitingTests {
  struct Step: Stage {
    let step: @Sendable (AttemptRequest, NextStage) async throws(AttemptError) -> AttemptResponse

    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      try await step(request, next)
    }
  }

  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(
    _ clock: any Clock<Duration>, isBounded: Bool = false,
    respond: @escaping @Sendable () async throws -> Void = {},
    _ step: @escaping @Sendable (AttemptRequest, NextStage) async throws(AttemptError) -> AttemptResponse
  ) -> Client {
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        try await respond()
        return .text("fine")
      })
    client.clock = clock
    client.stages = [Step(step: step)]
    return client
  }

  @Test func theTimeLeftIsThatToTheSoonerDeadline() async throws {
    let clock = ManualClock()
    let seen = Mutex<[Duration?]>([])
    var client = client(clock) { (request, next) async throws(AttemptError) in
      clock.advance(by: .seconds(1))
      seen.withLock { $0 += [request.timeLeft, request.timeForHead] }
      return try await next(request)
    }
    client.timeout = .seconds(10)
    _ = try await client.send(text)
    client.headTimeout = .seconds(2)
    _ = try await client.send(text)
    client.retry.attemptTimeout = .seconds(5)
    _ = try await client.send(text)
    (client.timeout, client.headTimeout, client.retry) = (.unlimited, .unlimited, .standard)
    _ = try await client.send(text)
    let expected: [Int?] = [9, 9, 9, 2, 4, 2, nil, nil]
    #expect(seen.withLock { $0 } == expected.map { $0.map { .seconds($0) } })
  }

  /// Five seconds under a limit of two for the head, which is whole afterwards.
  @Test func aWaitIsNoWaitingForTheHead() async throws {
    let clock = ManualClock()
    let seen = Mutex<[Duration?]>([])
    var client = client(clock) { (request, next) async throws(AttemptError) in
      try await request.wait(for: .seconds(5))
      seen.withLock { $0.append(request.timeForHead) }
      return try await next(request)
    }
    client.headTimeout = .seconds(2)
    let own = client
    let call = Task { try await own.send(text) }
    while !clock.sleeps.contains(.seconds(5)) { await Task.yield() }
    for _ in 0..<5 {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(try await call.value == "fine")
    #expect(seen.withLock { $0 } == [.seconds(2)])
  }

  @Test func afterAWaitTheLimitForTheHeadEndsTheStage() async throws {
    let clock = ManualClock()
    var client = client(clock) { (request, next) async throws(AttemptError) in
      try await request.wait(for: .seconds(5))
      do { try await Task.sleep(for: .seconds(3_600)) } catch {
        throw AttemptError(TransportError(.cancelled))
      }
      return try await next(request)
    }
    client.headTimeout = .seconds(2)
    client.retry = .off
    let own = client
    let call = Task { await own.result(of: text) }
    while !clock.sleeps.contains(.seconds(5)) { await Task.yield() }
    clock.advance(by: .seconds(5))
    while clock.sleeps.count(where: { $0 == .seconds(2) }) < 2 { await Task.yield() }
    clock.advance(by: .seconds(2))
    #expect(await call.value.error?.transportError?.kind == .timedOut(.head))
  }

  @Test func aPauseOfASkippingClockIsOneOfTheCall() async throws {
    for limit in [Duration.seconds(2), .unlimited] {
      let clock = SkippingClock()
      var client = client(clock) { (request, next) async throws(AttemptError) in
        try await request.wait(for: .seconds(5))
        return try await next(request)
      }
      client.headTimeout = limit
      #expect(try await client.send(text) == "fine")
      #expect(clock.sleeps == [.seconds(5)])
    }
  }

  @Test func aWaitThatDoesNotFitFailsAtOnce() async throws {
    let clock = ManualClock()
    let count = Counter()
    var client = client(clock) { (request, next) async throws(AttemptError) in
      count.next()
      try await request.wait(for: .seconds(60))
      return try await next(request)
    }
    let error = try #require(await client.result(of: text).error)
    #expect(error.transportError?.kind == .timedOut(.total) && error.attempts.isEmpty)
    #expect(error.transportError?.mayHaveBeenProcessed == false)
    #expect(clock.now.offset == .zero && count.value == 1, "nothing is waited for, and not retried")
    client.clock = SkippingClock()
    client.retry.attemptTimeout = .seconds(20)
    #expect(await client.result(of: text).error?.transportError?.kind == .timedOut(.attempt))
    #expect(count.value == 4, "another attempt may have the time")
  }

  @Test(arguments: [false, true]) func cancellingTheCallEndsItsWaits(isOfTime: Bool) async throws {
    let began = Signal()
    let client = client(ManualClock()) { (request, next) async throws(AttemptError) in
      began.fire()
      if isOfTime {
        try await request.wait(for: .seconds(30))
      } else {
        // It does not end by itself.
        try await request.wait { await Task { try? await Task.sleep(for: .seconds(3_600)) }.value }
      }
      return try await next(request)
    }
    let call = Task { await client.result(of: text) }
    await began.wait()
    call.cancel()
    #expect(await call.value.error?.isCancellation == true)
  }

  @Test func aWaitForAnythingEndsAtTheDeadline() async throws {
    let clock = ManualClock()
    let client = client(clock) { (request, next) async throws(AttemptError) in
      try await request.wait { await Task { try? await Task.sleep(for: .seconds(3_600)) }.value }
      return try await next(request)
    }
    let call = Task { await client.result(of: text) }
    await clock.waitForSleeps()
    clock.advance(by: .seconds(60))
    let error = try #require(await call.value.error)
    #expect(error.transportError?.kind == .timedOut(.total) && error.attempts.isEmpty)
  }

  @Test func aWaitAfterTheReturnEndsWithItsTime() async throws {
    let clock = ManualClock()
    let (returned, ended) = (Signal(), Signal())
    var client = client(clock) { (request, next) async throws(AttemptError) in
      let response = try await next(request)
      Task.detached {
        await returned.wait()
        try? await request.wait(for: .seconds(1))
        ended.fire()
      }
      return response
    }
    client.headTimeout = .seconds(2)
    #expect(try await client.send(text) == "fine")
    returned.fire()
    while !clock.sleeps.contains(.seconds(1)) { await Task.yield() }
    clock.advance(by: .seconds(1))
    await ended.wait()
    #expect(try await client.send(text) == "fine")
  }

  /// What no limit ends makes the call late, but sends nothing.
  @Test func afterTheDeadlineNothingIsSent() async throws {
    let clock = ManualClock()
    let arrivals = Arrivals()
    var client = client(clock) { (request, next) async throws(AttemptError) in
      clock.advance(by: .seconds(60))
      return try await next(request)
    }
    client = client.replacingTransport(by: arrivals.transport { _ in .text("late") })
    let error = try #require(await client.result(of: text).error)
    #expect(error.transportError?.kind == .timedOut(.total) && arrivals.all.isEmpty)
  }

  /// What was sent before counts.
  @Test func aWaitThatFailsAfterNextMayHaveBeenProcessed() async throws {
    let client = client(ManualClock()) { (request, next) async throws(AttemptError) in
      _ = try await next(request)
      try await request.wait(for: .seconds(3_600))
      return try await next(request)
    }
    let error = try #require(await client.result(of: text).error)
    #expect(error.transportError?.mayHaveBeenProcessed == true && error.attempts.count == 1)
  }
}
