import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

/// Other formats by their content type.
struct DecodersTests {
  private struct PropertyLists: ResponseDecoder {
    let mediaTypes: [MediaRange] = ["application/x-plist"]
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
      try PropertyListDecoder().decode(type, from: body)
    }
  }

  private func client(_ body: Data, _ contentType: String) -> Client {
    var client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .bytes(body, contentType: contentType) },
      json: JSONCoder(keys: .snakeCase))
    client.decoders = [PropertyLists()]
    return client
  }

  @Test func anotherDecoderIsChosenByTheReceivedContentType() async throws {
    let user = User(id: 7, name: "Ada")
    let list = client(try PropertyListEncoder().encode(["data": user]), "application/x-plist")
    let json = client(Data(#"{"data":{"id":7,"name":"Ada"}}"#.utf8), "application/json")
    for client in [list, json] {
      let plain = Resource<[String: User], Never>(.get("/x"), [.code(200, .decode)])
      let atPath = Resource<User, Never>(.get("/x"), [.code(200, .decode(at: "data"))])
      #expect(try await client.send(plain) == ["data": user])
      #expect(try await client.send(atPath) == user, "a key path works in any format")
      let arrived = try await client.response(to: plain).request.headers[.accept]
      #expect(arrived == "application/x-plist, application/json")
    }
  }

  /// Two numbers in two bytes, which both happen to be white space in JSON.
  private struct Pair: Decodable, Equatable, EmptyInitializable {
    var first: UInt8 = 0
    var second: UInt8 = 0
    init() {}
    init(from decoder: any Decoder) throws {
      let bytes = try Data(from: decoder)
      (first, second) = (bytes[0], bytes[1])
    }
  }

  private struct Pairs: ResponseDecoder {
    let mediaTypes: [MediaRange] = ["application/x-pair"]
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
      try JSONDecoder().decode(type, from: JSONEncoder().encode(Array(body)))
    }
  }

  @Test func whiteSpaceIsAValueInAFormatThatSaysSo() async throws {
    var pairs = client(Data([0x20, 0x0A]), "application/x-pair")
    pairs.decoders = [Pairs()]
    let resource = Resource(Pair.self, .get("/x"))
    #expect(try await pairs.send(resource).second == 0x0A)
    pairs.decoders = []
    #expect(try await pairs.send(resource) == Pair(), "read as JSON it is empty")
    var none = client(Data(), "application/x-pair")
    none.decoders = [Pairs()]
    #expect(try await none.send(resource) == Pair(), "no bytes are empty in any format")
  }

  @Test func optionsOfJSONDontConcernWhatReadsNone() async throws {
    let page = client(Data("<html>".utf8), "application/x-plist")
    let refused: ResponseMap<[Int], UserError> = [.code(200, .error(.notFound))]
    let result = await page.result(of: Resource(.get("/x"), refused.snakeCase))
    #expect(throws: CallError<UserError>.self) { try result.get() }
    if case .failure(let error) = result { #expect(error.declared == .notFound) }
    try await page.send(Resource<Void, Never>(.get("/x"), [.code(200, .noContent)]).snakeCase)
    #expect(try await page.send(Resource(String.self, .get("/x")).snakeCase) == "<html>")
  }

  @Test func withoutAContentTypeTheDecoderIsThatOfTheCase() async throws {
    let map: ResponseMap<[Int], Never> = [
      .code(200, .decode.when("application/x-plist")), .code(200, .decode.when("application/json")),
    ]
    for type in [nil, "junk"] {
      let body = try PropertyListEncoder().encode([1])
      var list = Client(baseURL: api, transport: InMemoryTransport { _ in .bytes(body, contentType: type) })
      list.decoders = [PropertyLists()]
      #expect(try await list.send(Resource(.get("/x"), map)) == [1])
    }
  }

  @Test func optionsOfJSONAreRefusedWhereAnotherDecoderReads() async throws {
    let list = client(try PropertyListEncoder().encode([1]), "application/x-plist")
    let resource = Resource<[Int], Never>(.get("/x"), [.code(200, .decode.snakeCase)])
    guard case .failure(let error) = await list.result(of: resource) else {
      Issue.record("it gave output")
      return
    }
    #expect(error.decodingError?.message.contains("PropertyLists reads this response") == true)
  }
}
