import Foundation
import HTTPTypes
import Repartee
import Testing

/// By content type within one status.
struct ContentTypeOutcomeTests {
  enum Report: Equatable, Sendable { case table([String]), user(User), markup(String), text(String) }

  private let map: ResponseMap<Report, Problem> = [
    .code(200, .decode(User.self) { .user($0) }.when("application/json")),
    .code(200, .decode(User.self) { .user($0) }.when("application/*+json")),
    .code(
      200,
      .decode(String.self) { .table($0.split(separator: "\n").map(String.init)) }.when("text/csv")),
    .code(200, .decode(String.self) { .markup($0) }.when("application/xml")),
    .code(200, .decode(String.self) { .text($0) }.when("text/*")),
    .clientError(.problem { Problem(title: $0.title ?? "") }.when("application/problem+json")),
    .clientError(.decodeError(String.self) { Problem(title: $0) }.when("text/plain")),
  ]

  @Test func eachContentTypeHasItsOwnOutcome() async throws {
    let json = #"{"id":1,"name":"a"}"#
    let user = Report.user(User(id: 1, name: "a"))
    #expect(try await read(.text(json, contentType: "application/json; charset=utf-8"), map) == user)
    #expect(try await read(.text(json, contentType: "Application/JSON"), map) == user)
    #expect(try await read(.text(json, contentType: "application/hal+json"), map) == user)
    #expect(
      try await read(.text("a\nb", contentType: "text/csv; header=present"), map) == .table(["a", "b"]))
    #expect(try await read(.text("<a/>", contentType: "application/xml"), map) == .markup("<a/>"))
    #expect(try await read(.text("<a>", contentType: "text/html"), map) == .text("<a>"))
    let problem = #"{"title":"no"}"#
    let refused = await failure(.text(problem, contentType: "application/problem+json", status: 400), map)
    #expect(refused?.declared == Problem(title: "no"))
    #expect(
      await failure(.text("no!", contentType: "text/plain", status: 400), map)?.declared
        == Problem(title: "no!"))
  }

  @Test(arguments: [nil, "", "junk", "a/b/c", "; charset=utf-8", "/", "text/"])
  func aMissingOrJunkContentTypeIsTakenByTheFirstOutcomeOfTheStatus(contentType: String?) async throws {
    let response = TransportResponse.text(#"{"id":1,"name":"a"}"#, contentType: contentType)
    #expect(try await read(response, map) == .user(User(id: 1, name: "a")))
  }

  /// The outcome is selected by the content type that `response.contentType` has.
  @Test(arguments: [["junk", "text/csv"], ["text/csv; header=present", "text/csv"], ["text/csv", "junk"]])
  func severalContentTypesAreReadAsOne(lines: [String]) async throws {
    var head = HTTPResponse(status: .ok)
    for line in lines { head.headerFields.append(HTTPField(name: .contentType, value: line)) }
    let response = TransportResponse(head: head, body: ByteStream(Data("a\nb".utf8)))
    #expect(try await read(response, map) == .table(["a", "b"]))
  }

  @Test func severalContentTypesThatDifferAreNone() async throws {
    var head = HTTPResponse(status: .ok)
    for line in ["text/csv", "text/plain"] {
      head.headerFields.append(HTTPField(name: .contentType, value: line))
    }
    let response = TransportResponse(head: head, body: ByteStream(Data(#"{"id":1,"name":"a"}"#.utf8)))
    #expect(try await read(response, map) == .user(User(id: 1, name: "a")))
  }

  @Test func aContentTypeThatNoOutcomeTakesIsUndeclaredAndSaysWhatIsDeclared() async {
    let error = await failure(.bytes(Data([1, 2]), contentType: "image/png"), map)
    #expect(error?.isUndeclared == true)
    #expect(error?.body == Data([1, 2]))
    #expect(
      error?.summary == "an undeclared content type; declared for this status: "
        + "application/json, application/*+json, text/csv, application/xml, text/*")
    #expect(
      error?.description.hasPrefix("GET /x → 200 OK, image/png, 2 bytes: an undeclared content type") == true)
    #expect(
      await failure(.text("", contentType: "image/png", status: 404), map)?.summary.hasSuffix("text/plain")
        == true)
    #expect(
      await failure(.text("", contentType: "image/png", status: 500), map)?.summary == "an undeclared status")
  }

  @Test func acceptIsSentFromTheMapUnlessTheRequestHasItsOwn() async throws {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: api, transport: arrivals.transport { _ in .json(#"{"id":1,"name":"a"}"#) })
    _ = try await client.send(Resource(.get("/x"), map))
    _ = try await client.send(Resource(.get("/x"), map)) { $0.headers[.accept] = "text/csv" }
    let problems: ResponseMap<User, ProblemDetails> = [.code(200, .decode), .clientError(.problem)]
    _ = try await client.send(Resource(.get("/x"), problems))
    #expect(
      arrivals.all.map { $0.head.headerFields[.accept] } == [
        "application/json, application/*, text/csv, application/xml, text/*, "
          + "application/problem+json, text/plain",
        "text/csv", "application/json, application/problem+json",
      ])
  }
}

/// Other formats by their content type.
struct OtherFormatTests {
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

  @Test func anotherDecoderIsChosenByTheContentTypeThatCame() async throws {
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

  @Test func withoutAContentTypeTheDecoderIsThatOfTheLine() async throws {
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
