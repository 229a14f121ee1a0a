#if Observability
import Foundation
import HTTPTypes
import InMemoryTracing
import Repartee
import Testing
import Tracing

@testable import ReparteeObservability

struct TracingObserverTests {
  private let tracer = HexTracer()
  private var observer: TracingObserver { TracingObserver(tracer: tracer) }

  @Test func eachAttemptIsAClientSpanAndNothingIsAround() async throws {
    let server = Server(
      .status(503), .redirect(to: "/people/7?access_token=hunter2"), .text("Ada"))
    let observer = observer
    #expect(try await server.client(observer).send(GetUser(id: 7)) == "Ada")

    let spans = tracer.spans
    #expect(spans.map(\.operationName) == ["GET /users/{}", "GET /users/{}", "GET /users/{}"])
    #expect(spans.map(\.kind) == [.client, .client, .client])
    #expect(spans.map(\.parentSpanID) == [nil, nil, nil])
    #expect(spans.map { $0.status?.code } == [.error, nil, nil])
    #expect(spans.allSatisfy { $0.events.isEmpty && $0.links.isEmpty && $0.errors.isEmpty })
    let same = [
      "http.request.method": "GET", "server.address": "api.example.com", "server.port": "443",
      "url.template": "/users/{}", "repartee.operation": "GetUser",
    ]
    #expect(
      spans.map(\.texts) == [
        same.with([
          "url.full": "https://api.example.com/users/7", "http.response.status_code": "503",
          "error.type": "503",
        ]),
        same.with([
          "url.full": "https://api.example.com/users/7", "http.response.status_code": "302",
          "http.request.resend_count": "1",
        ]),
        same.with([
          "url.full": "https://api.example.com/people/7?access_token=***",
          "http.response.status_code": "200", "http.request.resend_count": "2",
        ]),
      ])
    #expect(observer.spans.count == 0)
  }

  @Test func aCallIsAnInternalSpanIfAskedFor() async throws {
    let server = Server(.status(503), .text("Ada"))
    let observer = TracingObserver(tracer: tracer, callSpans: true)
    _ = try await server.client(observer).send(GetUser(id: 7))

    let spans = tracer.spans
    #expect(spans.map(\.kind) == [.client, .client, .internal])
    let call = try #require(spans.last)
    #expect(call.operationName == "GetUser")
    #expect(spans.map(\.parentSpanID) == [call.spanID, call.spanID, nil])
    #expect(call.texts == ["repartee.operation": "GetUser"] && call.status == nil)
    #expect(observer.spans.count == 0)
  }

  @Test func aFailedCallIsAnErrorOfItsSpan() async {
    for (response, type) in [
      (TransportResponse.status(404), "404"), (.json("[]", status: 200), "undecodable"),
    ] {
      let tracer = HexTracer()
      let client = Server(response).client(TracingObserver(tracer: tracer, callSpans: true))
      _ = await client.result(of: Resource<Int, Never>(.get("/count"), [.code(200, .decode)]))
      #expect(tracer.spans.last?.texts == ["error.type": type])
      #expect(tracer.spans.last?.status?.code == .error)
    }
  }

  @Test func aDeclaredFailureIsNamedInTheSpanOfItsCall() async {
    enum Refusal: Error { case frozen(String) }
    let account = Resource<Void, Refusal>(.post("/"), [.code(409, .error(.frozen("hunter2")))])
    let client = Server(.status(409)).client(TracingObserver(tracer: tracer, callSpans: true))
    _ = await client.result(of: account)
    #expect(tracer.spans.map(\.operationName) == ["POST /", "POST /"])
    #expect(tracer.spans.last?.texts == ["error.type": "409", "repartee.failure": "frozen"])
  }

  @Test func operationsOfSpansAreBounded() async throws {
    let observer = TracingObserver(
      tracer: tracer, callSpans: true, limits: LabelLimits(operations: 1))
    let client = Server(.text("")).client(observer)
    for name in ["createInvoice", "sendInvoice", "createInvoice"] {
      _ = try await client.send(Resource<String, Never>(.post("/").named(name), [.code(200, .decode)]))
    }
    let calls = tracer.spans.filter { $0.kind == .internal }
    #expect(calls.map(\.operationName) == ["createInvoice", "POST /", "createInvoice"])
    let attempts = tracer.spans.filter { $0.kind == .client }
    #expect(attempts.map(\.operationName) == ["POST /", "POST /", "POST /"])
    #expect(attempts.map { $0.texts["repartee.operation"] } == ["createInvoice", nil, "createInvoice"])
  }

  @Test func theParentIsTheCallersSpan() async throws {
    let client = Server(.text("Ada")).client(observer)
    try await tracer.withSpan("caller") { span in
      _ = try await client.send(GetUser(id: 7))
      #expect(tracer.spans.map(\.parentSpanID) == [span.spanID])
      #expect(tracer.spans.map(\.traceID) == [span.traceID])
    }
  }

  @Test(arguments: [true, false])
  func theParentOfARefreshIsTheCall(hasCallSpans: Bool) async throws {
    let session = Session<BearerToken> { _, refresh in
      BearerToken(
        try await refresh.client.send(Resource<String, Never>(.post("/token"), [.code(200, .decode)])))
    }
    try await session.signIn(BearerToken("old"))
    var client = Server(.status(401), .text("new"), .text("Ada"))
      .client(TracingObserver(tracer: tracer, callSpans: hasCallSpans))
    client.clock = ContinuousClock()
    client.authentication = .session(session)
    let own = client
    try await tracer.withSpan("caller") { caller in
      _ = try await own.send(GetUser(id: 7))
      let spans = tracer.spans
      let refresh = try #require(spans.first { $0.operationName == "POST /token" && $0.kind == .client })
      guard hasCallSpans else { return #expect(refresh.parentSpanID == caller.spanID) }
      let call = try #require(spans.first { $0.operationName == "POST /token" && $0.kind == .internal })
      let parent = try #require(spans.first { $0.operationName == "GetUser" && $0.kind == .internal })
      #expect(refresh.parentSpanID == call.spanID && call.parentSpanID == parent.spanID)
    }
  }

  @Test func a404ThatIsOutputLeavesTheStatusUnset() async throws {
    #expect(try await Server(.status(404)).client(observer).send(FindUser(id: 7)) == nil)
    #expect(tracer.spans.map { $0.status?.code } == [nil])
    #expect(tracer.spans.map { $0.texts["error.type"] } == [nil])
    #expect(tracer.spans.map { $0.texts["http.response.status_code"] } == ["404"])
  }

  @Test func a404ThatIsNotDeclaredIsAnError() async {
    _ = await Server(.status(404)).client(observer).result(of: GetUser(id: 7))
    #expect(tracer.spans.map { $0.status?.code } == [.error])
    #expect(tracer.spans.map { $0.texts["error.type"] } == ["404"])
  }

  @Test func a503ThatIsOutputIsAnError() async throws {
    var client = Server(.status(503)).client(observer)
    client.retry = .off
    #expect(
      try await client.send(Resource<String?, Never>(.get("/motd"), [.code(503, .value(nil))])) == nil)
    #expect(tracer.spans.map { $0.status?.code } == [.error])
  }

  @Test func cancellationIsNoError() async {
    let observer = TracingObserver(tracer: tracer, callSpans: true)
    let result = await cancelled(GetUser(id: 7), observer)
    #expect(throws: CallError<Never>.self) { try result.get() }
    #expect(tracer.spans.map(\.kind) == [.client, .internal])
    #expect(tracer.spans.map { $0.status?.code } == [nil, nil])
    #expect(tracer.spans.map { $0.texts["error.type"] } == [nil, nil])
    #expect(observer.spans.count == 0)
  }

  @Test func anAttemptThatIsNotSentHasNoSpan() async {
    let server = Server(.text("Ada"))
    let client = server.client(observer)
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await client.result(of: GetUser(id: 7))
    }
    #expect((try? await call.value.get()) == nil)
    #expect(server.arrived.isEmpty)
    #expect(tracer.spans.isEmpty)
    #expect(tracer.memory.activeSpans.isEmpty)
  }

  @Test(arguments: [false, true]) func aTimeoutIsAnErrorOfThatKind(hasCallMiddleware: Bool) async {
    let observer = TracingObserver(tracer: tracer, callSpans: true)
    let clock = SteppingClock(isOpen: false)
    var client = Client(
      baseURL: "https://api.example.com", transport: SilentTransport { clock.open() })
    client.clock = clock
    client.retry = .off
    client.observers = [observer]
    if hasCallMiddleware { client.callMiddleware = [Passing()] }
    _ = await client.result(of: GetUser(id: 7))
    #expect(tracer.spans.map { $0.texts["error.type"] } == ["timedOut.total", "timedOut.total"])
    #expect(tracer.spans.map { $0.status?.code } == [.error, .error])
    #expect(observer.spans.count == 0)
  }

  @Test func aFailedTransportIsAnErrorOfItsKind() async {
    let observer = observer
    _ = await Server().client(observer).result(of: GetUser(id: 7))
    #expect(tracer.spans.map { $0.texts["error.type"] } == Array(repeating: "connectionLost", count: 3))
    #expect(tracer.spans.allSatisfy { $0.texts["http.response.status_code"] == nil })
    #expect(observer.spans.count == 0)
  }

  @Test func theSpanOfAStreamEndsAtItsHead() async throws {
    let (chunks, feed) = AsyncStream<Data>.makeStream()
    let body = ByteStream(
      length: nil,
      once: {
        nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
        return { () async throws(TransportError) -> Data? in await iterator.next() }
      })
    let server = Server(.init(head: HTTPResponse(status: .ok), body: body))
    let stream = try await server.client(observer).send(
      Resource<ResponseStream<String, Never>, Never>(.get("/lines"), [.code(200, .stream(.lines()))]))
    #expect(tracer.spans.map { $0.texts["http.response.status_code"] } == ["200"])
    feed.finish()
    for try await _ in stream {}
    #expect(tracer.spans.count == 1)
  }

  @Test func theTraceContextArrivesOnceWithEachRequestToTheFirstOrigin() async throws {
    let server = Server(
      .status(503), .redirect(to: "/elsewhere"), .redirect(to: "https://other.example/"), .text("Ada"))
    _ = try await server.client(observer, observer).send(GetUser(id: 7))

    let name = try #require(HTTPField.Name("traceparent"))
    let arrived = server.arrived.map { $0.headerFields[fields: name].map(\.value) }
    // Two observers: the first one's is sent.
    let spans = tracer.spans
    #expect(spans.count == 8)
    #expect(arrived == [[spans[0].traceparent], [spans[2].traceparent], [spans[4].traceparent], []])
    #expect(spans.map { $0.texts["server.address"] }.suffix(1) == ["other.example"])
  }

  @Test(arguments: [
    ([:], ["traceparent", "tracestate", "baggage", "x-request-id"]),
    (["baggage": "mine"], ["traceparent", "tracestate", "x-request-id"]),
    (["traceparent": "mine"], ["baggage", "x-request-id"]),
    (["tracestate": "mine", "baggage": "mine"], ["x-request-id"]),
    (["x-request-id": "mine"], ["traceparent", "tracestate", "baggage"]),
  ])
  func aTraceContextOfTheRequestIsKeptWhole(_ own: [String: String], injected: [String]) async throws {
    let server = Server(.text("Ada"))
    _ = try await server.client(observer).send(GetUser(id: 7)) { request in
      for (name, value) in own { request.headers[name] = value }
    }
    let span = try #require(tracer.spans.first)
    let all = [
      "traceparent": span.traceparent, "tracestate": "hex=\(span.spanID)", "baggage": "user=7",
      "x-request-id": "7",
    ]
    let fields = try #require(server.arrived.first).headerFields.filter { all[$0.name.canonicalName] != nil }
    let arrived = Dictionary(grouping: fields, by: \.name.canonicalName).mapValues { $0.map(\.value) }
    #expect(arrived == all.filter { injected.contains($0.key) }.with(own).mapValues { [$0] })
  }

  @Test func aMethodThatIsNotKnownIsOther() async throws {
    let client = Server(.text("")).client(observer)
    let long = String(repeating: "X", count: 5_000)
    for method in ["get", "PROPFIND", long] {
      _ = try await client.send(
        Resource<String, Never>(Request(method: method, "/users/\(7)"), [.code(200, .decode)]))
    }
    #expect(tracer.spans.allSatisfy { $0.operationName == "HTTP /users/{}" })
    #expect(tracer.spans.allSatisfy { $0.texts["http.request.method"] == "_OTHER" })
    let originals = tracer.spans.map { $0.texts["http.request.method_original"] ?? "" }
    #expect(originals.prefix(2) == ["get", "PROPFIND"])
    #expect(originals.last?.count == 60)
  }

  @Test func aFullURLHasNoTemplate() async throws {
    let client = Server(.text("")).client(observer)
    _ = try await client.send(
      Resource<String, Never>(Request(.get, url: "http://[::1]:8080/x"), [.code(200, .decode)]))
    let span = try #require(tracer.spans.first)
    #expect(span.operationName == "GET")
    #expect(span.texts["url.template"] == nil)
    #expect(span.texts["server.address"] == "::1")
    #expect(span.texts["server.port"] == "8080")
  }

  @Test func namesOfSpansAreBounded() async throws {
    let observer = TracingObserver(tracer: tracer, limits: LabelLimits(templates: 2))
    let client = Server(.text("")).client(observer)
    for path in ["/a", "/b", "/c", "/d", "/a"] {
      _ = try await client.send(
        Resource<String, Never>(Request(.get, Request.Path(path)), [.code(200, .decode)]))
    }
    #expect(tracer.spans.map(\.operationName) == ["GET /a", "GET /b", "GET", "GET", "GET /a"])
    #expect(tracer.spans.map { $0.texts["url.template"] } == ["/a", "/b", nil, nil, "/a"])
  }

  @Test func aMiddlewareThatSendsTwiceLeavesNothing() async throws {
    let observer = observer
    var client = Server(.text("Ada")).client(observer)
    client.stages = [Twice()]
    _ = try await client.send(GetUser(id: 7))
    #expect(tracer.spans.count == 2)
    #expect(tracer.memory.activeSpans.isEmpty)
    #expect(observer.spans.count == 0)
  }

  @Test func aMiddlewareThatRespondsItselfMakesNoSpan() async throws {
    let observer = observer
    var client = Server(.text("Ada")).client(observer)
    client.stages = [Responding()]
    #expect(try await client.send(FindUser(id: 7)) == nil)
    #expect(tracer.spans.isEmpty && tracer.memory.activeSpans.isEmpty)
  }

  @Test func withoutATracerNothingIsMadeOrSent() async throws {
    let server = Server(.text("Ada"))
    #expect(try await server.client(.tracing()).send(GetUser(id: 7)) == "Ada")
    #expect(server.arrived.first?.headerFields.contains { $0.name.canonicalName == "traceparent" } == false)
  }
}

private struct Passing: CallMiddleware {
  func response<Output, Failure>(
    to call: Resource<Output, Failure>, next: NextCall<Output, Failure>
  ) async throws(CallError<Failure>) -> TypedResponse<Output> { try await next(call) }
}

private struct Twice: Stage {
  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    _ = try await next(request)
    return try await next(request)
  }
}

private struct Responding: Stage {
  func send(
    _ request: AttemptRequest, next: NextStage
  ) async throws(AttemptError) -> AttemptResponse {
    AttemptResponse(head: HTTPResponse(status: .notFound), body: ByteStream(Data()))
  }
}

extension [String: String] {
  fileprivate func with(_ other: [String: String]) -> [String: String] {
    merging(other) { _, other in other }
  }
}
#endif
