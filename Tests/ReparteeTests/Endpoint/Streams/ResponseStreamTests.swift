import Foundation
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

struct ResponseStreamTests {
  private enum Found {
    case tokens(ResponseStream<Int, Never>)
    case whole(User)
  }

  private static let map: ResponseMap<Found, UserError> = [
    .code(200, Outcome.stream(.jsonLines(of: Int.self)) { .tokens($0) }.when("application/x-ndjson")),
    .code(200, Outcome.decode(User.self, result: { .success(.whole($0)) }).when("application/json")),
    .code(404, .error(.notFound)),
    .clientError(.decodeError(Problem.self) { .rejected($0) }),
  ]

  @Test func oneMapStreamsSomeResponsesAndReadsOthersWhole() async throws {
    guard
      case .tokens(let stream) = try await read(
        .text("1\n2\n", contentType: "application/x-ndjson"), Self.map)
    else {
      Issue.record("it is not streamed")
      return
    }
    #expect(await drain(stream).elements == [1, 2])
    guard case .whole(let user) = try await read(.json(#"{"id": 1, "name": "a"}"#), Self.map) else {
      Issue.record("it is streamed")
      return
    }
    #expect(user.name == "a")
    #expect(await failure(.status(404), Self.map)?.declaredFailure == .notFound)
    #expect(
      await failure(.json(#"{"title": "no"}"#, status: 422), Self.map)?.declaredFailure
        == .rejected(Problem(title: "no")))
    #expect(await failure(.status(500), Self.map)?.isUndeclared == true)
  }

  @Test(arguments: [(4, true), (Int.max, true), (3, false), (0, false), (Int.min, false)])
  func bytesAreCollectedUpToALimit(limit: Int, isEnough: Bool) async throws {
    for texts in [["abcd"], ["ab", "", "cd"]] {
      let stream = ResponseStream(
        head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(texts)), format: .bytes)
      do throws(CallError<Never>) {
        #expect(try await stream.collect(upTo: limit) == Data("abcd".utf8) && isEnough)
      } catch {
        #expect(error.transportError?.kind == .bodyTooLarge(limit: limit) && !isEnough)
      }
    }
  }

  @Test func acceptNamesTheFormatOfTheStream() async throws {
    func accept<Element>(_ format: StreamFormat<Element, Never>) async throws -> String? {
      let arrivals = Arrivals()
      _ = try await open(format, over: arrivals.transport())
      return arrivals.all.first?.head.headerFields[.accept]
    }
    #expect(try await accept(.serverSentEvents()) == "text/event-stream")
    #expect(try await accept(.jsonLines(of: Int.self))?.hasPrefix("application/x-ndjson") == true)
    #expect(try await accept(.jsonArray(of: Int.self)) == "application/json")
  }

  @Test func statusAndHeadersAreThereBeforeTheFirstElement() async throws {
    let watched = Watched()
    let transport = InMemoryTransport { _ in
      .init(
        head: HTTPResponse(status: .ok, headerFields: [.eTag: "\"7\""]),
        body: watched.body([]))
    }
    let stream = try await open(.lines(), over: transport)
    #expect(stream.head.status.code == 200 && stream.head.headerFields[.eTag] == "\"7\"")
    #expect(watched.asked == 0, "nothing of the body was asked for")
  }

  @Test func theSourceIsAskedForOneChunkAtATime() async throws {
    let watched = Watched()
    let stream = try await open(.lines(), over: watched.transport(["a\nb\nc\n", "d\n", "e\n"]))
    var iterator = stream.makeAsyncIterator()
    #expect(watched.asked == 0)
    for (line, asked) in [("a", 1), ("b", 1), ("c", 1), ("d", 2), ("e", 3)] {
      #expect(try await iterator.next() == line)
      #expect(watched.asked == asked)
    }
  }

  @Test func aSecondIterationIsAnErrorThatSaysSo() async throws {
    let response = TransportResponse(
      head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(["a\n"])))
    let stream = try await open(.lines(), over: InMemoryTransport { _ in response })
    #expect(await drain(stream).elements == ["a"])
    let second = await drain(stream)
    #expect(second.elements.isEmpty && second.error?.transportError?.kind == .bodyConsumed)
    #expect(second.error?.transportError?.message.contains("only once") == true)
  }

