import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// The events that observers receive.
struct CallEventTests {
  private final class Events: Sendable {
    private let kept = Mutex<[CallEvent]>([])
    var all: [CallEvent] { kept.withLock { $0 } }
    var kinds: [String] { all.map(\.kind.description) }
    var handler: CallEventHandler { .handler { event in self.kept.withLock { $0.append(event) } } }
    subscript(kind: CallEvent.Kind) -> [CallEvent] { all.filter { $0.kind == kind } }
  }

  private let text = Resource<String, UserError>(
    .get("/a/\("x")"), [.code(200, .decode), .code(404, .error(.notFound))])

  private func client(
    _ events: Events,
    _ respond: @escaping @Sendable (Int, TransportRequest) async throws -> TransportResponse
  ) -> (Client, Arrivals) {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api, transport: arrivals.transport { try await respond(arrivals.all.count, $0) })
    client.clock = SkippingClock(end: .seconds(60))
    client.randomness = { .max }
    client.observers = [events.handler]
    return (client, arrivals)
  }

  @Test func aCallIsReportedFromItsBeginningToItsEnd() async throws {
    let events = Events()
    let (client, _) = client(events) { count, _ in
      switch count {
      case 1: .status(503)
      case 2: .status(302, headers: [.location: "/b"])
      default: .text("fine")
      }
    }
    _ = try await client.send(text)
    #expect(
      events.kinds == [
        "callStarted", "attemptStarted", "headReceived", "attemptEnded", "retried", "attemptStarted",
        "headReceived", "attemptEnded", "redirected", "attemptStarted", "headReceived", "attemptEnded",
        "callEnded",
      ])
    #expect(Set(events.all.map(\.id)).count == 1 && Set(events.all.map(\.call)) == ["GET /a/{}"])
    #expect(events[.attemptStarted].map(\.number) == [1, 2, 3])
    #expect(events[.attemptStarted].map { $0.request?.url } == ["\(api)/a/x", "\(api)/a/x", "\(api)/b"])
    #expect(events[.headReceived].map { $0.status?.code } == [503, 302, 200])
    #expect(events[.attemptEnded].map { $0.attempt?.cause } == [.first, .retry, .redirect])
    #expect(events[.attemptEnded].map(\.isExpected) == [false, nil, true])
    #expect(events[.retried].map(\.retryability) == [.transient])
    #expect(events[.retried].first?.pause.map { $0 > .milliseconds(49) } == true)
    #expect(events[.redirected].first?.redirect?.url == "\(api)/b")
    #expect(events[.callEnded].first?.error == nil && events[.callEnded].first?.status == .ok)
    #expect(events.all.map(\.time) == events.all.map(\.time).sorted())
  }

  @Test func aFailureIsReported() async throws {
    let events = Events()
    let (client, _) = client(events) { _, _ in .status(404) }
    _ = await client.result(of: text)
    #expect(
      events[.callEnded].first?.error?.description
        == "GET /a/{} → 404 Not Found, no body: a declared failure (UserError.notFound)")
    #expect(events[.attemptEnded].first?.isExpected == false)
  }

  @Test func whatIsNotRetriedIsReported() async throws {
    let events = Events()
    let (client, _) = client(events) { _, _ in throw TransportError(.connectionLost) }
    _ = await client.result(of: Resource<String, Never>(.post("/a"), [.code(200, .decode)]))
    #expect(events[.notRetried].map(\.retryability) == [.transient] && events[.retried].isEmpty)
    #expect(events.kinds == ["callStarted", "attemptStarted", "attemptEnded", "notRetried", "callEnded"])
    guard case .failure(let error)? = events[.attemptEnded].first?.attempt?.result else {
      Issue.record("the attempt did not fail")
      return
    }
    #expect(error.kind == .connectionLost)
  }

  @Test func aDecisionIsReportedAfterItsAttempt() async throws {
    let events = Events()
    let (client, _) = client(events) { count, _ in
      if count == 1 { throw TransportError(.connectionLost) }
      return .status(503)
    }
    _ = await client.result(of: text)
    #expect(
      events.kinds == [
        "callStarted", "attemptStarted", "attemptEnded", "retried", "attemptStarted", "headReceived",
        "attemptEnded", "retried", "attemptStarted", "headReceived", "attemptEnded", "notRetried",
        "callEnded",
      ])
  }

  @Test func aRequestThatCouldNotBeBuiltIsReported() async throws {
    let events = Events()
    let (client, _) = client(events) { _, _ in .text("fine") }
    _ = await client.result(of: text) { $0.headers["X\nY"] = "1" }
    #expect(events.kinds == ["callStarted", "callEnded"])
    #expect(events.all.last?.error?.request == nil)
  }

  @Test func aRefreshIsReported() async throws {
    let events = Events()
    var (client, _) = client(events) { count, _ in count == 1 ? .status(401) : .text("fine") }
    let session = Session<BearerToken> { _, _ in BearerToken("s3cret-new") }
    try await session.signIn(BearerToken("s3cret-old"))
    client.authentication = .session(session)
    _ = try await client.send(text)
    #expect(
      events.kinds == [
        "callStarted", "attemptStarted", "headReceived", "attemptEnded", "refused", "refreshed",
        "attemptStarted", "headReceived", "attemptEnded", "callEnded",
      ])
    for event in events.all {
      var shown = "\(event) "
      dump(event, to: &shown)
      #expect(!shown.contains("s3cret"))
    }
  }

  @Test func aStreamIsOverAtItsHead() async throws {
    let events = Events()
    let (client, _) = client(events) { _, _ in
      TransportResponse(
        head: HTTPResponse(status: 200), body: ByteStream(length: nil, once: chunks(["a", "b"])))
    }
    let stream = try await client.send(
      Resource<ResponseStream<Data, Never>, Never>(.get("/a"), [.code(200, .stream(.bytes))]))
    #expect(events.kinds.suffix(2) == ["attemptEnded", "callEnded"])
    for try await _ in stream {}
    #expect(events.kinds.count == 5)
  }

  @Test func whatAnObserverAddsGoesToTheFirstOriginAndReplacesNothing() async throws {
    struct Tracer: CallObserver {
      func observe(_ event: CallEvent) {}
      func prepare(_ request: inout AttemptRequest, of call: UInt64) {
        request.headers[.traceparent] = "00-\(request.number)"
        request.headers[.userAgent] = "tracer"
        request.headers[.contentLength] = "7"
        request.head.path = "/elsewhere"
      }
    }
    for hasMiddleware in [false, true] {
      let events = Events()
      var (client, arrivals) = client(events) { _, request in
        request.head.authority == "api.example.com"
          ? .status(307, headers: [.location: "https://elsewhere.example/c"]) : .text("fine")
      }
      client.observers.append(Tracer())
      if hasMiddleware { client.stages = [Passing()] }
      _ = try await client.send(text) { $0.headers[.userAgent] = "app" }
      #expect(arrivals.all.map { $0.head.headerFields[.traceparent] } == ["00-1", nil])
      #expect(arrivals.all.map { $0.head.headerFields[.userAgent] } == ["app", "app"])
      #expect(arrivals.all.map { $0.head.headerFields[.contentLength] } == [nil, nil])
      #expect(arrivals.all.map(\.head.path) == ["/a/x", "/c"])
      #expect(events[.attemptStarted].first?.request?.headers[.traceparent] == "00-1")
    }
  }

  private struct Passing: Stage {
    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse {
      try await next(request)
    }
  }

  @Test func eachCallHasAnIDOfItsOwn() async throws {
    let events = Events()
    let (client, _) = client(events) { _, _ in .text("fine") }
    for _ in 0..<3 { _ = try await client.send(text) }
    #expect(Set(events.all.map(\.id)).count == 3)
  }

  @Test func anEventIsOneLine() async throws {
    let events = Events()
    let (client, _) = client(events) { _, _ in .status(302, headers: [.location: "/\u{1B}[31m"]) }
    _ = await client.result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    for event in events.all {
      #expect(event.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
  }
}

extension HTTPField.Name {
  fileprivate static let traceparent = Self("traceparent") ?? .date
}
