import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

@testable import ReparteeOperations

@Suite(.timeLimit(.minutes(5))) struct OneFetchTests {
  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(
    _ arrivals: Arrivals, _ stage: OneFetch,
    _ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
  ) -> Client {
    ReparteeOperationsTests.client(arrivals.transport(respond)) { $0.stages = [stage] }
  }

  private func once(
    _ texts: [String], then error: TransportError? = nil, length: Int64? = nil, status: Int = 200
  )
    -> TransportResponse
  {
    TransportResponse(
      head: HTTPResponse(
        status: HTTPResponse.Status(code: status), headerFields: [.contentType: "text/plain"]),
      body: ByteStream(length: length, once: chunks(texts, then: error)))
  }

  /// Waits until so many calls wait for fetches.
  private func wait(for count: Int, at stage: OneFetch) async {
    while stage.waiters != count { await Task.yield() }
  }

  @Test(arguments: ConformanceClaim<any Stage>.all)
  func itConforms(_ claim: ConformanceClaim<any Stage>) async throws {
    try await claim.run { _ in OneFetch() }
  }

  @Test func equalCallsAreOneRequest() async throws {
    let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
    let started = Mutex(0)
    var changing = client(arrivals, stage) { _ in
      await gate.wait()
      return once(["fi", "ne"])
    }
    changing.observers = [
      .handler { event in if event.kind == .attemptStarted { started.withLock { $0 += 1 } } }
    ]
    let client = changing
    let calls = (0..<5).map { _ in Task { try await client.response(to: text) } }
    await wait(for: 5, at: stage)
    gate.fire()
    for call in calls {
      let response = try await call.value
      #expect(response.value == "fine" && response.attempts.count == 1)
    }
    #expect(arrivals.all.count == 1)
    #expect(started.withLock { $0 } == 1, "nothing was sent for the others")
    #expect(stage.fetches == 0 && stage.waiters == 0)
    #expect(try await client.send(text) == "fine" && arrivals.all.count == 2, "nothing is kept")
  }

  @Test func otherCallsAreNot() async throws {
    let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
    let client = client(arrivals, stage) { request in
      await gate.wait()
      return once([request.head.headerFields[.authorization] ?? "none"])
    }
    let calls = ["a", "b"].map { user in
      Task {
        try await client.send(text) { $0.authentication = .bearer(user) }
      }
    }
    await wait(for: 2, at: stage)
    gate.fire()
    #expect(try await calls[0].value == "Bearer a")
    #expect(try await calls[1].value == "Bearer b")
    #expect(arrivals.all.count == 2)
  }

  @Test func whatIsNotSafeIsSentEachTime() async throws {
    let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
    let client = client(arrivals, stage) { _ in
      await gate.wait()
      return once(["fine"])
    }
    let methods: [HTTPRequest.Method] = [.post, .put, .patch, .delete, .options]
    let calls = methods.flatMap { method in
      (0..<2).map { _ in
        Task { try await client.send(Resource<String, Never>(Request(method, "/a"), [.code(200, .decode)])) }
      }
    }
    while arrivals.all.count < 10 { await Task.yield() }
    gate.fire()
    for call in calls { #expect(try await call.value == "fine") }
  }

  @Test func theRequestEndsWithItsLastCall() async throws {
    let (arrivals, stage, ended) = (Arrivals(), OneFetch(), Signal())
    let client = client(arrivals, stage) { _ in
      await withTaskCancellationHandler {
        await ended.wait()
      } onCancel: {
        ended.fire()
      }
      throw TransportError(.cancelled)
    }
    let calls = (0..<3).map { _ in Task { await client.result(of: text) } }
    await wait(for: 3, at: stage)
    for (index, call) in calls.enumerated() {
      #expect(!ended.hasFired)
      call.cancel()
      #expect(await call.value.error?.isCancellation == true)
      await wait(for: 2 - index, at: stage)
    }
    await ended.wait()
    #expect(arrivals.all.count == 1 && stage.fetches == 0)
  }

  @Test func eachCallKeepsItsTimeLimit() async throws {
    let (arrivals, stage, gate, clock) = (Arrivals(), OneFetch(), Signal(), ManualClock())
    var changing = client(arrivals, stage) { _ in
      await gate.wait()
      return once(["fine"])
    }
    changing.clock = clock
    let client = changing
    let long = Task { try await client.send(text) { $0.timeout = .seconds(100) } }
    await wait(for: 1, at: stage)
    let short = Task { await client.result(of: text) { $0.timeout = .seconds(1) } }
    await wait(for: 2, at: stage)
    // A deadline that is not yet set would be later.
    while clock.sleeps.count < 3 { await Task.yield() }
    clock.advance(by: .seconds(1))
    #expect(await short.value.error?.transportError?.kind == .timedOut(.total))
    gate.fire()
    #expect(try await long.value == "fine" && arrivals.all.count == 1)
  }

  /// The deadline of the call that has sent the request is no error of the others.
  @Test func theDeadlineOfTheFirstIsNotThatOfTheOthers() async throws {
    let (arrivals, stage, gate, clock) = (Arrivals(), OneFetch(), Signal(), ManualClock())
    let isFirst = Mutex(true)
    var changing = client(arrivals, stage) { _ in
      let waits = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if waits { try await Task.sleep(for: .seconds(3_600)) }
      await gate.wait()
      return once(["fine"])
    }
    changing.clock = clock
    let client = changing
    let short = Task { await client.result(of: text) { $0.timeout = .seconds(1) } }
    await wait(for: 1, at: stage)
    let long = (0..<3).map { _ in Task { try await client.send(text) { $0.timeout = .seconds(100) } } }
    await wait(for: 4, at: stage)
    while clock.sleeps.count < 5 { await Task.yield() }
    clock.advance(by: .seconds(1))
    #expect(await short.value.error?.transportError?.kind == .timedOut(.total))
    while arrivals.all.count < 2 { await Task.yield() }
    gate.fire()
    for call in long { #expect(try await call.value == "fine") }
    #expect(arrivals.all.count <= 4)
  }

  @Test func aFailureIsThatOfAllAndEachRetries() async throws {
    let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
    let client = client(arrivals, stage) { _ in
      await gate.wait()
      if arrivals.all.count == 1 { throw TransportError(.connectionLost) }
      return once(["fine"])
    }
    let calls = (0..<3).map { _ in Task { try await client.send(text) } }
    let single = Task { await client.result(of: text) { $0.retry = .off } }
    await wait(for: 4, at: stage)
    gate.fire()
    for call in calls { #expect(try await call.value == "fine") }
    #expect(await single.value.error?.transportError?.kind == .connectionLost)
    #expect((2...4).contains(arrivals.all.count))
  }

  @Test func aBodyThatBreaksOffFailsThoseWhoNeedIt() async throws {
    let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
    let client = client(arrivals, stage) { _ in
      await gate.wait()
      return once(["so", "me"], then: TransportError(.connectionLost))
    }
    let needs = Task { await client.result(of: text) { $0.retry = .off } }
    let ignores = Task { try await client.send(Resource<Void, Never>(.get("/a"), [.code(200, .value(()))])) }
    await wait(for: 2, at: stage)
    gate.fire()
    #expect(await needs.value.error?.transportError?.kind == .connectionLost)
    try await ignores.value
    #expect(arrivals.all.count == 1)
  }

  @Test func aBodyBeyondTheLimitFailsAsWithoutTheStage() async throws {
    for (length, requests) in [(nil, 1), (9, 2)] as [(Int64?, Int)] {
      let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
      var changing = client(arrivals, stage) { _ in
        await gate.wait()
        return once(["1234", "56789"], length: length)
      }
      changing.maximumBodySize = 8
      let client = changing
      let calls = (0..<2).map { _ in Task { await client.result(of: text) { $0.retry = .off } } }
      await wait(for: 2, at: stage)
      gate.fire()
      for call in calls { #expect(await call.value.error?.transportError?.kind == .bodyTooLarge(limit: 8)) }
      #expect(arrivals.all.count == requests)
      #expect(try await client.send(text) { $0.method = .head } == "123456789".prefix(0))
    }
  }

  @Test func aBodyThatStallsEndsAtTheIdleTimeout() async throws {
    let (arrivals, stage, clock, never) = (Arrivals(), OneFetch(), ManualClock(), Signal())
    var changing = client(arrivals, stage) { _ in
      TransportResponse(
        head: HTTPResponse(status: .ok),
        body: ByteStream(
          length: nil,
          once: {
            { () async throws(TransportError) in
              await never.wait()
              throw TransportError(.cancelled)
            }
          }))
    }
    changing.clock = clock
    changing.retry = .off
    changing.timeout = .unlimited
    changing.idleTimeout = .seconds(5)
    let client = changing
    let call = Task { await client.result(of: text) }
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(5))
    #expect(await call.value.error?.transportError?.kind == .timedOut(.idle))
  }

  @Test func aStreamIsEachCallsOwn() async throws {
    let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
    let client = client(arrivals, stage) { _ in
      await gate.wait()
      return once(["a", "b"])
    }
    let stream = Resource<ResponseStream<Data, Never>, Never>(.get("/a"), [.code(200, .stream(.bytes))])
    let streams = (0..<2).map { _ in
      Task {
        var bytes = Data()
        for try await chunk in try await client.send(stream) { bytes += chunk }
        return bytes
      }
    }
    await wait(for: 2, at: stage)
    let whole = Task { try await client.send(text) }
    await wait(for: 3, at: stage)
    gate.fire()
    for stream in streams { #expect(try await stream.value == Data("ab".utf8)) }
    #expect(try await whole.value == "ab" && arrivals.all.count == 3)
  }

  @Test func aValueThatOneCallHasDecodedIsThatOfTheOthers() async throws {
    struct Model: Decodable, Sendable {
      static let count = Mutex(0)
      var id: Int
      init(from decoder: any Decoder) throws {
        Self.count.withLock { $0 += 1 }
        id = try decoder.singleValueContainer().decode(Int.self)
      }
    }
    /// Holds the response of the call that says so.
    struct Holding: Stage {
      let goOn: Signal
      func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
        let response = try await next(request)
        if request.call.operation == "late" { await goOn.wait() }
        return response
      }
    }
    let (arrivals, stage, gate, goOn) = (Arrivals(), OneFetch(), Signal(), Signal())
    var changing = client(arrivals, stage) { _ in
      await gate.wait()
      var response = once(["7"])
      response.head.headerFields[.contentType] = "application/json"
      return response
    }
    changing.stages.insert(Holding(goOn: goOn), at: 0)
    let client = changing
    let model = Resource<Model, Never>(.get("/a"), [.code(200, .decode)])
    let first = Task { try await client.send(model).id }
    let late = (0..<3).map { _ in Task { try await client.send(model) { $0.operation = "late" }.id } }
    await wait(for: 4, at: stage)
    gate.fire()
    #expect(try await first.value == 7)
    goOn.fire()
    for call in late { #expect(try await call.value == 7) }
    #expect(arrivals.all.count == 1 && Model.count.withLock { $0 } == 1)
  }

  @Test func itStandsOutsideTheCache() async throws {
    let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
    var changing = client(arrivals, stage) { _ in
      await gate.wait()
      return .text("fine", headers: [.cacheControl: "max-age=60"])
    }
    changing.stages = [stage, ResponseCache()]
    let client = changing
    let calls = (0..<5).map { _ in Task { try await client.response(to: text) } }
    await wait(for: 5, at: stage)
    gate.fire()
    for call in calls { #expect(try await call.value.value == "fine") }
    #expect(arrivals.all.count == 1)
    #expect(try await client.response(to: text).source == .cache)
  }

  /// A transport that makes an equal call itself.
  @Test func anEnclosedCallDoesNotWaitForItself() async throws {
    let arrivals = Arrivals()
    let own = Mutex<Client?>(nil)
    let client = client(arrivals, OneFetch()) { _ in
      guard arrivals.all.count == 1, let client = own.withLock({ $0 }) else { return once(["inner"]) }
      return once(["outer of ", try await client.send(text)])
    }
    own.withLock { $0 = client }
    #expect(try await client.send(text) == "outer of inner" && arrivals.all.count == 2)
    own.withLock { $0 = nil }
  }

  @Test func aCopyWithOtherSettingsSharesNothing() async throws {
    let (arrivals, stage, gate) = (Arrivals(), OneFetch(), Signal())
    let one = client(arrivals, stage) { request in
      if request.head.headerFields.contains(where: { $0.value == "other" }) { return once(["other"]) }
      await gate.wait()
      return once(["one"])
    }
    var changing = one
    changing.headers["X-Tenant"] = "other"
    let other = changing
    let first = Task { try await one.send(text) }
    await wait(for: 1, at: stage)
    #expect(try await other.send(text) == "other")
    gate.fire()
    #expect(try await first.value == "one")
  }
}