  @Test func theErrorOfAStreamSaysThatItsBodyWasStreamed() async throws {
    let lost = try await given(.lines(), "a\n", then: TransportError(.connectionLost))
    #expect(
      lost.error?.description == "GET /stream → 200 OK, streamed: no whole response: the connection was lost")
  }

  @Test func aStreamOverBytesAtHandIsReadOnceToo() async throws {
    let stream = try await open(.lines(), over: InMemoryTransport { _ in .text("a\n", contentType: nil) })
    #expect(await drain(stream).elements == ["a"])
    #expect(await drain(stream).error?.transportError?.kind == .bodyConsumed)
  }

  @Test func leavingTheLoopClosesTheBody() async throws {
    let watched = Watched()
    let stream = try await open(.lines(), over: watched.transport(["a\n", "b\n"]))
    for try await line in stream {
      #expect(line == "a")
      break
    }
    await watched.isClosed.wait()
    #expect(watched.asked == 1)
    #expect(stream.head.status.code == 200, "while the stream is still there")
  }

  @Test func droppingTheStreamUnreadClosesTheBody() async throws {
    let closed = Signal()
    do {
      let sentinel = Sentinel(closed)
      let next: @Sendable () -> ByteStream.Next = {
        _ = sentinel
        return { nil }
      }
      _ = try await open(
        .lines(), over: Self.once(ByteStream(length: nil, once: next)))
    }
    await closed.wait()
  }

  /// Hands out a body without keeping it.
  private static func once(_ body: ByteStream) -> InMemoryTransport {
    let kept = Mutex<ByteStream?>(body)
    return InMemoryTransport { _ in
      let body = kept.withLock { body in
        defer { body = nil }
        return body
      }
      return .init(head: HTTPResponse(status: .ok), body: body ?? ByteStream(Data()))
    }
  }

  @Test func aBadElementClosesTheBody() async throws {
    let watched = Watched()
    let stream = try await open(.jsonLines(of: Int.self), over: watched.transport(["1\nx\n"]))
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: CallError<Never>.self) { try await iterator.next() }
    await watched.isClosed.wait()
    await #expect(throws: CallError<Never>.self, "the failure stays") { try await iterator.next() }
  }

  @Test func cancellingWhileIteratingThrowsAndCloses() async throws {
    let watched = Watched()
    let stream = try await open(.lines(), over: watched.transport(["a\n"]))
    let task = Task { await drain(stream) }
    await watched.isRead.wait()
    task.cancel()
    let given = await task.value
    #expect(given.elements == ["a"] && given.error?.transportError?.kind == .cancelled)
    await watched.isClosed.wait()
  }

  @Test func aSourceThatEndsBecauseOfACancellationDidNotEnd() async throws {
    let reading = Signal()
    let body = ByteStream(
      length: nil,
      once: {
        {
          reading.fire()
          try? await ManualClock().sleep(until: .init(offset: .seconds(1)), tolerance: nil)
          return nil
        }
      })
    let stream = try await open(
      .lines(), over: InMemoryTransport { _ in .init(head: HTTPResponse(status: .ok), body: body) })
    let task = Task { await drain(stream) }
    await reading.wait()
    task.cancel()
    #expect(await task.value.error?.transportError?.kind == .cancelled)
  }

  @Test func theLimitOfTheClientIsNotThatOfAStream() async throws {
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .init(head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(["abc", "def"])))
      })
    client.maximumBodySize = 4
    let stream = try await client.send(
      Resource<ResponseStream<Data, Never>, Never>(.get("/x"), [.code(200, .stream(.bytes))]))
    #expect(await drain(stream).elements.count == 2)
  }
}
