import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// A stream of events with a declared end is complete only with it.
@Suite(.timeLimit(.minutes(5))) struct StreamEndTests {
  private struct Overload: Error, Decodable, Equatable { var reason: String }

  private struct Read {
    var numbers: [Int] = []
    var error: CallError<Overload>?
  }

  private static let lost = TransportError(.connectionLost)

  private func given(
    until end: StreamEnd, _ texts: String..., then error: TransportError? = nil
  ) async throws -> Given<Int> {
    try await TestSupport.given(
      .serverSentEvents(of: Int.self, until: end), texts.map { Data($0.utf8) }, then: error)
  }

  private func read(
    _ failure: StreamFailureRule<Overload>, until end: StreamEnd, _ text: String
  ) async throws -> Read {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in scripted(200, text) })
    let map: ResponseMap<ResponseStream<Int, Overload>, Never> = [
      .code(200, .stream(.serverSentEvents(of: Int.self, failure: failure, until: end)))
    ]
    let stream = try await client.send(Resource(.get("/x"), map))
    var read = Read()
    do throws(CallError<Overload>) {
      for try await number in stream { read.numbers.append(number) }
    } catch {
      read.error = error
    }
    return read
  }

  /// Reads what these responses say, one after the other; then a 204.
  private func reopened(
    until end: StreamEnd, limit: Int = 3, request: Request = .get("/events"),
    _ responses: TransportResponse...
  ) async throws -> (given: Given<Int>, requests: Int) {
    let rest = Mutex(responses[...])
    let arrivals = Arrivals()
    let transport = arrivals.transport { _ in rest.withLock { $0.popFirst() } ?? .status(204) }
    var client = Client(baseURL: api, transport: transport)
    client.clock = SkippingClock()
    client.timeout = .unlimited
    let format = StreamFormat.serverSentEvents(
      of: Int.self, until: end, reconnecting: .after(.seconds(1), limit: limit))
    let given = await drain(
      try await client.send(
        Resource<ResponseStream<Int, Never>, Never>(request, [.code(200, .stream(format))])))
    return (given, arrivals.all.count)
  }

  // MARK: A body that is cut

  @Test(arguments: ["[DONE]", .data("[DONE]"), .event("done"), .lastEvent("done")] as [StreamEnd])
  func aBodyThatEndsBeforeTheEndIsLostAfterItsElements(end: StreamEnd) async throws {
    let last = end == .lastEvent("done") ? "9" : "[DONE]"
    let text = "data: 1\n\ndata: 2\n\nevent: done\ndata: \(last)\n\n"
    for count in 0..<text.utf8.count {
      let cut = try await given(until: end, String(text.prefix(count)))
      #expect(cut.error?.transportError?.kind == .connectionLost, "cut at \(count)")
      #expect(cut.elements == (count < 9 ? [] : count < 18 ? [1] : [1, 2]), "cut at \(count)")
    }
    for count in 0...text.utf8.count {
      let whole = try await given(until: end, String(text.prefix(count)), String(text.dropFirst(count)))
      #expect(whole.elements == (last == "9" ? [1, 2, 9] : [1, 2]) && whole.error == nil, "cut at \(count)")
    }
  }

  @Test func theErrorSaysWhichEndIsMissing() async throws {
    let data = try await given(until: "[DONE]", "data: 1\n\n")
    #expect(data.error?.transportError?.message.contains("\"[DONE]\"") == true)
    let event = try await given(until: .event("message_stop"), "data: 1\n\n")
    #expect(event.error?.transportError?.message.contains("\"message_stop\"") == true)
    #expect(event.error?.transportError?.message.contains(".ifSent") == true)
  }

  @Test func aCutStreamIsLostAlsoWithAFailureRuleAndWithSkipping() async throws {
    let failable = try await read(.event("error"), until: "[DONE]", "data: 1\n\n")
    #expect(failable.numbers == [1] && failable.error?.transportError?.kind == .connectionLost)
    let skipping = StreamFormat.serverSentEvents(of: Int.self, until: "[DONE]").skippingInvalid { _ in }
    let given = try await TestSupport.given(skipping, "data: 1\n\ndata: x\n\n")
    #expect(given.elements == [1] && given.error?.transportError?.kind == .connectionLost)
  }

  @Test func anEndThatMayBeLeftOutMayBe() async throws {
    for end in [.ifSent("[DONE]"), .ifSent(.event("done")), .ifSent(.ifSent("[DONE]"))] as [StreamEnd] {
      let without = try await given(until: end, "data: 1\n\n")
      #expect(without.elements == [1] && without.error == nil)
      let with = try await given(until: end, "data: 1\n\nevent: done\ndata: [DONE]\n\ndata: 2\n\n")
      #expect(with.elements == [1] && with.error == nil)
      let broken = try await given(until: end, "data: 1\n\n", then: Self.lost)
      #expect(broken.elements == [1] && broken.error?.transportError?.kind == .connectionLost)
    }
  }

  // MARK: What is the end

  @Test func theLastEventIsAnElementAndThatOfAnEventIsNone() async throws {
    let text = "data: 1\n\nevent: done\ndata: 2\n\ndata: 3\n\n"
    #expect(try await given(until: .lastEvent("done"), text).elements == [1, 2])
    let event = try await given(until: .event("done"), text)
    #expect(event.elements == [1] && event.error == nil)
  }

  @Test(arguments: ["event: done\n\n", "event: done\ndata\n\n", "event: done\ndata: \n\n"])
  func anEndByItsTypeNeedsNoData(last: String) async throws {
    for end in [.event("done"), .lastEvent("done")] as [StreamEnd] {
      let given = try await given(until: end, "data: 1\n\n", last, "data: 2\n\n")
      #expect(given.elements == [1] && given.error == nil)
    }
  }

  @Test func aMarkerWithoutItsBlankLineIsNone() async throws {
    for last in ["data: [DONE]", "data: [DONE]\n"] {
      let given = try await given(until: "[DONE]", "data: 1\n\n", last)
      #expect(given.elements == [1] && given.error?.transportError?.kind == .connectionLost)
    }
  }

  @Test func theTextOfAnEndIsComparedByItsBytes() async throws {
    let given = try await given(until: "\"\u{E9}\"", "data: \"e\u{301}\"\n\n")
    #expect(given.error?.decodingError != nil)
  }

  @Test func aVariableIsAnEnd() async throws {
    let marker = ["EN", "D"].joined()
    let given = try await given(until: .data(marker), "data: 1\n\ndata: END\n\n")
    #expect(given.elements == [1] && given.error == nil)
  }

  @Test func aLastEventThatDoesNotFitIsUndecodableOrSkipped() async throws {
    let text = "data: 1\n\nevent: done\ndata: x\n\ndata: 2\n\n"
    let given = try await given(until: .lastEvent("done"), text)
    #expect(given.elements == [1] && given.place == "event 2")
    let format = StreamFormat.serverSentEvents(of: Int.self, until: .lastEvent("done"))
    let skipped = try await TestSupport.given(format.skippingInvalid { _ in }, text)
    #expect(skipped.elements == [1] && skipped.error == nil)
  }

  // MARK: Failures

  @Test func anEventThatIsAFailureAndTheEndIsTheFailure() async throws {
    let text = "data: 1\n\nevent: error\ndata: {\"reason\":\"full\"}\n\n"
    for end in [.event("error"), .lastEvent("error"), .data("{\"reason\":\"full\"}")] as [StreamEnd] {
      let found = try await read(.event("error"), until: end, text)
      #expect(found.numbers == [1] && found.error?.declared == Overload(reason: "full"))
    }
  }

  @Test func aRuleThatCannotReadTheMarkerIsNotAskedAboutIt() async throws {
    struct Envelope: Decodable { var error: Overload? }
    let rule = StreamFailureRule<Overload> { data, _, decoder in
      if data.count == 1 { return nil }
      return try decoder.decode(Envelope.self, from: data).error
    }
    let found = try await read(rule, until: "[DONE]", "data: 1\n\ndata: [DONE]\n\n")
    #expect(found.numbers == [1] && found.error == nil)
  }

  // MARK: Reopening

  @Test func aStreamThatIsReopenedEndsWithItsMarker() async throws {
    let run = try await reopened(
      until: "[DONE]", scripted(200, "data: 1\n\n"), scripted(200, "data: 2\n\n", then: Self.lost),
      scripted(200, "data: 3\n\ndata: [DONE]\n\n"))
    #expect(run.given.elements == [1, 2, 3] && run.given.error == nil && run.requests == 3)
  }

  @Test func atTheLimitTheEndIsMissing() async throws {
    let run = try await reopened(
      until: .event("done"), limit: 2, scripted(200, "data: 1\n\n"), scripted(200, ""), scripted(200, ""))
    #expect(run.given.elements == [1] && run.requests == 3)
    #expect(run.given.error?.transportError?.kind == .connectionLost)
    #expect(run.given.error?.transportError?.message.contains("\"done\"") == true)
  }

  @Test func a204IsTheEndWithoutTheMarker() async throws {
    let run = try await reopened(until: "[DONE]", scripted(200, "data: 1\n\n"))
    #expect(run.given.elements == [1] && run.given.error == nil && run.requests == 2)
  }

  @Test func aCutStreamThatCannotBeReopenedIsLost() async throws {
    let body = Request.Body.stream(ByteStream(length: nil, once: chunks(["ask"])))
    let run = try await reopened(
      until: "[DONE]", request: .post("/chat", body: body), scripted(200, "data: 1\n\n"))
    #expect(run.given.elements == [1] && run.given.error?.transportError?.kind == .connectionLost)
    #expect(run.requests == 1)
  }

  @Test func anEndThatMayBeLeftOutIsReopenedOnlyIfTheConnectionBreaks() async throws {
    let run = try await reopened(
      until: .ifSent("[DONE]"), scripted(200, "data: 1\n\n", then: Self.lost), scripted(200, "data: 2\n\n"),
      scripted(200, "data: 3\n\n"))
    #expect(run.given.elements == [1, 2] && run.given.error == nil && run.requests == 2)
  }

  // MARK: Events without data

  @Test(
    arguments: [
      "data\n\n", "data: \n\n", "data:  \t\ndata:\n\n", "event: ping\n\n", "event: ping\ndata:\n\n",
    ])
  func anEventWithoutDataIsNoElement(event: String) async throws {
    let given = try await TestSupport.given(
      .serverSentEvents(of: Int?.self), "\(event)data: 1\n\n\(event)data: null\n\n")
    #expect(given.elements == [1, nil] && given.error == nil)
  }

  @Test func theIDOfAnEventWithoutDataCounts() async throws {
    let ids = Mutex<[String?]>([])
    let transport = InMemoryTransport { request in
      let id = HTTPField.Name("Last-Event-ID").flatMap { request.head.headerFields[$0] }
      let count = ids.withLock { ids in
        ids.append(id)
        return ids.count
      }
      return count == 1 ? scripted(200, "id: 123\ndata: \n\n", then: Self.lost) : .status(204)
    }
    let format = StreamFormat.serverSentEvents(of: Int.self, reconnecting: .standard)
    var client = Client(baseURL: api, transport: transport)
    client.clock = SkippingClock()
    let given = await drain(
      try await client.send(
        Resource<ResponseStream<Int, Never>, Never>(.get("/x"), [.code(200, .stream(format))])))
    #expect(given.elements.isEmpty && given.error == nil)
    #expect(ids.withLock { $0 } == [nil, "123"])
  }

  @Test(arguments: ["event: error\n\n", "event: error\ndata:\n\n", "event: error\ndata: \n\n"])
  func anEventWithoutDataIsAFailureByItsType(event: String) async throws {
    let found = try await read(.event("error"), until: "[DONE]", "data: 1\n\n\(event)data: 2\n\n")
    #expect(found.numbers == [1] && found.error?.decodingError?.type == Overload.self)
    let own = try await read(
      StreamFailureRule { _, type, _ in type == "error" ? Overload(reason: "none given") : nil },
      until: "[DONE]", "data: 1\n\n\(event)data: 2\n\n")
    #expect(own.numbers == [1] && own.error?.declared == Overload(reason: "none given"))
  }
}
