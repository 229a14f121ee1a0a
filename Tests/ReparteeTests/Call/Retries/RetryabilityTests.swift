import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

/// Retries of calls, on a clock that records what is slept and does not wait.
@Suite(.timeLimit(.minutes(5))) struct RetryabilityTests {
  /// A server that responds with each of these in turn, and with the last for ever; nil is a lost connection.
  private final class Script: Sendable {
    let arrivals = Arrivals()
    let clock = SkippingClock(end: .seconds(60))
    private let responses: [TransportResponse?]

    init(_ responses: [TransportResponse?]) { self.responses = responses }

    func client(_ kind: TransportError.Kind = .connectionLost) -> Client {
      let (arrivals, responses) = (arrivals, responses)
      var client = Client(
        baseURL: api,
        transport: arrivals.transport { _ in
          let response = responses[min(arrivals.all.count, responses.count) - 1]
          if let response { return response }
          throw TransportError(kind)
        })
      client.clock = clock
      client.randomness = { .max }
      return client
    }

    var count: Int { arrivals.all.count }
    var pauses: [Int] { clock.sleeps.map { Int(($0 / .milliseconds(1)).rounded()) } }
  }

  private func send(
    _ request: Request = .get("/a"), _ responses: TransportResponse?...,
    map: ResponseMap<String, Never> = [.code(200, .decode)], change: (inout Client) -> Void = { _ in }
  ) async -> (script: Script, result: Result<TypedResponse<String>, CallError<Never>>) {
    let script = Script(responses)
    var client = script.client()
    change(&client)
    do throws(CallError<Never>) {
      return (script, .success(try await client.response(to: Resource(request, map))))
    } catch {
      return (script, .failure(error))
    }
  }

  private let busy = TransportResponse.status(503)
  private let fine = TransportResponse.text("fine")

  @Test func transientFailuresAreRetried() async throws {
    let (script, result) = await send(.get("/a"), nil, busy, fine)
    let response = try result.get()
    #expect(response.value == "fine" && script.count == 3)
    #expect(script.pauses == [50, 100])
    #expect(response.attempts.map(\.cause) == [.first, .retry, .retry])
    #expect(response.attempts.map { Int(($0.pause / .milliseconds(1)).rounded()) } == [0, 50, 100])
    #expect(response.attempts.map { Int(($0.start / .milliseconds(1)).rounded()) } == [0, 50, 150])
    #expect(response.redirects.isEmpty)
  }

  @Test func theLastErrorHasAllAttempts() async throws {
    let (script, result) = await send(.get("/a"), nil, busy, .status(502, body: Data("bad".utf8)))
    let error = try #require(result.error)
    #expect(error.isUndeclared && error.response?.text == "bad" && script.count == 3)
    #expect(error.attempts.count == 3 && error.attempts.allSatisfy { $0.request?.url == "\(api)/a" })
    #expect(
      error.report.contains("attempt 3: 502 Bad Gateway after 0.0 ms, retried after a pause of 100.0 ms"))
  }

  @Test(arguments: [400, 401, 403, 404, 409, 410, 418, 422, 501, 505])
  func otherStatusesAreNotRetried(code: Int) async {
    let (script, result) = await send(.get("/a"), .status(code), fine)
    #expect(script.count == 1 && result.error?.response?.status.code == code)
  }

  @Test(arguments: [TransportError.Kind.cancelled, .tls, .bodyConsumed, .other, .requestBody])
  func otherTransportErrorsAreNotRetried(kind: TransportError.Kind) async {
    let script = Script([nil])
    _ = await script.client(kind).result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    #expect(script.count == 1)
  }

  @Test func aDeclaredStatusIsSentAgainToo() async throws {
    let map: ResponseMap<String, Never> = [.code(200, .decode), .code(503, .value("down"))]
    let (passing, value) = await send(.get("/a"), busy, fine, map: map)
    #expect(try value.get().value == "fine" && passing.count == 2)
    let (lasting, last) = await send(.get("/a"), busy, map: map)
    #expect(try last.get().value == "down" && lasting.count == 3)
  }

  @Test func theOutcomeTakesPrecedenceOverTheStatus() async {
    let permanent: ResponseMap<String, Never> = [.code(503, .decode.permanent)]
    #expect(await send(.get("/a"), busy, map: permanent).script.count == 1)
    let transient: ResponseMap<String, Never> = [.code(409, .decode.transient)]
    #expect(await send(.get("/a"), .status(409), map: transient).script.count == 3)
    let throttled: ResponseMap<String, Never> = [.code(403, .decode.throttled)]
    #expect(await send(.get("/a"), .status(403), map: throttled).script.pauses == [1_000, 2_000])
  }

  @Test func theEndpointsRuleTakesPrecedenceOverOutcomes() async throws {
    struct Poll: Endpoint {
      static let responses: ResponseMap<String, PlainError> = [
        .code(200, .decode), .code(503, .error("closed")),
        .retryRule { result in
          switch result {
          case .success("pending"): .transient
          case .failure(let error) where error.declared?.message == "closed": .permanent
          default: nil
          }
        },
      ]
      var request: Request { .get("/a") }
    }
    let polling = Script([.text("pending"), .text("pending"), .text("done")])
    #expect(try await polling.client().send(Poll()) == "done")
    #expect(polling.count == 3)

    let closed = Script([busy])
    _ = await closed.client().result(of: Poll())
    #expect(closed.count == 1)

    let lost = Script([nil, .text("done")])
    #expect(try await lost.client().send(Poll()) == "done", "other results are left to the other rules")
  }

  @Test func ofSeveralRulesTheFirstThatReturnsAValueDecides() async {
    let resource = Resource<String, Never>(
      .get("/a"),
      [
        .retryRule { _ in nil }, .code(200, .decode),
        .retryRule { if case .success("pending") = $0 { .transient } else { nil } },
        .retryRule { _ in .permanent },
      ])
    let pending = Script([.text("pending"), .text("done")])
    #expect(await pending.client().result(of: resource).error == nil && pending.count == 2)
    let lost = Script([nil, .text("done")])
    #expect(await lost.client().result(of: resource).error != nil && lost.count == 1)
  }

  /// A map without a rule, and one whose rule leaves it to the others.
  private static let mapsWithoutAnOpinion: [ResponseMap<String, Never>] = [
    [.code(200, .decode)], [.code(200, .decode), .retryRule { _ in nil }],
  ]

  @Test func aRuleStaysWithAResourceWhoseJSONChanges() async throws {
    let resource = Resource<String, Never>(
      .get("/a"),
      [
        .code(200, .decode),
        .retryRule { result in if case .success("pending") = result { .transient } else { nil } },
      ])
    let script = Script([.text("pending"), .text("done")])
    #expect(try await script.client().send(resource.snakeCase) == "done")
  }

  @Test func aRuleChangesNothingElse() async throws {
    // The first attempt may have been processed, the second was certainly not sent.
    for map in Self.mapsWithoutAnOpinion {
      let arrivals = Arrivals()
      var client = Client(
        baseURL: api,
        transport: arrivals.transport { request in
          if request.head.path == "/a" { return .status(307, headers: [.location: "/b"]) }
          if arrivals.all.count == 2 {
            throw TransportError(.cannotConnect, mayHaveBeenProcessed: false)
          }
          return .text("made")
        })
      client.clock = SkippingClock(end: .seconds(60))
      #expect(try await client.send(Resource(.post("/a"), map)) == "made")
      #expect(arrivals.all.count == 3)
    }
  }

  @Test func whatARuleCallsPermanentGivesAUnitOfTheBudgetBack() async {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        guard request.head.path == "/refused" else { throw TransportError(.connectionLost) }
        return .status(409)
      })
    client.clock = SkippingClock(end: .seconds(60))
    let lost = Resource<String, Never>(.get("/lost"), [.code(200, .decode)])
    let refused = Resource<String, Never>(
      .get("/refused"), [.code(200, .decode), .retryRule { _ in .permanent }])
    for _ in 0..<200 { _ = await client.result(of: lost) }
    let before = arrivals.all.count
    _ = await client.result(of: lost)
    #expect(arrivals.all.count == before + 1, "the budget is spent")
    for _ in 0..<100 { _ = await client.result(of: refused) }
    let after = arrivals.all.count
    _ = await client.result(of: lost)
    #expect(arrivals.all.count > after + 1)
  }

  @Test func aPostIsNotSentAgain() async {
    #expect(await send(.post("/a"), busy).script.count == 1)
    #expect(await send(.post("/a"), nil).script.count == 1)
    #expect(await send(Request(.patch, "/a"), busy).script.count == 1)
    #expect(await send(.get("/a").idempotent(.never), busy).script.count == 1)
  }

  @Test func aPostThatWasNeverSentIsRetried() async {
    let script = Script([nil, fine])
    let result = await script.client(.cannotConnect).result(
      of: Resource<String, Never>(.post("/a"), [.code(200, .decode)]))
    #expect(result.error == nil && script.count == 2)
    #expect(await send(.post("/a"), .status(425), fine).script.count == 2)
  }

  @Test func aPostThatIsDeclaredIdempotentIsRetried() async {
    #expect(await send(.post("/a").idempotent(), busy, fine).script.count == 2)
  }

  @Test func anIdempotencyKeyIsMadeOncePerCall() async throws {
    let (script, _) = await send(.post("/a").idempotent(.key()), busy, .status(409), fine)
    let name = try #require(HTTPField.Name("Idempotency-Key"))
    let keys = script.arrivals.all.map { $0.head.headerFields[name] }
    #expect(keys == Array(repeating: "\"ffffffff-ffff-4fff-bfff-ffffffffffff\"", count: 3))
    #expect(await send(.post("/a").idempotent(.key()), .status(422), fine).script.count == 1)
  }

  @Test func aKeyAndItsFieldCanBeGiven() async throws {
    let (script, _) = await send(.post("/a").idempotent(.key(#"a"\b"#, field: "X-Once")), fine)
    let name = try #require(HTTPField.Name("X-Once"))
    #expect(script.arrivals.all.first?.head.headerFields[name] == #""a\"\\b""#)
    for key in ["", "ä", "a\nb", "a\u{0}"] {
      let (refused, result) = await send(.post("/a").idempotent(.key(key)), fine)
      #expect(refused.count == 0 && result.error?.requestError?.kind == .header)
    }
    #expect(
      await send(.post("/a").idempotent(.key(field: "no token")), fine).result.error?.requestError != nil)
    #expect(
      await send(.post("/a", headers: ["Idempotency-Key": "\"own\""]), busy, fine).script.count == 2,
      "a field that was set by hand counts")
  }

  @Test func twoCallsHaveTwoKeys() async throws {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport())
    let resource = Resource<Void, Never>(.post("/a").idempotent(.key()), [.any(.noContent)])
    try await client.send(resource)
    try await client.send(resource)
    let name = try #require(HTTPField.Name("Idempotency-Key"))
    #expect(Set(arrivals.all.compactMap { $0.head.headerFields[name] }).count == 2)
  }

  @Test func aBodyThatWasReadOnceIsNotSentAgain() async {
    let once = Request.Body.stream(
      ByteStream(length: 3, once: chunks(["abc"])))
    #expect(await send(Request(.put, "/a", body: once), busy, fine).script.count == 1)
    let again = Request.Body.bytes(Data("abc".utf8))
    let (script, _) = await send(Request(.put, "/a", body: again), busy, fine)
    #expect(script.arrivals.all.map(\.bytes) == [Data("abc".utf8), Data("abc".utf8)])
  }

  @Test func retryAfterIsWaitedFor() async {
    func pauses(_ value: String, code: Int = 503) async -> [Int] {
      await send(.get("/a"), .status(code, headers: [.retryAfter: value]), fine) {
        $0.now = { Date(timeIntervalSince1970: 784_111_777) }
      }.script.pauses
    }
    // With the largest random addition: a second, or a quarter of the delay.
    #expect(await pauses("2") == [3_000])
    #expect(await pauses("8") == [10_000])
    #expect(await pauses("0") == [1_000], "a server that says so wants fewer requests")
    #expect(await pauses("Sun, 06 Nov 1994 08:49:42 GMT") == [6_250])
    #expect(await pauses("Sunday, 06-Nov-94 08:49:42 GMT") == [6_250])
    #expect(await pauses("Sun Nov  6 08:49:42 1994") == [6_250])
    #expect(await pauses("Sun, 06 Nov 1990 08:49:42 GMT") == [1_000], "it has passed")
    #expect(await pauses("-5") == [1_000])
    #expect(await pauses("soon") == [1_000])
    #expect(await pauses("40") == [50_000])
    #expect(await pauses("59") == [59_500], "half of the second that is left then")
    #expect(await pauses("61") == [], "longer than the policy allows")
    #expect(await pauses("99999999999999999999") == [])
    #expect(await pauses("Fri, 31 Dec 9999 23:59:59 GMT") == [])
  }

  @Test func noPauseGoesPastTheDeadline() async {
    let (script, result) = await send(.get("/a"), .status(503, headers: [.retryAfter: "60"]), fine) {
      $0.timeout = .seconds(60)
    }
    #expect(script.count == 1 && result.error?.response?.status.code == 503)
    #expect(script.pauses.isEmpty, "it fails now")
  }

  /// The time that the rest of the response takes is a part of the pause.
  @Test(.timeLimit(.minutes(1))) func aSlowBodyDoesNotMakeThePauseLonger() async {
    let clock = ManualClock()
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        guard arrivals.all.count == 1 else { return .text("fine") }
        let body = ByteStream(
          length: nil,
          once: {
            { () async throws(TransportError) -> Data? in
              clock.advance(by: .milliseconds(300))
              return nil
            }
          })
        return TransportResponse(
          head: HTTPResponse(status: .serviceUnavailable, headerFields: [.retryAfter: "9"]), body: body)
      })
    client.clock = clock
    client.randomness = { 0 }
    async let result = client.result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    let pauses: Set<Duration> = [.milliseconds(8_700), .seconds(9)]
    while pauses.isDisjoint(with: clock.sleeps) { await Task.yield() }
    #expect(clock.sleeps.contains(.milliseconds(8_700)))
    clock.advance(by: .seconds(9))
    #expect(await (try? result.get()) == "fine")
  }

  @Test func retriesCanBeTurnedOff() async {
    #expect(await send(.get("/a"), busy, fine) { $0.retry = .off }.script.count == 1)
    var request = Request.get("/a")
    request.retry = .off
    #expect(await send(request, nil, fine).script.count == 1)
    request.retry = .standard
    request.retry?.maximumAttempts = 5
    #expect(await send(request, nil) { $0.retry = .off }.script.count == 5)
  }

  @Test func theBudgetIsSharedByCopiesAndKeptByOrigin() async {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api, transport: arrivals.transport { _ in throw TransportError(.connectionLost) })
    client.clock = SkippingClock(end: .seconds(60))
    let resource = Resource<String, Never>(.get("/a"), [.code(200, .decode)])
    for _ in 0..<1_000 {
      let copy = client
      _ = await copy.result(of: resource)
    }
    #expect(arrivals.all.count == 1_100)
    let before = arrivals.all.count
    _ = await client.result(
      of: Resource<String, Never>(Request(.get, url: "https://b.example/"), [.code(200, .decode)]))
    #expect(arrivals.all.count == before + 3)
  }

  /// A stored response says nothing about the server.
  @Test func aResponseFromTheCacheRefillsNoBudget() async throws {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        guard request.head.path == "/kept" else { throw TransportError(.connectionLost) }
        return .text("kept", headers: [.cacheControl: "max-age=3600"])
      })
    client.clock = SkippingClock(end: .seconds(60))
    client.cache = ResponseCache()
    let kept = Resource<String, Never>(.get("/kept"), [.code(200, .decode)])
    let lost = Resource<String, Never>(.get("/lost"), [.code(200, .decode)])
    _ = try await client.send(kept)
    for _ in 0..<100 { _ = await client.result(of: lost) }
    for _ in 0..<10 { #expect(try await client.response(to: kept).source == .cache) }
    let before = arrivals.all.count
    _ = await client.result(of: lost)
    #expect(arrivals.all.count == before + 1)
  }

  @Test func aRetryRepeatsTheRequestAfterTheRedirect() async throws {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        if request.head.path == "/a" { return .status(303, headers: [.location: "/b"]) }
        return arrivals.all.count < 3 ? .status(503) : .text("made")
      })
    client.clock = SkippingClock(end: .seconds(60))
    let response = try await client.response(to: Resource<String, Never>(.post("/a"), [.code(200, .decode)]))
    #expect(
      arrivals.all.map { "\($0.head.method) \($0.head.path ?? "")" } == ["POST /a", "GET /b", "GET /b"])
    #expect(response.attempts.map(\.cause) == [.first, .redirect, .retry] && response.redirects.count == 1)
  }

  /// Behind a 303 there is another request: its key is gone, and with it what a 409 to a key means.
  @Test(arguments: ["Idempotency-Key", "X-Once"])
  func aKeyStaysWithItsMethod(field: String) async throws {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        request.head.path == "/a" ? .status(303, headers: [.location: "/b"]) : .status(409)
      })
    client.clock = SkippingClock(end: .seconds(60))
    let name = try #require(HTTPField.Name(field))
    for (count, map) in zip([2, 4], Self.mapsWithoutAnOpinion) {
      let resource = Resource(.post("/a").idempotent(.key(field: field)), map)
      let error = try #require(await client.result(of: resource).error)
      #expect(error.response?.status.code == 409 && arrivals.all.count == count)
      #expect(arrivals.all.suffix(2).map { $0.head.headerFields.contains(name) } == [true, false])
    }
    let never = await client.result(
      of: Resource<String, Never>(.post("/a").idempotent(.never), [.code(200, .decode)])
    ).error
    #expect(never?.attempts.count == 2)
  }

  /// Without the key, which is no secret whatever its name, a retry could do it twice.
  @Test func aKeyGoesWithItsBodyToAnotherOrigin() async throws {
    let arrivals = Arrivals()
    let transport = arrivals.transport { request in
      if request.head.path == "/a" {
        return .status(307, headers: [.location: "https://other.example/b"])
      }
      return arrivals.all.count < 4 ? .status(503) : .text("paid")
    }
    var client = Client(baseURL: api, transport: transport)
    client.clock = SkippingClock(end: .seconds(60))
    let name = try #require(HTTPField.Name("X-Idempotency-Token"))
    let pay = Request.post("/a", headers: ["X-Token": "hunter2"], body: .text("5"))
      .idempotent(.key("k", field: "X-Idempotency-Token"))
    #expect(try await client.send(Resource<String, Never>(pay, [.code(200, .decode)])) == "paid")
    #expect(arrivals.all.map { $0.head.headerFields[name] } == Array(repeating: "\"k\"", count: 4))
    let other = try #require(HTTPField.Name("X-Token"))
    #expect(arrivals.all.map { $0.head.headerFields[other] } == ["hunter2", nil, nil, nil])
  }

  @Test func whatMayNotBeSentTwiceMayNotBehindARedirect() async {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        request.head.path == "/a" ? .status(303, headers: [.location: "/b"]) : .status(503)
      })
    client.clock = SkippingClock(end: .seconds(60))
    for (idempotency, requests) in [(Request.Idempotency.byMethod, 4), (.always, 4), (.never, 2)] {
      let before = arrivals.all.count
      _ = await client.result(
        of: Resource<String, Never>(.post("/a").idempotent(idempotency), [.code(200, .decode)]))
      #expect(arrivals.all.count == before + requests, "\(idempotency)")
    }
  }

  /// A call that may have done something can't say that nothing was sent, whatever its last attempt says.
  @Test func whatIsBehindARedirectOrARetryMayHaveBeenProcessed() async throws {
    func error(_ first: TransportResponse?) async throws -> TransportError {
      let arrivals = Arrivals()
      var client = Client(
        baseURL: api,
        transport: arrivals.transport { _ in
          if arrivals.all.count > 1 { throw TransportError(.cannotConnect) }
          if let first { return first }
          throw TransportError(.connectionLost)
        })
      client.clock = SkippingClock(end: .seconds(60))
      let result = await client.result(
        of: Resource<String, Never>(.post("/a").idempotent(), [.code(200, .decode)]))
      return try #require(result.error?.transportError)
    }
    for first in [nil, .status(302, headers: [.location: "/b"]), .status(503)]
      as [TransportResponse?]
    {
      let error = try await error(first)
      #expect(error.kind == .cannotConnect && error.mayHaveBeenProcessed)
    }
  }

  @Test func cancellingDuringAPauseEndsTheCall() async throws {
    let clock = ManualClock()
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .text("later", status: 503) })
    client.clock = clock
    client.timeout = .unlimited
    let task = Task { [client] in
      await client.result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    }
    await clock.waitForSleeps()
    task.cancel()
    let error = try #require(await task.value.error)
    #expect(error.isCancellation && error.attempts.count == 1)
    #expect(error.response?.status.code == 503 && error.response?.text == "later")
    guard case .success(503)? = error.attempts.first?.result else {
      Issue.record("the attempt before it is lost")
      return
    }
  }

  @Test func anAttemptHasALimitOfItsOwn() async throws {
    let clock = ManualClock()
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        if arrivals.all.count == 1 { try await clock.sleep(for: .seconds(3_600)) }
        return .text("fine")
      })
    client.clock = clock
    client.randomness = { 0 }
    client.retry.attemptTimeout = .seconds(2)
    async let response = client.response(to: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(2))
    #expect(try await response.value == "fine")
    guard case .failure(let error)? = try await response.attempts.first?.result else {
      Issue.record("the first attempt did not fail")
      return
    }
    #expect(error.kind == .timedOut(.attempt))
  }

  @Test func anAttemptTakesNoLongerThanItsCallMay() async throws {
    let clock = ManualClock()
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        try await clock.sleep(for: .seconds(3_600))
        return .text("late")
      })
    client.clock = clock
    client.timeout = .seconds(5)
    client.retry.attemptTimeout = .seconds(9)
    async let result = client.result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    await clock.waitForSleeps(2)
    #expect(clock.sleeps.sorted() == [.seconds(5), .seconds(3_600)])
    clock.advance(by: .seconds(9))
    #expect(await result.error?.transportError?.kind == .timedOut(.total))
  }

  @Test func aStreamThatWasHandedOverIsNotSentAgain() async throws {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        .init(
          head: HTTPResponse(status: .ok),
          body: ByteStream(length: nil, once: chunks(["a\n"], then: TransportError(.connectionLost))))
      })
    let stream = try await client.send(
      Resource<ResponseStream<String, Never>, Never>(.get("/a"), [.code(200, .stream(.lines()))]))
    await #expect(throws: (any Error).self) { for try await _ in stream {} }
    #expect(arrivals.all.count == 1)
  }

  @Test(arguments: [408, 425, 500, 503])
  func aServerThatFailsEveryCallGetsATenthMoreRequests(code: Int) async {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport { _ in .status(code) })
    client.clock = SkippingClock()
    client.timeout = .unlimited
    for _ in 0..<1_000 {
      _ = await client.result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    }
    #expect((1_000...1_200).contains(arrivals.all.count), "\(arrivals.all.count)")
  }

  @Test func aFailureThatAnEndpointCallsTransientTakesTheBudget() async {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport { _ in .text("later", status: 404) })
    client.clock = SkippingClock()
    client.timeout = .unlimited
    let resource = Resource<String, Never>(
      .get("/a"),
      [.code(200, .decode), .retryRule { result in if case .failure = result { .transient } else { nil } }])
    for _ in 0..<1_000 { _ = await client.result(of: resource) }
    #expect((1_000...1_200).contains(arrivals.all.count), "\(arrivals.all.count)")
  }
}
