import Foundation
import Repartee
import TestSupport
import Testing

/// The client's options, and what changes them: they are never replaced by those of a new decoder.
struct OutcomeJSONTests {
  private struct Event: Decodable, Equatable, Sendable, Error {
    var userName: String
    var at: Date
  }
  private struct Stamped: Decodable, Equatable, Sendable {
    var user_name: String
    var at: Date
  }

  private static let iso = #"{"user_name":"Ada","at":"1970-01-01T00:16:40Z"}"#
  private static let seconds = #"{"user_name":"Ada","at":1000}"#
  private let event = Event(userName: "Ada", at: Date(timeIntervalSince1970: 1_000))

  private func client(_ json: String, _ keys: KeyStrategy = .asDeclared, status: Int = 200) -> Client {
    Client(
      baseURL: api, transport: InMemoryTransport { _ in .json(json, status: status) },
      json: JSONCoder(keys: keys))
  }

  @Test func theClientsStrategiesHoldForOutputsAndFailuresAlike() async throws {
    let map: ResponseMap<Event, Event> = [.success(.decode), .any(.decodeError)]
    #expect(try await client(Self.iso, .snakeCase).send(Resource(.get("/x"), map)) == event)
    let result = await client(Self.iso, .snakeCase, status: 400).result(of: Resource(.get("/x"), map))
    guard case .failure(let error) = result else {
      Issue.record("it gave output")
      return
    }
    #expect(error.declared == event)
    #expect(try error.decode(Event.self) == event, "decoding it again, too")
  }

  @Test func theOptionsHoldForWhatAFunctionDecodesItself() async throws {
    let bare = Resource(.get("/x")) { try $0.decode(Event.self) }.snakeCase
    #expect(try await client(Self.iso).send(bare) == event)
    let refused: ResponseMap<Void, Event> = [.code(400, .error { try $0.decode(Event.self) }.snakeCase)]
    let error = await failure(.json(Self.iso, status: 400), refused)
    #expect(error?.declared == event)
  }

  @Test func foundationsDecoderTakesTheOptionsToo() async throws {
    var client = client(Self.iso)
    client.decoders = [client.json.foundation]
    #expect(try await client.send(Resource(Event.self, .get("/x")).snakeCase) == event)
    var seconds = self.client(Self.seconds)
    seconds.decoders = [seconds.json.foundation]
    let stamped = Stamped(user_name: "Ada", at: event.at)
    let resource = Resource(Stamped.self, .get("/x")).json { $0.dates = .secondsSince1970 }
    #expect(try await seconds.send(resource) == stamped)
  }

  @Test(arguments: JSONBy.allCases)
  func theOptionsHoldWhereverInTheBodyAModelIs(by decoder: JSONBy) async throws {
    let stamped = Stamped(user_name: "Ada", at: event.at)
    let one = Self.seconds
    func read<Output>(_ json: String, _ outcome: Outcome<Output, Never>) async throws -> Output {
      try await TestSupport.read(json, by: decoder, outcome.json { $0.dates = .secondsSince1970 })
    }
    #expect(try await read(one, .decode as Outcome<Stamped?, Never>) == stamped)
    #expect(try await read("[\(one)]", .decode as Outcome<[Stamped], Never>) == [stamped])
    let lossy = try await read("[\(one),7]", .decode as Outcome<LossyArray<Stamped>, Never>)
    #expect(lossy.elements == [stamped] && lossy.dropped.map(\.index) == [1])
    let around = #"{"e":\#(one),"es":[\#(one)],"at":1000}"#
    let nested: Outcome<Stamped, Never> = .decode(at: "e")
    #expect(try await read(around, nested) == stamped)
    let several: Outcome<(Stamped?, [Stamped], Date), Never> = .decode(.at("e"), .at("es"), .at("at"))
    let values = try await read(around, several)
    #expect(values.0 == stamped && values.1 == [stamped] && values.2 == event.at)
  }

  @Test func oneOutcomeOneMapOrOneResourceChangesTheClientsOptions() async throws {
    let outcome: ResponseMap<Event, Never> = [
      .code(200, .decode.snakeCase.json { $0.dates = .secondsSince1970 })
    ]
    let map = ResponseMap<Event, Never>([.code(200, .decode)]).snakeCase
    let plain = Resource<Event, Never>(.get("/x"), [.code(200, .decode)])
    #expect(try await client(Self.seconds).send(Resource(.get("/x"), outcome)) == event)
    #expect(try await client(Self.iso).send(Resource(.get("/x"), map)) == event)
    #expect(try await client(Self.iso).send(plain.snakeCase) == event)
    #expect(
      try await client(Self.seconds, .snakeCase).send(plain.json { $0.dates = .secondsSince1970 }) == event)
    guard case .failure(let error) = await client(Self.iso).result(of: plain) else {
      Issue.record("the client's own options were changed")
      return
    }
    #expect(error.decodingError?.kind == .keyNotFound)
  }

  @Test func aChangeStartsFromTheClientsOptions() async throws {
    let dates = Resource<Event, Never>(.get("/x"), [.code(200, .decode)]).json {
      $0.dates = .secondsSince1970
    }
    #expect(
      try await client(Self.seconds, .snakeCase).send(dates) == event, "the keys are still the client's")
  }

  @Test func changesReachFailuresStreamsAndAsynchronousOutcomes() async {
    let map: ResponseMap<Event, Event> = [
      .code(200, Outcome(async: { response, decoder in .success(try response.decode(with: decoder)) })),
      .clientError(.decodeError),
    ]
    let resource = Resource(.get("/x"), map).snakeCase
    #expect((try? await client(Self.iso).send(resource)) == event)
    guard case .failure(let error) = await client(Self.iso, status: 400).result(of: resource) else {
      Issue.record("it gave output")
      return
    }
    #expect(error.declared == event)
  }
}
