import Foundation
import HTTPTypes
import Repartee
import ReparteeTesting
import TestSupport
import Testing

/// The error of a call reads its response with the options of the outcome that read it.
struct OutcomeNotesTests {
  private struct Refusal: Decodable, Equatable, Sendable, Error {
    var errorCode: String
    var at: Date?
  }
  private struct Limit: Decodable, Equatable, Sendable, Error { var retryAt: Date }
  private enum Either: Error, Equatable { case refused(Refusal), limited(Limit) }

  private static let snake = #"{"error_code":"locked"}"#
  private let refusal = Refusal(errorCode: "locked")
  private static let seconds = #"{"retryAt":1000}"#
  private let limit = Limit(retryAt: Date(timeIntervalSince1970: 1_000))

  private func error<Output, Failure>(
    _ resource: Resource<Output, Failure>, _ json: String = snake, status: Int = 400,
    _ change: (inout Client) -> Void = { _ in }
  ) async throws -> CallError<Failure> {
    var client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .json(json, status: status) })
    client.retry = .off
    change(&client)
    guard case .failure(let error) = await client.result(of: resource) else {
      throw BodyDecodingError(message: "the call gave output")
    }
    return error
  }

  @Test func aDeclaredErrorIsReadAgainAsItsOwnType() async throws {
    let map: ResponseMap<Void, Refusal> = [.code(400, .decodeError)]
    let resources: [Resource<Void, Refusal>] = [
      Resource(.get("/x"), [.code(400, .decodeError.snakeCase)]), Resource(.get("/x"), map.snakeCase),
      Resource(.get("/x"), map).snakeCase, Resource(.get("/x"), map).json { $0.keys = .snakeCase },
      Resource(.get("/x"), [.including([.code(400, .decodeError.snakeCase)])]),
      Resource(.get("/x"), ([.code(400, .decodeError.snakeCase)] as ResponseMap<Int, Refusal>).map { _ in }),
    ]
    for resource in resources {
      let error = try await error(resource)
      #expect(error.declared == refusal)
      #expect(try error.decode(Refusal.self) == refusal)
      #expect(try (error as any CallErrorProtocol).response?.decode(Refusal.self) == refusal)
    }
  }

  @Test func theInnermostOptionsCount() async throws {
    let map: ResponseMap<Void, Limit> = [.code(429, .decodeError.json { $0.dates = .secondsSince1970 })]
    let outer = Resource(.get("/x"), map).json { $0.dates = .iso8601 }
    let error = try await error(outer, Self.seconds, status: 429)
    #expect(error.declared == limit)
    #expect(try error.decode(Limit.self) == limit)
  }

  @Test func anUndecodableAndAnUndeclaredResponseToo() async throws {
    let map = ([.code(400, .decodeError(Limit.self) { .limited($0) })] as ResponseMap<Void, Either>).snakeCase
    let undecodable = try await error(Resource(.get("/x"), map))
    #expect(undecodable.decodingError != nil)
    #expect(try undecodable.decode(Refusal.self) == refusal)
    let undeclared = try await error(Resource(.get("/x"), map), status: 500)
    #expect(undeclared.isUndeclared)
    #expect(try undeclared.decode(Refusal.self) == refusal)
    // The options of an outcome do not apply to a response that another outcome read, or none.
    let one: ResponseMap<Void, Refusal> = [
      .code(400, .decodeError.snakeCase), .code(401, .error { _ in Refusal(errorCode: "") }),
    ]
    for status in [401, 500] {
      let error = try await error(Resource(.get("/x"), one), status: status)
      #expect(throws: BodyDecodingError.self) { try error.decode(Refusal.self) }
    }
  }

  @Test(arguments: [false, true]) func eachAlternativeHasItsOwn(isAsync: Bool) async throws {
    func outcome<Body: Decodable & SendableMetatype>(
      _ type: Body.Type, _ make: @escaping @Sendable (Body) -> Either
    ) -> Outcome<Void, Either> {
      guard isAsync else { return .decodeError(type, transform: make) }
      return Outcome(async: { response, decoder in .failure(make(try response.decode(type, with: decoder))) })
    }
    let refused = outcome(Refusal.self) { .refused($0) }.snakeCase
    let limited = outcome(Limit.self) { .limited($0) }.json { $0.dates = .secondsSince1970 }
    for whole in [refused.or(limited), limited.or(refused)] {
      let resource = Resource(.get("/x"), [.code(400, whole)])
      let first = try await error(resource)
      #expect(first.declared == .refused(refusal))
      #expect(try first.decode(Refusal.self) == refusal)
      let second = try await error(resource, Self.seconds)
      #expect(second.declared == .limited(limit))
      #expect(try second.decode(Limit.self) == limit)
    }
    // A second one without options reads with the client's.
    let plain = outcome(Limit.self) { .limited($0) }
    let error = try await error(
      Resource(.get("/x"), [.code(400, limited.snakeCase.or(plain))]), #"{"retryAt":"1970-01-01T00:16:40Z"}"#)
    #expect(error.declared == .limited(limit))
    #expect(try error.decode(Limit.self) == limit)
  }

  @Test func includedFailuresHaveThoseOfTheirMap() async throws {
    let shared = ([.code(400, .decodeError)] as ResponseMap<Never, Refusal>).snakeCase
    let map: ResponseMap<Void, Either> = [
      .code(429, .decodeError(Limit.self) { .limited($0) }.json { $0.dates = .secondsSince1970 }),
      .including(shared) { .refused($0) },
    ]
    let refused = try await error(Resource(.get("/x"), map))
    #expect(refused.declared == .refused(refusal))
    #expect(try refused.decode(Refusal.self) == refusal)
    let limited = try await error(Resource(.get("/x"), map), Self.seconds, status: 429)
    #expect(try limited.decode(Limit.self) == limit)
    let undeclared = try await error(Resource(.get("/x"), map), status: 500)
    #expect(throws: BodyDecodingError.self) { try undeclared.decode(Refusal.self) }
  }

  @Test func throughResolvingTheyAreThoseOfTheDeclaredOutcome() async throws {
    let inner: ResponseMap<Void, Refusal> = [.code(400, .decodeError.snakeCase)]
    for map in [inner, inner.map { _ in }, inner.snakeCase] {
      let resolved = map.wrapping { response, _, declared in try await declared(response) }
      let error = try await error(Resource(.get("/x"), resolved))
      #expect(error.declared == refusal)
      #expect(try error.decode(Refusal.self) == refusal)
    }
    let resolved = inner.snakeCase.wrapping { response, _, declared in try await declared(response) }
    let undeclared = try await error(Resource(.get("/x"), resolved), status: 500)
    #expect(undeclared.isUndeclared)
    #expect(try undeclared.decode(Refusal.self) == refusal)
  }

  @Test func anApplicationsErrorReadsTheResponseItIsMadeFrom() async throws {
    struct Mine: CallErrorConvertible {
      var code: String?
      init(_ error: CallError<Mine>) { code = try? error.response?.decode(Refusal.self).errorCode }
    }
    let map = ([.code(200, .decode)] as ResponseMap<Int, Mine>).snakeCase
    for status in [200, 500] {
      #expect(Mine(try await error(Resource(.get("/x"), map), status: status)).code == "locked")
    }
  }

  @Test func aStreamsRefusedReconnectionAndWrongContentTypeToo() async throws {
    let events = Outcome<ResponseStream<ServerSentEvent, Never>, Never>.stream(
      .serverSentEvents(reconnecting: .after(.seconds(1), limit: 1)))
    let resource = Resource(.get("/events"), [.code(200, events.snakeCase)])
    let mismatch = try await error(resource, status: 200)
    #expect(mismatch.decodingError != nil)
    #expect(try mismatch.decode(Refusal.self) == refusal)

    let responses = Arrivals()
    var client = Client(
      baseURL: api,
      transport: responses.transport { _ in
        responses.all.count == 1
          ? .bytes(Data("data: a\n\n".utf8), contentType: "text/event-stream")
          : .json(Self.snake, status: 400)
      })
    client.clock = SkippingClock()
    client.timeout = .unlimited
    let given = await drain(try await client.send(resource))
    #expect(given.error?.isUndeclared == true)
    #expect(try given.error?.decode(Refusal.self) == refusal)
  }

  @Test func whatIsInterpretedInATestToo() async throws {
    let map = ([.code(400, .decodeError)] as ResponseMap<Void, Refusal>).snakeCase
    let response = Response(
      head: HTTPResponse(status: .badRequest), body: Data(Self.snake.utf8), request: SentRequest())
    let error = await #expect(throws: CallError<Refusal>.self) { try await map.interpret(response) }
    #expect(error?.declared == refusal)
    #expect(try error?.decode(Refusal.self) == refusal)
  }

  @Test func anotherFormatIsReadByItsDecoder() async throws {
    struct Words: ResponseDecoder {
      let mediaTypes: [MediaRange] = ["application/json"]
      func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        try JSONCoder(keys: .snakeCase).decode(type, from: body)
      }
    }
    let map = ([.code(200, .decode)] as ResponseMap<Int, Never>).snakeCase
    for status in [200, 500] {
      let error = try await error(Resource(.get("/x"), map), status: status) { $0.decoders = [Words()] }
      #expect(error.decodingError.map { "\($0)".contains("changes how JSON is read") } ?? true)
      #expect(try error.decode(Refusal.self) == refusal)
    }
  }
}
