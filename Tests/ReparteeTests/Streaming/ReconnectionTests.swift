import Foundation
import Repartee
import Synchronization
import Testing

/// A broken stream of events is opened again; the pauses are those of an injected clock.
struct ReconnectionTests {
  /// One answer after the other, and what was asked for.
  private final class Script: Sendable {
    typealias Answer = (code: Int, text: String, error: TransportError?)
    private let state: Mutex<(answers: [Answer], headers: [String?])>

    init(_ answers: [Answer]) {
      state = Mutex((answers, []))
    }

    var lastEventIDs: [String?] { state.withLock { $0.headers } }

    var transport: InMemoryTransport {
      InMemoryTransport { [self] request in
        let answer = state.withLock { state -> Answer in
          state.headers.append(HTTPField.Name("Last-Event-ID").flatMap { request.head.headerFields[$0] })
          return state.answers.isEmpty ? (204, "", nil) : state.answers.removeFirst()
        }
        if answer.code == 0 { throw TransportError(.cannotConnect) }
        return .init(
          head: HTTPResponse(status: .init(code: answer.code)),
          body: ByteStream(length: nil, once: chunks([answer.text], then: answer.error)))
      }
    }
  }

  private let lost = TransportError(.connectionLost)

  /// Reads all that a script says, its pauses passed over, and tells how long they were.
  private func run(
    _ answers: [Script.Answer], limit: Int = 10, request: Request = .get("/events"),
    format: StreamFormat<ServerSentEvent> = .serverSentEvents()
  ) async throws -> (given: Given<ServerSentEvent>, pauses: [Duration], ids: [String?]) {
    let (script, clock) = (Script(answers), SkippingClock())
    var client = Client(baseURL: api, transport: script.transport)
    client.clock = clock
    client.timeout = nil
    let stream = try await client.send(
      Resource<ResponseStream<ServerSentEvent>, Never>(
        request, [.code(200, .stream(format.reconnecting(limit: limit)))]))
    return (await drain(stream), clock.slept, script.lastEventIDs)
  }

  @Test func aBrokenStreamGoesOnFromItsLastEvent() async throws {
    let run = try await run([
      (200, "id: 1\ndata: a\n\ndata: half", lost), (200, "data: b\n\nid: 2\ndata: c\n\n", lost),
    ])
    #expect(run.given.elements.map(\.data) == ["a", "b", "c"] && run.given.error == nil)
    #expect(run.ids == [nil, "1", "2"])
  }

  @Test func anIDThatNoBlankLineFollowedIsNotSent() async throws {
    let run = try await run([(200, "id: 1\ndata: a\n\nid: 2\ndata: b\n", lost)])
    #expect(run.ids == [nil, "1"], "the event with ID 2 was never given")
  }

  @Test func aStreamThatTheServerEndsGoesOnToo() async throws {
    let run = try await run([(200, "data: a\n\n", nil), (200, "data: b\n\n", nil)])
    #expect(run.given.elements.map(\.data) == ["a", "b"] && run.given.error == nil)
    #expect(run.pauses == [.seconds(3), .seconds(3)])
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
      [(200, "retry: 500\ndata: a\n\n", lost), (0, "", nil), (200, "retry: x\nretry: 1s\nretry:\n\n", lost)])
    #expect(run.pauses == [.milliseconds(500), .seconds(1), .milliseconds(500)])
  }

  @Test(arguments: ["9223372036854775807", "99999999999999999999999", "36000000"])
  func aServerThatAsksForAgesGetsAnHour(retry: String) async throws {
    let run = try await run([(200, "retry: \(retry)\ndata: a\n\n", lost), (0, "", nil)])
    #expect(run.pauses == [.seconds(3600), .seconds(3600)])
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
      [(200, "data: \(String(repeating: "x", count: 50))\n\n", nil)], format: .serverSentEvents(limit: 10))
    #expect(run.given.error?.decodingFailure?.kind == .tooLarge && run.ids.count == 1)
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

  @Test func aRequestWithABodyThatCanBeReadAgainIs() async throws {
    let run = try await run(
      [(200, "data: a\n\n", lost), (200, "data: b\n\n", nil)], request: .post("/chat", body: .json(1)))
    #expect(run.given.elements.map(\.data) == ["a", "b"] && run.given.error == nil)
  }

  @Test func anEndMarkerIsTheEnd() async throws {
    let (script, clock) = (Script([(200, "data: 1\n\ndata: [DONE]\n\n", nil)]), ManualClock())
    let format = StreamFormat.serverSentEvents(of: Int.self, until: "[DONE]").reconnecting()
    let given = await drain(try await open(format, over: script.transport, clock: clock))
    #expect(given.elements == [1] && given.error == nil)
    #expect(script.lastEventIDs.count == 1 && clock.slept.isEmpty)
  }

  @Test func cancellingWithinAPauseIsACancellation() async throws {
    let (script, clock) = (Script([(200, "data: a\n\n", lost)]), ManualClock())
    let stream = try await open(.serverSentEvents().reconnecting(), over: script.transport, clock: clock)
    let task = Task { await drain(stream) }
    await clock.someoneSleeps()
    task.cancel()
    let given = await task.value
    #expect(given.elements.map(\.data) == ["a"] && given.error?.transportError?.kind == .cancelled)
    #expect(script.lastEventIDs.count == 1)
  }
}

/// A clock on which every sleep is over at once.
private final class SkippingClock: Clock, Sendable {
  private let state = Mutex((now: ManualClock.Instant(), slept: [Duration]()))

  var now: ManualClock.Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  var slept: [Duration] { state.withLock { $0.slept } }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    state.withLock { state in
      state.slept.append(state.now.duration(to: deadline))
      state.now = deadline
    }
  }
}
