import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// What a call records if a middleware does not send exactly once, in its own task.
@Suite(.timeLimit(.minutes(5))) struct WireLogTests {
  private struct Step: Stage {
    let step: @Sendable (AttemptRequest, NextStage) async throws -> AttemptResponse

    func send(
      _ request: AttemptRequest, next: NextStage
    ) async throws(AttemptError) -> AttemptResponse {
      do { return try await step(request, next) } catch {
        throw error as? AttemptError ?? AttemptError(error as? TransportError ?? TransportError(.cancelled))
      }
    }
  }

  private final class Events: CallObserver {
    private let kept = Mutex<[CallEvent]>([])
    func observe(_ event: CallEvent) { kept.withLock { $0.append(event) } }
    subscript(kind: CallEvent.Kind) -> [CallEvent] { kept.withLock { $0.filter { $0.kind == kind } } }
  }

  /// Opened once, for all tasks that wait.
  private struct Gate: Sendable {
    private let opened: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init() { (opened, opening) = AsyncStream<Void>.makeStream() }

    func open() { opening.finish() }
    func pass() async { for await _ in opened {} }
  }

  private let events = Events()
  private let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  private func client(
    _ arrivals: Arrivals = Arrivals(),
    _ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse = {
      request in
      .text(request.head.headerFields[.userAgent] ?? "")
    },
    _ step: @escaping @Sendable (AttemptRequest, NextStage) async throws -> AttemptResponse
  ) -> Client {
    var client = Client(baseURL: api, transport: arrivals.transport(respond))
    client.clock = SkippingClock(end: .seconds(60))
    client.stages = [Step(step: step)]
    client.observers = [events]
    return client
  }

  private static func agent(_ name: String, _ request: AttemptRequest) -> AttemptRequest {
    var request = request
    request.headers[.userAgent] = name
    return request
  }

  private func agent(_ request: SentRequest?) -> String? { request?.headers[.userAgent] }

  @Test(arguments: ["1", "2"]) func ofTwoResponsesTheRecordIsThatOfTheReturnedOne(returned: String)
    async throws
  {
    let client = client { request, next in
      let first = try await next(Self.agent("1", request))
      let second = try await next(Self.agent("2", request))
      return returned == "1" ? first : second
    }
    let response = try await client.response(to: text)
    #expect(response.value == returned && agent(response.request) == returned)
    #expect(response.attempts.map { agent($0.request) } == [returned])
    #expect(events[.attemptStarted].map { agent($0.request) } == ["1", "2"])
    #expect(events[.attemptEnded].map { agent($0.request) } == [returned])
    #expect(events[.attemptEnded].map { agent($0.attempt?.request) } == [returned])
    let failing = Resource<String, PlainError>(.get("/a"), [.code(200, .error("no"))])
    let error = try #require(await client.result(of: failing).error)
    #expect(agent(error.request) == returned && agent(error.response?.request) == returned)
    #expect(error.attempts.map { agent($0.request) } == [returned])
  }

  /// As one fetch for equal calls would.
  @Test(arguments: [true, false]) func anotherCallsResponseOrErrorIsNoAttempt(isResponse: Bool) async throws {
    let given = Kept()
    let client = client(Arrivals()) { _ in
      if isResponse { return .text("1") }
      throw TransportError(.connectionLost)
    } _: { request, next in
      if let known = given.result.withLock({ $0 }) { return try known.get() }
      let result: Result<AttemptResponse, AttemptError>
      do { result = .success(try await next(Self.agent("1", request))) } catch {
        result = .failure(try #require(error as? AttemptError))
      }
      given.result.withLock { $0 = result }
      return try result.get()
    }
    var once = text
    once.request.retry = .off
    _ = await client.result(of: once)
    #expect(events[.attemptEnded].count == 1)
    if isResponse {
      let response = try await client.response(to: once)
      #expect(response.value == "1" && agent(response.request) == nil)
    } else {
      let error = try #require(await client.result(of: once).error)
      #expect(error.transportError?.kind == .connectionLost)
      #expect(error.attempts.isEmpty && agent(error.request) == nil)
    }
    #expect(events[.attemptStarted].count == 1 && events[.attemptEnded].count == 1)
  }

  private final class Kept: Sendable {
    let result = Mutex<Result<AttemptResponse, AttemptError>?>(nil)
  }

  @Test func aResponseThatIsChangedKeepsItsRequest() async throws {
    let client = client { request, next in
      var first = try await next(Self.agent("1", request))
      _ = try await next(Self.agent("2", request))
      first.head.headerFields[.server] = "changed"
      first.body = ByteStream(Data("own".utf8))
      return first
    }
    let response = try await client.response(to: text)
    #expect(agent(response.request) == "1" && response.header("Server") == "changed")
  }

  @Test func ofRequestsAtTheSameTimeTheRecordIsThatOfTheReturnedOne() async throws {
    for winner in ["1", "2"] {
      let gate = Gate()
      let client = client(Arrivals()) { request in
        if request.head.headerFields[.userAgent] != winner { await gate.pass() }
        return .text(request.head.headerFields[.userAgent] ?? "")
      } _: { request, next in
        try await withThrowingTaskGroup(of: AttemptResponse.self) { group in
          for name in ["1", "2"] { group.addTask { try await next(Self.agent(name, request)) } }
          let first = try await group.next()
          gate.open()
          guard let first else { throw TransportError(.other) }
          return first
        }
      }
      let response = try await client.response(to: text)
      #expect(response.value == winner && agent(response.request) == winner)
    }
  }

  @Test func nextMayRunInAnotherTask() async throws {
    let client = client { request, next in
      try await Task.detached { try await next(Self.agent("1", request)) }.value
    }
    let response = try await client.response(to: text)
    #expect(response.value == "1" && agent(response.request) == "1" && response.attempts.count == 1)
    #expect(events[.attemptStarted].count == 1 && events[.attemptEnded].count == 1)
  }

  @Test func aResponseWhileNextRunsHasTheRequestThatWasSent() async throws {
    let (sent, released, ended) = (Gate(), Gate(), Gate())
    let client = client(Arrivals()) { _ in
      sent.open()
      await released.pass()
      return .text("late")
    } _: { request, next in
      Task.detached {
        _ = try? await next(Self.agent("1", request))
        ended.open()
      }
      await sent.pass()
      return AttemptResponse(.text("early"))
    }
    let response = try await client.response(to: text)
    #expect(response.value == "early" && agent(response.request) == "1" && response.attempts.count == 1)
    released.open()
    await ended.pass()
    #expect(events[.attemptEnded].count == 1)
  }

  @Test func aRequestThatIsSentAfterTheResponseChangesNoRecord() async throws {
    let (returned, ended) = (Gate(), Gate())
    let client = client { request, next in
      let response = try await next(Self.agent("1", request))
      Task.detached {
        await returned.pass()
        _ = try? await next(Self.agent("2", request))
        ended.open()
      }
      return response
    }
    let rule = Resource<String, PlainError>(
      .get("/a"),
      [
        .code(
          200,
          Outcome(async: { _, _ in
            returned.open()
            await ended.pass()
            return .failure("no")
          }))
      ])
    let error = try #require(await client.result(of: rule).error)
    #expect(agent(error.request) == "1" && error.attempts.map { agent($0.request) } == ["1"])
  }

  @Test func aResponseOfItsOwnIsNoAttemptWhateverIsSentLater() async throws {
    let (returned, ended) = (Gate(), Gate())
    let client = client { request, next in
      Task.detached {
        await returned.pass()
        _ = try? await next(request)
        ended.open()
      }
      return AttemptResponse(.text("own"))
    }
    let outcome = Outcome<String, PlainError>(async: { _, _ in
      returned.open()
      await ended.pass()
      return .failure("no")
    })
    let error = try #require(await client.result(of: Resource(.get("/a"), [.code(200, outcome)])).error)
    #expect(error.attempts.isEmpty && error.request?.url == "\(api)/a")
    #expect(events[.attemptEnded].isEmpty)
  }

  @Test func theRequestOfAnotherCallIsSentAndRecordedAsItIs() async throws {
    let kept = Mutex<AttemptRequest?>(nil)
    let arrivals = Arrivals()
    let client = client(arrivals) { _ in
      .text("fine")
    } _: { request, next in
      if request.head.path == "/a" { kept.withLock { $0 = request } }
      return try await next(kept.withLock { $0 } ?? request)
    }
    _ = try await client.send(text)
    var other = Request.get("/b")
    other.retry = .off
    let response = try await client.response(to: Resource<String, Never>(other, [.code(200, .decode)]))
    #expect(arrivals.all.map(\.head.path) == ["/a", "/a"])
    #expect(response.request.url == "\(api)/a" && response.attempts.count == 1)
    #expect(events[.attemptStarted].map(\.number) == [1, 1])
  }

  @Test func theNumberOfAnAttemptIsThatOfItsCall() async throws {
    let kept = Mutex<AttemptRequest?>(nil)
    let arrivals = Arrivals()
    let client = client(arrivals) { _ in
      arrivals.all.count == 1 ? .status(503) : .text("fine")
    } _: {
      request, next in
      let first = kept.withLock { first in
        if first == nil { first = request }
        return first ?? request
      }
      return try await next(first)
    }
    _ = try await client.send(text)
    #expect(events[.attemptStarted].map(\.number) == [1, 2])
    #expect(events[.attemptEnded].map(\.number) == [1, 2])
  }

  @Test func theRequestOfACallToAnotherOriginIsNotSent() async throws {
    let kept = Mutex<AttemptRequest?>(nil)
    let arrivals = Arrivals()
    let client = client(arrivals) { _ in
      .text("fine")
    } _: { request, next in
      if request.isOwnOrigin { kept.withLock { $0 = request } }
      return try await next(kept.withLock { $0 } ?? request)
    }
    _ = try await client.send(text)
    let elsewhere = Resource<String, Never>(
      Request(.get, url: "https://other.example/b"), [.code(200, .decode)])
    #expect(await client.result(of: elsewhere).error?.transportError?.kind == .middleware)
    #expect(arrivals.all.count == 1)
  }
}
