import Foundation
import Repartee
import TestSupport
import Testing

/// Failures that a server reports within a stream.
struct StreamFailureRuleTests {
  private struct WatchError: Error, Decodable, Equatable { var reason: String }
  private enum Refused: Error, Equatable { case watch(WatchError) }
  private struct Pod: Decodable, Equatable { var name: String }
  private typealias Format = StreamFormat<Pod, WatchError>

  private struct Read<Failure: Error> {
    var pods: [Pod] = []
    var error: CallError<Failure>?
  }

  private func read<Failure>(
    _ format: StreamFormat<Pod, Failure>, _ texts: String..., then error: TransportError? = nil
  ) async throws -> Read<Failure> {
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .init(
          head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(texts, then: error)))
      })
    let map: ResponseMap<ResponseStream<Pod, Failure>, Never> = [.code(200, .stream(format))]
    return await read(try await client.send(Resource(.get("/watch"), map)))
  }

  private func read<Failure>(_ stream: ResponseStream<Pod, Failure>) async -> Read<Failure> {
    var read = Read<Failure>()
    do {
      for try await pod in stream { read.pods.append(pod) }
    } catch {
      read.error = error
    }
    return read
  }

  private let watch: Format = .jsonLines(
    of: Pod.self, at: "object", failure: .at("object", where: "type", is: "ERROR"))
  private let added = #"{"type":"ADDED","object":{"name":"a"}}"# + "\n"
  private let expired = #"{"type":"ERROR","object":{"reason":"Expired"}}"# + "\n"

  @Test func anErrorLineOfAWatchIsThrownAfterTheLinesBeforeIt() async throws {
    let given = try await read(watch, added + added + expired + added)
    #expect(given.pods == [Pod(name: "a"), Pod(name: "a")])
    #expect(given.error?.declared == WatchError(reason: "Expired"))
    #expect(given.error?.status == .ok && given.error?.request?.template == "/watch")
    #expect(given.error?.attempts.isEmpty == true)
    let whole = try await read(watch, added)
    #expect(whole.pods.count == 1 && whole.error == nil)
  }

  @Test func aFailureIsThrownAgainAndClosesTheConnection() async throws {
    let watched = Watched()
    let client = Client(baseURL: api, transport: watched.transport([added, expired]))
    let map: ResponseMap<ResponseStream<Pod, WatchError>, Never> = [.code(200, .stream(watch))]
    var pods = try await client.send(Resource(.get("/x"), map)).makeAsyncIterator()
    #expect(try await pods.next() == Pod(name: "a"))
    for _ in 1...2 {
      do throws(CallError<WatchError>) {
        _ = try await pods.next()
        Issue.record("it gave an element")
      } catch {
        #expect(error.declared?.reason == "Expired")
      }
    }
    await watched.isClosed.wait()
  }

  @Test func aMemberThatIsThereIsTheFailureAndNullIsNone() async throws {
    let format: Format = .jsonLines(of: Pod.self, failure: .at("error"))
    let given = try await read(
      format, "{\"name\":\"a\",\"error\":null}\n", "{\"error\":{\"reason\":\"full\"}}\n")
    #expect(given.pods == [Pod(name: "a")] && given.error?.declared?.reason == "full")
    let type: Format = .jsonLines(of: Pod.self, failure: .at("error", where: "type", is: "ERROR"))
    let number = try await read(type, "{\"type\":7,\"name\":\"a\"}\n")
    #expect(number.pods.count == 1 && number.error == nil)
  }

  @Test(arguments: ["null", "false", #""""#, "[]", "[ ]", "{}", "{ }"], JSONBy.allCases)
  func aValueThatStandsForNoneIsNoFailure(none: String, decoder: JSONBy) async throws {
    let text = "{\"name\":\"a\",\"error\":\(none)}\n{\"name\":\"b\"}\n"
    var client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .text(text, contentType: "application/json") })
    if decoder == .foundation { client.decoders = [client.json.foundation] }
    let format: Format = .jsonLines(of: Pod.self, failure: .at("error"))
    let map: ResponseMap<ResponseStream<Pod, WatchError>, Never> = [.code(200, .stream(format))]
    let given = await read(try await client.send(Resource(.get("/x"), map)))
    #expect(given.pods.map(\.name) == ["a", "b"] && given.error == nil)
  }

  @Test(arguments: ["true", "0", "1", #"" ""#, #""false""#, "[null]", "[0]", #"{"x":null}"#, #""\u0000""#])
  func anyOtherValueIsAFailure(value: String) async throws {
    let format: Format = .jsonLines(of: Pod.self, failure: .at("error"))
    let given = try await read(format, "{\"name\":\"a\",\"error\":\(value)}\n")
    #expect(given.pods.isEmpty && given.error?.decodingError?.type == WatchError.self)
  }

  @Test func anEventOfATypeIsTheFailure() async throws {
    let format: Format = .serverSentEvents(of: Pod.self, failure: .event("error"), until: "[DONE]")
    let given = try await read(
      format, "data: {\"name\":\"a\"}\n\n", "event: error\ndata: {\"reason\":\"overloaded\"}\n\n")
    #expect(given.pods.count == 1 && given.error?.declared?.reason == "overloaded")
    let nested: Format = .serverSentEvents(of: Pod.self, failure: .event("error", at: "error"))
    let other = try await read(
      nested, "event: error\ndata: {\"type\":\"x\",\"error\":{\"reason\":\"no\"}}\n\n")
    #expect(other.error?.declared?.reason == "no")
    let done = try await read(format, "data: {\"name\":\"a\"}\n\ndata: [DONE]\n\nevent: error\ndata: 1\n\n")
    #expect(done.pods.count == 1 && done.error == nil)
  }

  @Test func aFailureEndsAStreamThatWouldBeOpenedAgain() async throws {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        .text("event: error\ndata: {\"reason\":\"no\"}\n\n", contentType: "text/event-stream")
      })
    let map: ResponseMap<ResponseStream<Pod, WatchError>, Never> = [
      .code(200, .stream(.serverSentEvents(of: Pod.self, failure: .event("error"), reconnecting: .standard)))
    ]
    let given = await read(try await client.send(Resource(.get("/x"), map)))
    #expect(given.error?.declared?.reason == "no" && arrivals.all.count == 1)
  }

  @Test func anElementOfAnArrayIsTheFailure() async throws {
    let format: Format = .jsonArray(of: Pod.self, at: "pods", failure: .at("error"))
    let given = try await read(
      format, "{\"pods\":[{\"name\":\"a\"},{\"err", "or\":{\"reason\":\"full\"}},{\"name\":\"b\"}]}")
    #expect(given.pods == [Pod(name: "a")] && given.error?.declared?.reason == "full")
  }

  @Test func aFailureIsMadeIntoAnotherType() async throws {
    let format: StreamFormat<Pod, Refused> = .jsonLines(
      of: Pod.self, failure: StreamFailureRule.at("error", as: WatchError.self).map { .watch($0) })
    let given = try await read(format, "{\"error\":{\"reason\":\"full\"}}\n")
    #expect(given.error?.declared == .watch(WatchError(reason: "full")))
  }

  @Test func aFunctionOfYourOwnFindsTheFailure() async throws {
    let format: Format = .jsonLines(
      of: Pod.self,
      failure: StreamFailureRule { line, _, _ in line.count > 20 ? WatchError(reason: "long") : nil })
    let given = try await read(format, "{\"name\":\"a\"}\n", "{\"name\":\"aaaaaaaaaaaaaaaa\"}\n")
    #expect(given.pods.count == 1 && given.error?.declared?.reason == "long")
  }

  @Test func anElementThatDoesNotFitIsUndecodableOrSkippedButAFailureNever() async throws {
    let texts = ["nonsense\n", added, "{\"type\":\"ADDED\"}\n"]
    let bad = try await read(watch, texts[0], texts[1])
    #expect(bad.pods.isEmpty && bad.error?.decodingError?.path == "line 1")
    let skipping = watch.skippingInvalid { _ in }
    let given = try await read(skipping, texts[0], texts[1], texts[2], expired)
    #expect(given.pods.count == 1 && given.error?.declared != nil)
    let junk = try await read(skipping, "{\"type\":\"ERROR\",\"object\":7}\n", added)
    #expect(junk.error?.decodingError?.type == WatchError.self && junk.pods.isEmpty)
    #expect(junk.error?.decodingError?.path.hasPrefix("line 1") == true)
    let array: Format = .jsonArray(of: Pod.self, failure: .at("error"))
    let place = try await read(array, #"[{"name":"a"},{"name":7}]"#)
    #expect(place.pods.count == 1 && place.error?.decodingError?.path == "[1].name")
  }

  @Test func aStreamThatBreaksIsATransportErrorOfTheSameType() async throws {
    let given = try await read(watch, added, then: TransportError(.connectionLost))
    #expect(given.pods.count == 1 && given.error?.transportError?.kind == .connectionLost)
  }

  @Test func theHeadIsThereAndARefusalIsTyped() async throws {
    let map: ResponseMap<ResponseStream<Pod, WatchError>, WatchError> = [
      .code(200, .stream(watch)), .clientError(.decodeError),
    ]
    #expect(await failure(.json(#"{"reason":"no"}"#, status: 410), map)?.declared?.reason == "no")
    let stream = try await TestSupport.read(
      .text(added, contentType: "application/json", headers: [.eTag: "\"x\""]), map)
    #expect(stream.head.status == .ok && stream.entityTag != nil && stream.request.description == "GET /x")
    #expect(await read(stream).pods.count == 1)
  }

  @Test func anOutputOfOnesOwnIsMadeOfTheStream() async throws {
    enum Watching: Sendable {
      case stream(ResponseStream<Pod, WatchError>)
      case nothing
    }
    let map: ResponseMap<Watching, Never> = [
      .code(200, .stream(watch) { .stream($0) }), .code(204, .value(.nothing)),
    ]
    guard case .stream(let stream) = try await TestSupport.read(.text(added), map) else {
      Issue.record("it is no stream")
      return
    }
    #expect(await read(stream).pods.count == 1)
  }

  @Test(arguments: JSONBy.allCases)
  func elementsAreReadAtAPlaceInTheirLine(by decoder: JSONBy) async throws {
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { [added] _ in .text(added + added, contentType: "application/json") })
    if decoder == .foundation { client.decoders = [client.json.foundation] }
    let map: ResponseMap<ResponseStream<Pod, Never>, Never> = [.code(200, .stream(.jsonLines(at: "object")))]
    let pods = await drain(try await client.send(Resource(.get("/x"), map)))
    #expect(pods.elements == [Pod(name: "a"), Pod(name: "a")] && pods.error == nil)
    let missing: StreamFormat<Pod, Never> = .jsonLines(at: "nothing")
    #expect(try await given(missing, added).error?.decodingError?.kind == .keyNotFound)
  }

  private struct Snake: Decodable { var firstName: String }

  /// The number of elements that an outcome with keys in snake_case reads.
  private func snakes(_ format: StreamFormat<Snake, Never>, in text: String) async throws -> Int {
    let client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .status(200, body: Data(text.utf8)) })
    let map: ResponseMap<ResponseStream<Snake, Never>, Never> = [.code(200, .stream(format).snakeCase)]
    let given = await drain(try await client.send(Resource(.get("/x"), map)))
    return given.elements.count
  }

  @Test func elementsAreReadWithTheOptionsOfTheirOutcome() async throws {
    #expect(try await snakes(.jsonLines(), in: "{\"first_name\":\"a\"}\n") == 1)
    #expect(try await snakes(.jsonArray(), in: "[{\"first_name\":\"a\"}]") == 1)
    #expect(try await snakes(.serverSentEvents(), in: "data: {\"first_name\":\"a\"}\n\n") == 1)
  }
}
