import Foundation
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// A broken stream of events is opened again; the pauses are those of an injected clock.
@Suite(.timeLimit(.minutes(5))) struct StreamReconnectionTests {
  /// One response after the other, and the Last-Event-ID of each request.
  private final class Script: Sendable {
    typealias Step = (code: Int, text: String, error: TransportError?)
    /// Nil is a connection that could not be made.
    private let state: Mutex<(responses: [TransportResponse?], headers: [String?])>

    convenience init(_ responses: [Step]) {
      self.init(responses: responses.map { $0.code == 0 ? nil : scripted($0.code, $0.text, then: $0.error) })
    }

    init(responses: [TransportResponse?]) {
      state = Mutex((responses, []))
    }

    var lastEventIDs: [String?] { state.withLock { $0.headers } }

    var transport: InMemoryTransport {
      InMemoryTransport { [self] request in try next(request) }
    }

    func next(_ request: TransportRequest) throws -> TransportResponse {
      let response = state.withLock { state -> TransportResponse? in
        state.headers.append(HTTPField.Name("Last-Event-ID").flatMap { request.head.headerFields[$0] })
        return state.responses.isEmpty ? .status(204) : state.responses.removeFirst()
      }
      guard let response else { throw TransportError(.cannotConnect) }
      return response
    }
  }

  private let lost = TransportError(.connectionLost)

  /// Reads all that a script sends, skips its pauses, and returns how long they were.
  private func run(
    _ responses: [Script.Step], limit: Int = 10, request: Request = .get("/events"),
    maximum: Int = 1 << 20
  ) async throws -> Run {
    try await run(Script(responses), limit: limit, request: request, maximum: maximum)
  }

  private typealias Run = (given: Given<ServerSentEvent>, pauses: [Duration], ids: [String?])

  private func run(
    _ script: Script, limit: Int = 10, request: Request = .get("/events"), maximum: Int = 1 << 20,
    clock: SkippingClock = SkippingClock(), random: @escaping @Sendable () -> UInt64 = { 0 },
    authentication: Authentication = .off
  ) async throws -> Run {
    var client = Client(baseURL: api, transport: script.transport)
    client.clock = clock
    client.now = { Date(timeIntervalSince1970: clock.now.offset / .seconds(1)) }
    client.authentication = authentication
    client.randomness = random
    client.timeout = .unlimited
    let stream = try await client.send(
      Resource<ResponseStream<ServerSentEvent, Never>, Never>(
        request,
        [
          .code(
            200,
            .stream(
              .serverSentEvents(maximumElementSize: maximum, reconnecting: .after(.seconds(3), limit: limit)))
          )
        ]))
    return (await drain(stream), clock.sleeps, script.lastEventIDs)
  }

  @Test func aBrokenStreamContinuesFromItsLastEvent() async throws {
    let run = try await run([
      (200, "id: 1\ndata: a\n\ndata: half", lost), (200, "data: b\n\nid: 2\ndata: c\n\n", lost),
    ])
    #expect(run.given.elements.map(\.data) == ["a", "b", "c"] && run.given.error == nil)
    #expect(run.ids == [nil, "1", "2"])
  }

  @Test func halfAnEventIsForgottenWhenTheStreamBreaks() async throws {
    let run = try await run([
      (200, "data: a\n\nevent: half\ndata: b\n", lost), (200, "data: c\n\n", nil),
    ])
    #expect(run.given.elements.map { "\($0.type) \($0.data)" } == ["message a", "message c"])
  }

  @Test func anIDThatNoBlankLineFollowedIsNotSent() async throws {
    let run = try await run([(200, "id: 1\ndata: a\n\nid: 2\ndata: b\n", lost)])
    #expect(run.ids == [nil, "1"], "the event with ID 2 was never given")
  }

  @Test func aStreamThatTheServerEndsContinuesToo() async throws {
    let run = try await run([(200, "data: a\n\n", nil), (200, "data: b\n\n", nil)])
    #expect(run.given.elements.map(\.data) == ["a", "b"] && run.given.error == nil)
    #expect(run.pauses == [.seconds(3), .seconds(3)])
  }

  @Test func clientsDoNotAllReconnectAtOnce() async throws {
    let responses: [Script.Step] = [
      (200, "data: a\n\n", lost), (0, "", nil), (0, "", nil), (0, "", nil), (0, "", nil), (204, "", nil),
    ]
    let most = try await run(Script(responses), random: { .max })
    #expect(
      zip(most.pauses, [4.5, 9, 18, 36, 45]).allSatisfy { abs($0 / .seconds(1) - $1) < 0.001 },
      "\(most.pauses)")
    let half = try await run(Script(responses), random: { 1 << 63 })
    #expect(half.pauses == [3.75, 7.5, 15, 30, 37.5].map { .seconds($0) })
  }

  @Test func theRandomPartIsAtMostFifteenSeconds() {
    #expect(StreamReconnection.spread(.seconds(3_600), 1 << 63) == .seconds(3_607.5))
    #expect(StreamReconnection.spread(.zero, .max) == .zero)
  }

  @Test func a204EndsTheStream() async throws {
    let run = try await run([(200, "data: a\n\n", lost), (204, "", nil), (200, "data: b\n\n", nil)])
    #expect(run.given.elements.map(\.data) == ["a"] && run.given.error == nil)
    #expect(run.ids.count == 2)
  }

  @Test func thePauseDoublesUpToThirtySecondsAndBeginsAnewAfterSuccess() async throws {
    let run = try await run(
      [(200, "data: a\n\n", lost), (0, "", nil), (503, "", nil), (0, "", nil), (500, "", nil)]
        + [(429, "", nil), (200, "data: b\n\n", lost)])
    #expect(run.given.elements.map(\.data) == ["a", "b"] && run.given.error == nil)
    #expect(run.pauses == [3, 6, 12, 24, 30, 30, 3].map { .seconds($0) })
  }

  @Test func theServerSaysHowLongToWait() async throws {
    let run = try await run(
      [
        (200, "retry: 500\ndata: a\n\n", lost), (0, "", nil),
        (200, "retry: x\nretry: 1s\nretry:\ndata: b\n\n", lost),
      ])
    #expect(run.pauses == [.milliseconds(500), .seconds(1), .milliseconds(500)])
  }

  @Test(arguments: ["9223372036854775807", "99999999999999999999999", "36000000", "60001"])
  func aPauseOfTheServerIsAtMostAMinute(retry: String) async throws {
    let run = try await run([(200, "retry: \(retry)\ndata: a\n\n", lost), (0, "", nil)])
    #expect(run.pauses == [.seconds(60), .seconds(60)])
  }

  @Test(arguments: ["-5", "+5", "1.5", "5 ", "0x5", "\u{665}", "1e3", "99999999999999999999999x"])
  func aPauseThatIsNotOfDigitsIsNone(retry: String) async throws {
    let run = try await run([(200, "retry: \(retry)\ndata: a\n\n", lost)])
    #expect(run.pauses == [.seconds(3)])
  }

  @Test func aRetryAfterIsAtMostAMinuteAndACallersOwnPauseAnHour() {
    let own = StreamReconnection.after(.seconds(7_200))
    #expect(own.pause(attempt: 1, asked: nil, retryAfter: nil) == .seconds(3_600))
    #expect(own.pause(attempt: 1, asked: .seconds(7_200), retryAfter: nil) == .seconds(60))
    let standard = StreamReconnection.standard
    #expect(standard.pause(attempt: 1, asked: nil, retryAfter: .seconds(7_200)) == .seconds(60))
    #expect(standard.pause(attempt: 1, asked: nil, retryAfter: .seconds(45)) == .seconds(45))
    #expect(standard.pause(attempt: .max, asked: .zero, retryAfter: .seconds(-9)) == .seconds(30))
  }

  @Test func failuresInARowHaveALimit() async throws {
    let run = try await run(
      [(200, "data: a\n\n", lost), (0, "", nil), (503, "", nil), (200, "data: b\n\n", nil)], limit: 2)
    #expect(run.given.elements.map(\.data) == ["a"])
    #expect(run.given.error?.isUndeclared == true && run.given.error?.response?.status.code == 503)
    #expect(run.ids.count == 3)
  }

  @Test func aStreamThatOpensAndBreaksAtOnceIsAFailureToo() async throws {
    let run = try await run(
      [(200, "data: a\n\n", lost)] + Array(repeating: (200, "", lost), count: 9), limit: 3)
    #expect(run.given.error?.transportError?.kind == .connectionLost)
    #expect(run.pauses == [.seconds(3), .seconds(6), .seconds(12)])
  }

  @Test func anyOtherStatusEndsTheStreamWithIt() async throws {
    let run = try await run([(200, "data: a\n\n", lost), (401, "", nil), (200, "data: b\n\n", nil)])
    #expect(run.given.elements.map(\.data) == ["a"])
    #expect(run.given.error?.isUndeclared == true && run.given.error?.response?.status.code == 401)
    #expect(run.ids.count == 2)
  }

  @Test func aBadEventIsNotTriedAgain() async throws {
    let run = try await run(
      [(200, "data: \(String(repeating: "x", count: 50))\n\n", nil)], maximum: 10)
    #expect(run.given.error?.decodingError?.kind == .tooLarge && run.ids.count == 1)
  }

  @Test func withoutReconnectingABrokenStreamIsBroken() async throws {
    let given = try await given(.serverSentEvents(), "data: a\n\n", then: lost)
    #expect(given.elements.map(\.data) == ["a"] && given.error?.transportError?.kind == .connectionLost)
  }

  @Test func aRequestWithAOneShotBodyIsNeverSentAgain() async throws {
    let body = ByteStream(length: nil, once: chunks(["ask"]))
    let run = try await run(
      [(200, "data: a\n\n", lost), (200, "data: b\n\n", nil)], request: .post("/chat", body: .stream(body)))
    #expect(run.given.elements.map(\.data) == ["a"])
    #expect(run.given.error?.transportError?.kind == .connectionLost && run.ids.count == 1)
  }

  @Test func aRequestWithAReplayableBodyIsSentAgain() async throws {
    let run = try await run(
      [(200, "data: a\n\n", lost), (200, "data: b\n\n", nil)], request: .post("/chat", body: .json(1)))
    #expect(run.given.elements.map(\.data) == ["a", "b"] && run.given.error == nil)
  }

  @Test func anEndMarkerIsTheEnd() async throws {
    let (script, clock) = (Script([(200, "data: 1\n\ndata: [DONE]\n\n", nil)]), ManualClock())
    let format = StreamFormat.serverSentEvents(of: Int.self, until: "[DONE]", reconnecting: .standard)
    let given = await drain(try await open(format, over: script.transport, clock: clock))
    #expect(given.elements == [1] && given.error == nil)
    #expect(script.lastEventIDs.count == 1 && clock.sleeps.isEmpty)
  }

  @Test func openingAgainTakesNoLongerThanTheCallMay() async throws {
    let asked = Signal()
    let given = try await runOutOfTime(from: asked) {
      asked.fire()
      await Signal().wait()  // until it is cancelled
      return .status(200)
    }
    #expect(given.elements.map(\.data) == ["a"] && given.error?.transportError?.kind == .timedOut(.total))
  }

  @Test func aRefusalWhoseBodyDoesNotEndIsReportedAtTheTimeout() async throws {
    let watched = Watched()
    let given = try await runOutOfTime(from: watched.isRead, sleeping: 4) {
      .init(head: HTTPResponse(status: .forbidden), body: watched.body(["no"]))
    }
    #expect(given.elements.map(\.data) == ["a"] && given.error?.isUndeclared == true)
    #expect(given.error?.status == .forbidden && given.error?.response?.text == "no")
  }

  /// Breaks a stream, whose call may take 7 seconds, and lets these pass once the second response is that far.
  private func runOutOfTime(
    from reached: Signal, sleeping times: Int = 3,
    _ second: @escaping @Sendable () async -> TransportResponse
  ) async throws -> Given<ServerSentEvent> {
    let clock = ManualClock()
    let script = Script([(200, "data: a\n\n", lost)])
    let transport = InMemoryTransport { request in
      if script.lastEventIDs.isEmpty { return try script.next(request) }
      return await second()
    }
    var client = Client(baseURL: api, transport: transport)
    client.clock = clock
    client.randomness = { 0 }
    let stream = try await client.send(
      Resource<ResponseStream<ServerSentEvent, Never>, Never>(
        .get("/events"), [.code(200, .stream(.serverSentEvents(reconnecting: .after(.seconds(3), limit: 1))))]
      )
    ) { $0.timeout = .seconds(7) }
    let task = Task { await drain(stream) }
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(3))
    await reached.wait()
    await clock.waitForSleeps(times)
    clock.advance(by: .seconds(7))
    let given = await task.value
    #expect(clock.sleeps.sorted() == [.seconds(3)] + Array(repeating: .seconds(7), count: times - 1))
    return given
  }

  @Test func aResponseOfAnotherContentTypeIsARefusal() async throws {
    let page = scripted(200, "<p>Sign in</p>", [.contentType: "text/html"])
    let run = try await run(Script(responses: [scripted(200, "data: a\n\n", then: lost), page]))
    #expect(run.given.elements.map(\.data) == ["a"] && run.ids.count == 2)
    #expect(
      run.given.error?.decodingError?.message
        == "text/html was received where text/event-stream was expected")
    #expect(run.given.error?.status == .ok && run.given.error?.response?.text == "<p>Sign in</p>")
  }

  @Test func aStreamContinuesWithTheContentTypeOfItsOutcome() async throws {
    let headers: HTTPFields = [.contentType: "text/plain"]
    let script = Script(responses: [
      scripted(200, "data: a\n\n", headers, then: lost), scripted(200, "data: b\n\n", headers),
    ])
    var client = Client(baseURL: api, transport: script.transport)
    client.clock = SkippingClock()
    client.timeout = .unlimited
    let events = Outcome<ResponseStream<ServerSentEvent, Never>, Never>.stream(
      .serverSentEvents(reconnecting: .standard))
    let given = await drain(
      try await client.send(Resource(.get("/events"), [.code(200, events.when("text/plain"))])))
    #expect(given.elements.map(\.data) == ["a", "b"] && given.error == nil)
  }

  @Test(arguments: [
    "", "\n\n", "data: half\n", ": half a comment", "id: 1\n\n", "retry: 3000\n\n", "event: x\n\n", "foo\n\n",
  ])
  func whatIsNeitherAnEventNorACommentDoesNotEndARowOfFailures(text: String) async throws {
    let run = try await run(
      [(200, "data: a\n\n", lost)] + Array(repeating: (200, text, lost), count: 9), limit: 3)
    #expect(run.given.error?.transportError?.kind == .connectionLost)
    #expect(run.pauses == [.seconds(3), .seconds(6), .seconds(12)])
  }

  @Test(arguments: [":\n\n", ": keep-alive\n\n", ":\n", ":\r", "\u{FEFF}:\n"])
  func aStreamOfHeartbeatsIsAlive(text: String) async throws {
    let clock = SkippingClock()
    let quiet = (0..<18).map { number in
      lasting(.seconds(5), on: clock, text, then: number < 9 ? lost : nil)
    }
    let run = try await run(
      Script(
        responses: [scripted(200, "id: 1\ndata: a\n\n", then: lost)] + quiet
          + [scripted(200, "data: b\n\n", then: lost)]), limit: 3, clock: clock)
    #expect(run.given.elements.map(\.data) == ["a", "b"] && run.given.error == nil)
    #expect(run.pauses == Array(repeating: .seconds(3), count: 20))
    #expect(run.ids.dropFirst().allSatisfy { $0 == "1" })
  }

  @Test(arguments: [Duration.zero, .milliseconds(4_999)])
  func aServerThatSendsOneCommentAndEndsIsNotAskedForEver(time: Duration) async throws {
    let clock = SkippingClock()
    let comments = (0..<9).map { number in
      lasting(time, on: clock, ": hello\n\n", then: number % 2 == 0 ? lost : nil)
    }
    let run = try await run(
      Script(responses: [scripted(200, "data: a\n\n", then: lost)] + comments), limit: 4, clock: clock)
    #expect(run.given.elements.map(\.data) == ["a"] && run.ids.count == 5)
    #expect(run.given.error?.transportError?.kind == .connectionLost)
    #expect(run.pauses == [3, 6, 12, 24].map { .seconds($0) })
  }

  @Test func timeAloneIsNoSignOfLife() async throws {
    let clock = SkippingClock()
    let silent = (0..<9).map { _ in lasting(.seconds(3_600), on: clock, "id: 1\n\n", then: nil) }
    let run = try await run(
      Script(responses: [scripted(200, "data: a\n\n", then: lost)] + silent), limit: 2, clock: clock)
    #expect(run.given.error?.transportError?.kind == .connectionLost && run.ids.count == 3)
  }

  @Test func aHeartbeatEndsARowOfFailures() async throws {
    let clock = SkippingClock()
    let heartbeat = lasting(.seconds(60), on: clock, ":\n\n", then: lost)
    let run = try await run(
      Script(
        responses: [scripted(200, "data: a\n\n", then: lost), nil, scripted(503, ""), heartbeat, nil, nil]),
      limit: 3, clock: clock)
    #expect(run.pauses == [3, 6, 12, 3, 6, 12].map { .seconds($0) })
  }

  @Test func theCallersIDIsSentUntilTheServerGivesOne() async throws {
    func ids(_ text: String) async throws -> [String?] {
      var request = Request.get("/events")
      request.headers["Last-Event-ID"] = "7"
      return try await run([(200, text, lost), (200, "data: b\n\n", lost)], request: request).ids
    }
    #expect(try await ids("data: a\n\n") == ["7", "7", "7"])
    #expect(try await ids("id: 8\ndata: a\n\n") == ["7", "8", "8"])
    #expect(try await ids("id\ndata: a\n\n") == ["7", nil, nil], "the server has reset it")
    #expect(try await ids("id: 8\ndata: a\n\nid:\n\n") == ["7", nil, nil])
    #expect(try await ids("id: a\u{8}\ndata: a\n\n") == ["7", nil, nil], "it can't be sent")
    #expect(try await ids("data: a\n\nid: 8\n") == ["7", "7", "7"], "no blank line followed")
  }

  @Test(arguments: ["a\u{1}b", "\u{7F}", "a\u{8}"])
  func anIDThatIsNoValidFieldValueIsNotSent(id: String) async throws {
    let run = try await run([(200, "id: \(id)\ndata: a\n\n", lost), (200, "data: b\n\n", lost)])
    #expect(run.given.elements.map(\.id) == [id, id])
    #expect(run.ids == [nil, nil, nil])
  }

  @Test func anIDOutsideOfASCIIIsSentAsUTF8() async throws {
    let run = try await run([(200, "id: ä👩\ndata: a\n\n", lost)])
    #expect(run.ids == [nil, "ä👩"])
  }

  @Test func anIDThatTheServerHasResetIsNotSent() async throws {
    let run = try await run([(200, "id: 1\ndata: a\n\nid\n\n", lost)])
    #expect(run.ids == [nil, nil])
  }

  @Test func aServerThatEndsEachStreamWithoutAnEventEndsItWithAnError() async throws {
    let run = try await run(
      [(200, "data: a\n\n", nil)] + Array(repeating: (200, "\n", nil), count: 9), limit: 3)
    #expect(run.given.elements.map(\.data) == ["a"] && run.ids.count == 4)
    #expect(run.given.error?.transportError?.kind == .connectionLost)
    #expect(
      run.given.error?.transportError?.message
        == "the server ended the stream, and 3 reconnections in a row gave no event")
  }

  @Test func aServerThatWantsNoPauseGetsOneAfterAFailure() async throws {
    let run = try await run(
      [(200, "retry: 0\ndata: a\n\n", lost)] + Array(repeating: (200, "", nil), count: 6)
        + [(200, "data: b\n\n", lost)])
    #expect(run.pauses == [0, 1, 2, 4, 8, 16, 30, 0].map { .seconds($0) })
  }

  @Test func aRetryAfterThatIsLongerThanThePauseCountsOnceAndAMinuteAtMost() async throws {
    let busy = ["60", "1", "99999999", "Fri, 31 Dec 9999 23:59:59 GMT"].map {
      scripted(503, "", [.retryAfter: $0])
    }
    let run = try await run(
      Script(responses: [scripted(200, "data: a\n\n", then: lost)] + busy + [scripted(500, ""), nil]))
    #expect(run.pauses == [3, 60, 12, 60, 60, 30, 30].map { .seconds($0) })
  }

  @Test func aRetryAfterDoesNotOutliveTheNextFailure() async throws {
    let busy = scripted(503, "", [.retryAfter: "60"])
    let run = try await run(Script(responses: [scripted(200, "data: a\n\n", then: lost), busy, nil, nil]))
    #expect(run.pauses == [3, 60, 12, 24].map { .seconds($0) })
  }

  @Test(arguments: [1, 10]) func aRefusalHasItsHeadAndItsBody(limit: Int) async throws {
    let code = limit == 1 ? 503 : 403
    let refusal = scripted(code, #"{"why": "gone"}"#, [.contentType: "application/json", .server: "s"])
    let run = try await run(
      Script(responses: [scripted(200, "data: a\n\n", then: lost), refusal]), limit: limit)
    let response = try #require(run.given.error?.response)
    #expect(run.given.error?.isUndeclared == true && response.status.code == code)
    #expect(response.headers[.server] == "s")
    #expect(try response.decode([String: String].self) == ["why": "gone"])
  }

  @Test func ofARefusalsBodyNoMoreIsReadThan64KiB() async throws {
    let long = scripted(403, String(repeating: "x", count: 100_000))
    let run = try await run(Script(responses: [scripted(200, "data: a\n\n", then: lost), long]))
    #expect(run.given.error?.response?.body.count == 64 << 10)
  }

  @Test func cancellingWithinAPauseIsACancellation() async throws {
    let (script, clock) = (Script([(200, "data: a\n\n", lost)]), ManualClock())
    let stream = try await open(
      .serverSentEvents(reconnecting: .standard), over: script.transport, clock: clock)
    let task = Task { await drain(stream) }
    await clock.waitForSleeps()
    task.cancel()
    let given = await task.value
    #expect(given.elements.map(\.data) == ["a"] && given.error?.transportError?.kind == .cancelled)
    #expect(script.lastEventIDs.count == 1)
  }

  /// While the stream was open, the token has expired.
  @Test func aRefreshThatFailsForNowIsOneMoreFailure() async throws {
    let refreshes = Mutex(0)
    let session = Session<BearerToken> { _, _ in
      let count = refreshes.withLock { count in
        count += 1
        return count
      }
      guard count > 2 else { throw TransportError(.cannotConnect) }
      return BearerToken("new")
    }
    try await session.signIn(BearerToken("old", expiration: Date(timeIntervalSince1970: 2)))
    let script = Script([(200, "data: a\n\n", lost), (200, "data: b\n\n", nil)])
    let run = try await run(script, authentication: .session(session))
    #expect(run.given.elements.map(\.data) == ["a", "b"] && run.given.error == nil)
    #expect(run.pauses == [.seconds(3), .seconds(6), .seconds(12), .seconds(3)])
    #expect(refreshes.withLock { $0 } == 3)
  }

  @Test func aRefreshThatIsRefusedForGoodEndsTheStream() async throws {
    let session = Session<BearerToken> { _, _ in throw OAuthError(.invalidGrant) }
    try await session.signIn(BearerToken("old", expiration: Date(timeIntervalSince1970: 2)))
    let run = try await run(Script([(200, "data: a\n\n", lost)]), authentication: .session(session))
    #expect(run.given.elements.map(\.data) == ["a"] && run.pauses == [.seconds(3)])
    #expect(run.given.error?.transportError?.kind == .other && session.state != .signedIn(as: nil))
  }
}
