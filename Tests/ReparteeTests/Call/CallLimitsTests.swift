import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Time limits and cancellation: no test sleeps, the time is the test's.
struct CallLimitsTests {
  private let clock = ManualClock()
  private let text: ResponseMap<String, Never> = [.code(200, .decode)]

  private func client(_ send: @escaping @Sendable () async throws -> TransportResponse) -> Client {
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in try await send() })
    client.clock = clock
    return client
  }

  /// Waits until its task is cancelled.
  private static func forever() async throws {
    try await ManualClock().sleep(until: .init(offset: .seconds(1)), tolerance: nil)
  }

  /// A body that gives this chunk, signals it, and then waits until its reader is cancelled.
  private static func stalling(after text: String, _ stalls: Signal) -> ByteStream {
    ByteStream(
      length: nil,
      once: {
        var isFirst = true
        return { () async throws(TransportError) -> Data? in
          if isFirst {
            isFirst = false
            return Data(text.utf8)
          }
          stalls.fire()
          do { try await forever() } catch { throw TransportError(.cancelled, underlying: error) }
          return nil
        }
      })
  }

  /// What a call gives when the time moves on after `stalls`.
  private func result<Output, Failure>(
    _ client: Client, _ map: ResponseMap<Output, Failure>, timeout: Duration, advancing: Duration,
    after stalls: Signal
  ) async -> Result<Output, CallError<Failure>> {
    async let result = client.result(of: Resource(.get("/x", timeout: timeout), map))
    await stalls.wait()
    clock.advance(by: advancing)
    return await result
  }

  private func error<Output, Failure>(_ result: Result<Output, CallError<Failure>>) throws -> CallError<
    Failure
  > {
    switch result {
    case .success: throw BodyDecodingError(message: "it gave output")
    case .failure(let error): return error
    }
  }

  /// As one does that is around another, and does not say that the other keeps the limit.
  @Test func aTransportThatKeepsTheLimitWithoutSayingSoDoesNotRenameIt() async throws {
    let waits = Signal()
    let client = client {
      waits.fire()
      try? await Self.forever()
      throw TransportError(.timedOut(.head))
    }
    let late = await result(client, text, timeout: .seconds(5), advancing: .seconds(5), after: waits)
    #expect(try error(late).transportError?.kind == .timedOut(.total))
  }

  @Test func aTransportsOwnLimitIsNotTheCalls() async throws {
    var client = client { throw TransportError(.timedOut(.head)) }
    client.retry = .off
    let result = await client.result(of: Resource(.get("/x", timeout: .seconds(5)), text))
    #expect(try error(result).transportError?.kind == .timedOut(.head))
  }

  @Test func aHeadThatIsNeverReceivedEndsTheCall() async throws {
    let stalls = Signal()
    let client = client {
      stalls.fire()
      try await Self.forever()
      return .status(200)
    }
    let result = await result(client, text, timeout: .seconds(5), advancing: .seconds(5), after: stalls)
    let error = try error(result)
    #expect(error.transportError?.kind == .timedOut(.total))
    #expect(error.request != nil && error.response == nil && error.attempts.count == 1)
    #expect(error.attempts.first?.duration == .seconds(5))
    guard case .failure(let failed)? = error.attempts.first?.result else {
      Issue.record("the attempt has a status")
      return
    }
    #expect(failed.kind == .timedOut(.total))
  }

  private struct Bounding: Transport {
    var boundsHead: Bool { true }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      throw TransportError(
        request.headLimit == nil ? .other : .timedOut(.head), message: "no head from the replica",
        mayHaveBeenProcessed: false)
    }
  }

  /// A transport that keeps the limit of the head need not know what it belongs to.
  @Test func theErrorSaysWhichTimeoutEndedTheCall() async throws {
    var client = Client(baseURL: api, transport: Bounding())
    client.retry = .off
    func kind(_ call: Duration, _ attempt: Duration, _ head: Duration) async throws -> TransportError {
      client.retry.attemptTimeout = attempt
      client.headTimeout = head
      let result = await client.result(of: Resource(.get("/x", timeout: call), text))
      return try #require(try error(result).transportError)
    }
    let total = try await kind(.seconds(5), .unlimited, .seconds(9))
    #expect(total.kind == .timedOut(.total) && !total.mayHaveBeenProcessed)
    #expect(total.message == "no head from the replica")
    #expect(try await kind(.seconds(9), .seconds(5), .seconds(9)).kind == .timedOut(.attempt))
    #expect(try await kind(.seconds(9), .seconds(9), .seconds(5)).kind == .timedOut(.head))
    #expect(try await kind(.unlimited, .unlimited, .unlimited).kind == .other)
    // By another clock, which the transport does not have, the time is not up.
    client.clock = clock
    #expect(try await kind(.seconds(5), .unlimited, .seconds(9)).kind == .timedOut(.head))
  }

  /// The time limit begins with the call, not when the task that watches it first runs.
  @Test(.timeLimit(.minutes(1))) func timeThatPassesWhileTheCallBeginsCounts() async throws {
    let client = client { [clock] in
      clock.advance(by: .seconds(5))
      try await Self.forever()
      return .status(200)
    }
    for _ in 0..<100 {
      let result = await client.result(of: Resource(.get("/x", timeout: .seconds(5)), text))
      #expect(try error(result).transportError?.kind == .timedOut(.total))
    }
  }

  @Test func aBodyThatDoesNotEndEndsTheCallAndKeepsTheReceivedPart() async throws {
    let stalls = Signal()
    let client = client { .init(head: HTTPResponse(status: .ok), body: Self.stalling(after: "abc", stalls)) }
    let result = await result(client, text, timeout: .seconds(5), advancing: .seconds(6), after: stalls)
    let error = try error(result)
    #expect(error.transportError?.kind == .timedOut(.total))
    #expect(error.response?.text == "abc")
  }

  @Test func anOutcomeThatDoesNotEndEndsTheCall() async throws {
    let stalls = Signal()
    let waits: ResponseMap<String, Never> = [
      .any(
        Outcome(async: { _, _ in
          stalls.fire()
          try await Self.forever()
          return .success("")
        }))
    ]
    let client = client { .status(200) }
    let result = await result(client, waits, timeout: .seconds(1), advancing: .seconds(1), after: stalls)
    let error = try error(result)
    #expect(error.transportError?.kind == .timedOut(.total))
    #expect(error.response?.status.code == 200)
  }

  @Test func aCallThatIsInTimeIsNotEnded() async throws {
    let stalls = Signal()
    let goesOn = Signal()
    let client = client {
      stalls.fire()
      await goesOn.wait()
      return .text("x", contentType: nil)
    }
    async let result = client.result(of: Resource(.get("/x", timeout: .seconds(5)), text))
    await stalls.wait()
    await clock.waitForSleeps()
    clock.advance(by: .milliseconds(4_999))
    goesOn.fire()
    #expect(try await result.get() == "x")
  }

  @Test func theCallsTimeoutComesBeforeTheRequestsAndThatBeforeTheClients() async throws {
    func watched(client: Duration, request: Duration?, call: Duration?) async throws -> [Duration] {
      let clock = ManualClock()
      var sender = Client(
        baseURL: api,
        transport: InMemoryTransport { _ in
          if call != .unlimited { await clock.waitForSleeps() }
          return .text("x", contentType: nil)
        })
      sender.clock = clock
      sender.timeout = client
      _ = try await sender.send(Resource(.get("/x", timeout: request), text)) {
        $0.timeout = call ?? $0.timeout
      }
      return clock.sleeps
    }
    #expect(try await watched(client: .seconds(9), request: nil, call: nil) == [.seconds(9)])
    #expect(try await watched(client: .seconds(9), request: .seconds(2), call: nil) == [.seconds(2)])
    #expect(try await watched(client: .seconds(9), request: .seconds(2), call: .seconds(3)) == [.seconds(3)])
    #expect(try await watched(client: .unlimited, request: .seconds(2), call: nil) == [.seconds(2)])
    #expect(try await watched(client: .seconds(9), request: .seconds(2), call: .unlimited) == [])
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(-1), .seconds(Int64.min + 1), .seconds(1 << 40)])
  func noTimeoutEndsTheProcess(timeout: Duration) async {
    let value = Resource<Int, Never>(.get("/x"), [.code(200, .decode)])
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("1") })
    client.timeout = timeout
    let whole = await client.result(of: value)
    client.timeout = .unlimited
    (client.headTimeout, client.idleTimeout) = (timeout, timeout)
    let parts = await client.result(of: value)
    for result in [whole, parts] where timeout > .zero {
      #expect((try? result.get()) == 1)
    }
  }

  @Test func withoutATimeoutNoTimerIsSet() async throws {
    var client = client { .text("x", contentType: nil) }
    client.timeout = .unlimited
    #expect(try await client.send(Resource(.get("/x"), text)) == "x")
    #expect(clock.sleeps.isEmpty)
  }

  @Test func theTimerEndsWithTheCall() async throws {
    let client = client {
      await clock.waitForSleeps()
      return .text("x", contentType: nil)
    }
    #expect(try await client.send(Resource(.get("/x"), text)) == "x")
    await clock.waitForNoSleeps()
    #expect(clock.sleeps == [.seconds(60)], "the client's default")
  }

  @Test func aResponseReceivedBeforeTheDeadlineIsKept() async throws {
    let client = client {
      await clock.waitForSleeps()
      return .text("x", contentType: nil)
    }
    let late: ResponseMap<String, Never> = [
      .any(
        Outcome { [clock] response, _ in
          clock.advance(by: .seconds(100))
          return .success(response.text ?? "")
        })
    ]
    #expect(try await client.send(Resource(.get("/x"), late)) == "x")
  }

  @Test func encodingTheBodyCounts() async throws {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.clock = clock
    let body = Request.Body.encoded(as: "text/plain") { [clock] in
      clock.advance(by: .seconds(5))
      return Data("x".utf8)
    }
    let done: ResponseMap<Void, Never> = [.any(.noContent)]
    let late = await client.result(of: Resource(.post("/x", body: body, timeout: .seconds(5)), done))
    let error = try error(late)
    #expect(error.transportError?.kind == .timedOut(.total))
    #expect(error.transportError?.mayHaveBeenProcessed == false)
    #expect(error.request != nil && error.attempts.isEmpty && arrivals.all.isEmpty)
    try await client.send(Resource(.post("/x", body: body, timeout: .seconds(6)), done))
  }

  @Test func eachCallHasItsOwnHeadAndIdleTimeouts() async throws {
    let isTimed = Mutex(true)
    // If the response is received before the timer is set, no timer may be set.
    var client = client { [clock] in
      if isTimed.withLock({ $0 }) { await clock.waitForSleeps() }
      return .text("x", contentType: nil)
    }
    client.timeout = .unlimited
    client.headTimeout = .seconds(7)
    client.idleTimeout = .seconds(8)
    let resource = Resource(.get("/x"), text)
    #expect(try await client.send(resource) == "x")
    #expect(clock.sleeps.first == .seconds(7))
    await clock.waitForNoSleeps()
    #expect(
      try await client.send(resource) { ($0.headTimeout, $0.idleTimeout) = (.seconds(1), .unlimited) } == "x")
    #expect(clock.sleeps.last == .seconds(1))
    await clock.waitForNoSleeps()
    let slept = clock.sleeps.count
    isTimed.withLock { $0 = false }
    #expect(
      try await client.send(resource) { ($0.headTimeout, $0.idleTimeout) = (.unlimited, .unlimited) } == "x")
    #expect(clock.sleeps.count == slept)
  }

  // Cancellation

  private func cancelled<Output: Sendable, Failure>(
    _ client: Client, _ map: ResponseMap<Output, Failure>, when ready: @escaping @Sendable () async -> Void
  ) async throws -> CallError<Failure> {
    let task = Task { await client.result(of: Resource(.get("/x"), map)) }
    await ready()
    task.cancel()
    return try error(await task.value)
  }

  @Test(arguments: [Duration.unlimited, .seconds(60)])
  func aCancelledTaskSendsNothing(timeout: Duration) async throws {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.clock = clock
    client.timeout = timeout
    let task = Task { [client] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await client.result(of: Resource(.get("/x"), text))
    }
    let error = try error(await task.value)
    #expect(error.transportError?.isCancellation == true)
    #expect(error.request != nil && error.response == nil && error.attempts.isEmpty)
    #expect(arrivals.all.isEmpty)
  }

  @Test(arguments: [Duration.unlimited, .seconds(60)])
  func cancellingBeforeTheHeadIsACancellation(timeout: Duration) async throws {
    let started = Signal()
    var client = client {
      started.fire()
      try await Self.forever()
      return .status(200)
    }
    client.timeout = timeout
    let error = try await cancelled(client, text) { await started.wait() }
    #expect(error.transportError?.kind == .cancelled)
    #expect(error.response == nil && error.attempts.count == 1)
  }

  @Test(arguments: [Duration.unlimited, .seconds(60)])
  func cancellingWithinTheBodyIsACancellationThatKeepsTheReceivedPart(timeout: Duration) async throws {
    let started = Signal()
    var client = client { .init(head: HTTPResponse(status: .ok), body: Self.stalling(after: "abc", started)) }
    client.timeout = timeout
    let error = try await cancelled(client, text) { await started.wait() }
    #expect(error.transportError?.kind == .cancelled)
    #expect(error.response?.text == "abc")
  }
}
