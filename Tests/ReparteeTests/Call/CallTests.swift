import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

/// What `Design/TheWayOfACall.md` says has to stay true of the way of a call, one test for each.
struct CallTests {
  private static let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(
    _ responses: [TransportResponse], _ arrivals: Arrivals = Arrivals(),
    _ events: Mutexed<[CallEvent]>? = nil
  ) -> Client {
    let left = Mutex(responses)
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .status(500) }
      })
    client.clock = SkippingClock()
    if let events { client.observers = [.handler { event in events.change { $0.append(event) } }] }
    return client
  }

  @Test func cookiesOfARedirectThatIsFollowedAreStored() async throws {
    let arrivals = Arrivals()
    var client = client(
      [.status(302, headers: [.location: "/b", .setCookie: "c=1"]), .text("ok")], arrivals)
    client.cookies = CookieJar()
    #expect(try await client.send(Self.text) == "ok")
    #expect(arrivals.all.map { $0.head.headerFields[.cookie] } == [nil, "c=1"])
  }

  @Test func theCredentialComesAfterTheCookies() async throws {
    var client = client([.status(200, headers: [.setCookie: "c=1"], body: Data("ok".utf8))])
    client.cookies = CookieJar()
    let signed = Mutex<[String?]>([])
    client.authentication = .signing { request in
      let cookie = request.headers[.cookie]
      signed.withLock { $0.append(cookie) }
    }
    for _ in 1...2 { _ = try await client.send(Self.text) }
    #expect(signed.withLock { $0 } == [nil, "c=1"])
  }

  @Test func theObserversFieldsAreAddedLast() async throws {
    struct Marking: CallObserver {
      func observe(_ event: CallEvent) {}
      func prepare(_ request: inout AttemptRequest, of call: UInt64) {
        request.headers[.from] = request.headers[.userAgent]
      }
    }
    struct Agent: Stage {
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        var request = request
        request.headers[.userAgent] = "app"
        return try await next(request)
      }
    }
    var client = client([.text("ok")])
    client.observers = [Marking()]
    client.stages = [Agent()]
    let response = try await client.response(to: Self.text)
    #expect(response.request.headers[.from] == "app")
  }

  @Test func eachRequestIsReportedOnceAndItsAttemptEndsOnce() async throws {
    struct Twice: Stage {
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        _ = try await next(request)
        return try await next(request)
      }
    }
    let events = Mutexed<[CallEvent]>([])
    var client = client([.text("ok")], Arrivals(), events)
    client.stages = [Twice()]
    _ = try await client.send(Self.text)
    #expect(events.value.count { $0.kind == .attemptStarted } == 2)
    #expect(events.value.count { $0.kind == .attemptEnded } == 1)
  }

  @Test func aRetryIsReportedAfterTheEndOfItsAttempt() async throws {
    let events = Mutexed<[CallEvent]>([])
    _ = try await client([.status(503), .text("ok")], Arrivals(), events).send(Self.text)
    #expect(
      events.value.map(\.kind) == [
        .callStarted, .attemptStarted, .headReceived, .attemptEnded, .retried, .attemptStarted, .headReceived,
        .attemptEnded, .callEnded,
      ])
  }

  @Test func aPermanentRefusalAndABodyForOnceAreNotRefreshed() async throws {
    let refreshes = Mutexed(0)
    let session = Session<BearerToken> { _, _ in
      refreshes.change { $0 += 1 }
      return BearerToken("2")
    }
    try await session.signIn(BearerToken("1"))
    let arrivals = Arrivals()
    var client = client([.status(401)], arrivals)
    client.authentication = .session(session)
    let permanent = Resource<String?, Never>(.get("/a"), [.code(401, .value(nil).permanent)])
    #expect(try await client.send(permanent) == nil)
    #expect(refreshes.value == 0)
    // It starts one, for the next call.
    let body = Request.Body.stream(ByteStream(length: nil, once: chunks(["x"])), contentType: "text/plain")
    let once = Resource<String?, Never>(.put("/a", body: body), [.code(401, .value(nil))])
    #expect(try await client.send(once) == nil)
    #expect(arrivals.all.count == 2)
  }

  @Test func afterARetryTheCacheValidatesBeforeItServes() async throws {
    let arrivals = Arrivals()
    let stored: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
    var client = client(
      [.status(200, headers: stored, body: Data("one".utf8)), .status(503), .status(304, headers: stored)],
      arrivals)
    client.cache = ResponseCache()
    _ = try await client.send(Self.text)
    let response = try await client.response(to: Self.text) { $0.cachePolicy = .noCache }
    #expect(response.value == "one" && response.source == .validated)
    #expect(arrivals.all.map { $0.head.headerFields[.ifNoneMatch] } == [nil, "\"1\"", "\"1\""])
  }

  @Test func whereNothingMayBeSentTheWireRefuses() async throws {
    let arrivals = Arrivals()
    for hasCache in [false, true] {
      var client = client([.text("ok")], arrivals)
      if hasCache { client.cache = ResponseCache() }
      for method in [HTTPRequest.Method.get, .post] {
        let call = Resource<String, Never>(Request(method, "/a"), [.code(200, .decode)])
        let error = await client.result(of: call) { $0.cachePolicy = .onlyIfCached }.error
        #expect(error?.transportError?.kind == .notCached && error?.attempts.isEmpty == true)
      }
    }
    #expect(arrivals.all.isEmpty)
  }

  @Test func aRefusedRedirectHasTheBeginningOfItsBody() async throws {
    let response = TransportResponse.status(
      302, headers: [.location: "ftp://example.com"], body: Data("moved".utf8))
    let error = try #require(await client([response]).result(of: Self.text).error)
    #expect(error.transportError?.kind == .redirectRefused)
    #expect(error.response?.text == "moved")
  }

  @Test func aRefusedRedirectHasTheBeginningOfALongBody() async throws {
    let reads = Mutexed(0)
    let inParts: @Sendable () -> ByteStream.Next = {
      var left = 100
      return { () async throws(TransportError) -> Data? in
        reads.change { $0 += 1 }
        left -= 1
        return left < 0 ? nil : Data(count: 1_000)
      }
    }
    let bodies = [
      ByteStream(Data(count: 100_000)), ByteStream(length: 100_000, once: inParts),
      ByteStream(length: nil, once: inParts),
    ]
    for body in bodies {
      let head = HTTPResponse(status: .found, headerFields: [.location: "ftp://example.com"])
      let error = try #require(
        await client([TransportResponse(head: head, body: body)]).result(of: Self.text).error)
      #expect(error.transportError?.kind == .redirectRefused)
      #expect(error.response?.body.count == 65_536)
    }
    #expect(reads.value == 2 * 66, "the rest is not read")
  }

  @Test func aDeadlineThatEncodingUsedUpSendsNothing() async throws {
    let (arrivals, clock) = (Arrivals(), ManualClock())
    var client = client([.text("ok")], arrivals)
    client.clock = clock
    struct Slow: Encodable, Sendable {
      let clock: ManualClock
      func encode(to encoder: any Encoder) throws {
        clock.advance(by: .seconds(61))
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    }
    let call = Resource<String, Never>(.post("/a", body: .json(Slow(clock: clock))), [.code(200, .decode)])
    let error = try #require(await client.result(of: call).error)
    #expect(error.transportError?.kind == .timedOut(.total))
    #expect(arrivals.all.isEmpty && error.attempts.isEmpty)
  }

  @Test func aCancellationBetweenTwoAttemptsKeepsThem() async throws {
    let client = client([.status(503)])
    let call = Task {
      var client = client
      client.observers = [
        .handler { event in
          if event.kind == .retried { withUnsafeCurrentTask { $0?.cancel() } }
        }
      ]
      return await client.result(of: Self.text)
    }
    let error = try #require(await call.value.error)
    #expect(error.transportError?.kind == .cancelled)
    #expect(error.attempts.count == 1)
  }
}

/// A value that tasks change.
private final class Mutexed<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>
  init(_ value: Value) { mutex = Mutex(value) }
  var value: Value { mutex.withLock { $0 } }
  func change(_ change: (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}
