import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

struct StageTests {
  /// A middleware that is a function.
  private struct Step: Stage {
    let appliesToOtherOrigins: Bool
    private let step: @Sendable (AttemptRequest, NextStage) async throws -> AttemptResponse

    init(
      appliesToOtherOrigins: Bool = false,
      _ step: @escaping @Sendable (AttemptRequest, NextStage) async throws -> AttemptResponse
    ) {
      self.appliesToOtherOrigins = appliesToOtherOrigins
      self.step = step
    }

    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse {
      do { return try await step(request, next) } catch {
        throw error as? AttemptError ?? AttemptError(error as? TransportError ?? TransportError(.cancelled))
      }
    }
  }

  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private static func field(_ value: String, appliesToOtherOrigins: Bool = false) -> Step {
    Step(appliesToOtherOrigins: appliesToOtherOrigins) { request, next in
      var request = request
      request.headers[.userAgent] = value
      return try await next(request)
    }
  }

  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(
    _ arrivals: Arrivals, _ middleware: [any Stage],
    _ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse = {
      _ in .text("fine")
    }
  ) -> Client {
    var client = Client(baseURL: api, transport: arrivals.transport(respond))
    client.clock = SkippingClock(end: .seconds(60))
    client.stages = middleware
    return client
  }

  @Test func theFirstIsTheOutermost() async throws {
    let log = Log()
    let steps = ["a", "b"].map { name in
      Step { request, next in
        log.add("\(name) \(request) \(request.number) \(request.cause)")
        let response = try await next(request)
        log.add("\(name) \(response.head.status.code)")
        return response
      }
    }
    _ = try await client(Arrivals(), steps).send(text)
    #expect(log.all == ["a GET /a 1 first", "b GET /a 1 first", "b 200", "a 200"])
  }

  @Test func whatItChangesIsSentAndIsInTheRecord() async throws {
    let arrivals = Arrivals()
    let body = Step { request, next in
      var request = request
      request.body = ByteStream(Data("signed".utf8))
      return try await next(request)
    }
    let response = try await client(arrivals, [Self.field("app/1"), body])
      .response(to: Resource<String, Never>(.post("/a", body: .text("x")), [.code(200, .decode)]))
    #expect(arrivals.all.map { $0.head.headerFields[.userAgent] } == ["app/1"])
    #expect(arrivals.all.map(\.bytes) == [Data("signed".utf8)])
    #expect(response.request.headers[.userAgent] == "app/1" && response.request.bodyLength == 6)
    #expect(response.attempts.last?.request?.headers[.userAgent] == "app/1")
  }

  @Test func itReceivesEachRetryAndEachRedirect() async throws {
    let log = Log()
    let arrivals = Arrivals()
    let step = Step { request, next in
      log.add("\(request.number) \(request.cause) \(request.isOwnOrigin) \(request.head.path ?? "")")
      #expect(request.headers[.userAgent] == nil, "it is given what the endpoint asked for")
      var request = request
      request.headers[.userAgent] = "app"
      return try await next(request)
    }
    _ = try await client(arrivals, [step]) { _ in
      switch arrivals.all.count {
      case 1: .status(503)
      case 2: .status(302, headers: [.location: "/b"])
      case 3: .status(307, headers: [.location: "https://elsewhere.example/c"])
      default: .text("fine")
      }
    }.send(text)
    #expect(
      log.all == ["1 first true /a", "2 retry true /a", "3 redirect true /b", "4 redirect false /c"])
    #expect(arrivals.all.map { $0.head.headerFields[.userAgent] } == ["app", "app", "app", nil])
  }

  /// Whatever follows a redirect to another origin is its doing, also within that origin and on the way back.
  @Test func afterAnotherOriginNoRequestIsAtTheOwnOrigin() async throws {
    let log = Log()
    let step = Step { request, next in
      log.add("\(request.isOwnOrigin) \(request.head.authority ?? "")\(request.head.path ?? "")")
      return try await next(request)
    }
    _ = try await client(Arrivals(), [step]) { request in
      switch request.head.path {
      case "/a": .status(307, headers: [.location: "https://elsewhere.example/b"])
      case "/b": .status(307, headers: [.location: "/c"])
      case "/c": .status(307, headers: [.location: "\(api)/d"])
      case "/d": .status(307, headers: [.location: "/e"])
      default: .text("fine")
      }
    }.send(text)
    #expect(
      log.all == [
        "true api.example.com/a", "false elsewhere.example/b", "false elsewhere.example/c",
        "false api.example.com/d", "false api.example.com/e",
      ])
  }

  @Test func changesThatMayGoToOtherOriginsDo() async throws {
    let arrivals = Arrivals()
    _ = try await client(arrivals, [Self.field("app", appliesToOtherOrigins: true)]) { request in
      request.head.authority == "api.example.com"
        ? .status(307, headers: [.location: "https://elsewhere.example/c"]) : .text("fine")
    }.send(text)
    #expect(arrivals.all.map { $0.head.headerFields[.userAgent] } == ["app", "app"])
  }

  @Test func itCanRespondItself() async throws {
    let arrivals = Arrivals()
    let closed = Step { _, _ in
      AttemptResponse(head: HTTPResponse(status: 200), body: ByteStream(Data("closed".utf8)))
    }
    let response = try await client(arrivals, [closed]).response(to: text)
    #expect(response.value == "closed" && arrivals.all.isEmpty)
  }

  @Test func whatItThrowsIsTheErrorOfTheCall() async throws {
    struct NoKey: Error {}
    let arrivals = Arrivals()
    let failing = Step { _, _ in
      throw TransportError(.middleware, message: "there is no key", underlying: NoKey())
    }
    let error = try #require(await client(arrivals, [failing]).result(of: text).error)
    #expect(error.transportError?.kind == .middleware && error.transportError?.underlying is NoKey)
    #expect(error.description == "GET /a: no response: there is no key")
    #expect(arrivals.all.isEmpty && error.attempts.isEmpty, "nothing was on the wire")
  }

  @Test func whatPassesIsRetriedAroundIt() async throws {
    let log = Log()
    let flaky = Step { request, next in
      log.add("\(request.number)")
      if log.all.count < 3 { throw TransportError(.connectionLost) }
      return try await next(request)
    }
    #expect(try await client(Arrivals(), [flaky]).send(text) == "fine")
    #expect(log.all.count == 3)
  }

  @Test(arguments: ["authority", "scheme", "host", "content-length", "transfer-encoding"])
  func itCantSendARequestElsewhereNorFrameIt(what: String) async throws {
    let arrivals = Arrivals()
    let step = Step { request, next in
      var request = request
      switch what {
      case "authority": request.head.authority = "evil.example"
      case "scheme": request.head.scheme = "http"
      default:
        if let name = HTTPField.Name(what) { request.headers[name] = "1" }
      }
      return try await next(request)
    }
    let error = try #require(await client(arrivals, [step]).result(of: text).error)
    #expect(error.transportError?.kind == .middleware && arrivals.all.isEmpty)
    #expect(error.transportError?.mayHaveBeenProcessed == false)
  }

  @Test func itSeesTheBodyAsItArrives() async throws {
    let seen = Mutex(0)
    let counting = Step { request, next in
      var response = try await next(request)
      let body = response.body
      response.body = ByteStream(
        length: body.length,
        once: {
          var chunks = body.makeAsyncIterator()
          return { () async throws(TransportError) -> Data? in
            let chunk = try await chunks.next(isolation: nil)
            seen.withLock { $0 += chunk?.count ?? 0 }
            return chunk
          }
        })
      return response
    }
    let arrivals = Arrivals()
    let stream = ByteStream(length: nil, once: chunks(["one", "two", "three"]))
    let lines = try await client(arrivals, [counting]) { _ in
      TransportResponse(head: HTTPResponse(status: 200), body: stream)
    }.send(Resource<ResponseStream<Data, Never>, Never>(.get("/a"), [.code(200, .stream(.bytes))]))
    #expect(seen.withLock { $0 } == 0)
    var bytes = Data()
    for try await chunk in lines { bytes += chunk }
    #expect(bytes == Data("onetwothree".utf8))
    #expect(seen.withLock { $0 } == 11)
  }

  @Test(arguments: [false, true]) func itRunsWithinTheTimeForAHead(hasCache: Bool) async throws {
    let clock = ManualClock()
    var client = client(
      Arrivals(),
      [
        Step { request, next in
          try await Task.sleep(for: .seconds(3_600))
          return try await next(request)
        }
      ])
    client.clock = clock
    client.retry = .off
    client.headTimeout = .seconds(3)
    if hasCache { client.cache = ResponseCache() }
    let own = client
    let call = Task { await own.result(of: text) }
    while !clock.sleeps.contains(.seconds(3)) { await Task.yield() }
    clock.advance(by: .seconds(3))
    #expect(await call.value.error?.transportError?.kind == .timedOut(.head))
  }

  @Test func cancellingTheCallCancelsIt() async throws {
    let began = Log()
    let client = client(
      Arrivals(),
      [
        Step { request, next in
          began.add("began")
          try await Task.sleep(for: .seconds(3_600))
          return try await next(request)
        }
      ])
    let call = Task { await client.result(of: text) }
    while began.all.isEmpty { await Task.yield() }
    call.cancel()
    #expect(await call.value.error?.isCancellation == true)
  }

  @Test func aSecondUseOfABodyThatCanBeReadOnceFails() async throws {
    let twice = Step { request, next in
      _ = try await next(request)
      return try await next(request)
    }
    let body = ByteStream(length: 3, once: chunks(["abc"]))
    let arrivals = Arrivals()
    let error = try #require(
      await client(arrivals, [twice]).result(
        of: Resource<String, Never>(.post("/a", body: .stream(body)), [.code(200, .decode)])
      ).error)
    #expect(error.transportError?.kind == .bodyConsumed && arrivals.all.count == 1)
  }

  @Test func itsRequestShowsNoSecret() async throws {
    let shown = Mutex("")
    let step = Step { request, next in
      var text = "\(request) "
      dump(request, to: &text)
      shown.withLock { [text] in $0 = text }
      return try await next(request)
    }
    _ = try await client(Arrivals(), [step]).send(text) { $0.headers[.authorization] = "Bearer s3cret" }
    #expect(shown.withLock { $0.contains("GET /a") && !$0.contains("s3cret") })
  }
}
