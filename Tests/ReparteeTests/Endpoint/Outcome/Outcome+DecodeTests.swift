import Foundation
import Repartee
import TestSupport
import Testing

struct OutcomeDecodeTests {
  private func decoded<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, _ text: String, _ contentType: String? = "application/json"
  ) async throws -> Value {
    try await read(.text(text, contentType: contentType), [.any(.decode)] as ResponseMap<Value, Never>)
  }

  private func kind<Value: Decodable & Sendable>(
    of type: Value.Type, _ text: String
  ) async -> BodyDecodingError.Kind? {
    let map: ResponseMap<Value, Never> = [.any(.decode)]
    return await failure(.text(text, contentType: "application/json"), map)?.decodingError?.kind
  }

  @Test func aTopLevelValueOfAnyShapeIsDecoded() async throws {
    #expect(try await decoded(Int.self, " 7 ") == 7)
    #expect(try await decoded(Bool.self, "true") == true)
    #expect(try await decoded(Double.self, "-1.5e2") == -150)
    #expect(try await decoded([Int].self, "[1,2]") == [1, 2])
    #expect(try await decoded([String: [Int]].self, #"{"a":[1]}"#) == ["a": [1]])
    #expect(try await decoded([User]?.self, #"[{"id":1,"name":"a"}]"#) == [User(id: 1, name: "a")])
    #expect(try await decoded([Int].self, "[]") == [])
    #expect(try await decoded([Int?].self, "[1,null]") == [1, nil])
  }

  @Test func nullIsNilAndWhereAValueWasDeclaredAFailure() async throws {
    #expect(try await decoded(User?.self, "null") == nil)
    #expect(try await decoded(Int?.self, "null") == nil)
    #expect(await kind(of: User.self, "null") == .valueNotFound)
    #expect(await kind(of: Int.self, "null") == .valueNotFound)
  }

  @Test func eachFailureHasTheKindOfItsCause() async throws {
    #expect(await kind(of: User.self, #"{"id":1}"#) == .keyNotFound)
    #expect(await kind(of: User.self, #"{"id":"1","name":""}"#) == .typeMismatch)
    #expect(await kind(of: User.self, #"{"id":1,"name":null}"#) == .valueNotFound)
    #expect(await kind(of: User.self, "<html>") == .corrupted)
    #expect(await kind(of: User.self, #"{"id":1,"#) == .corrupted)
    #expect(await kind(of: User.self, "") == .emptyBody)
    #expect(await kind(of: [User].self, " \r\n\t") == .emptyBody)
    #expect(await kind(of: UInt8.self, "300") == .corrupted)
  }

  @Test func aFailureNamesTheTypeThePlaceAndTheProblem() async throws {
    struct Page: Decodable { var users: [User] }
    let map: ResponseMap<Page, Never> = [.any(.decode)]
    let body = #"{"users":[{"id":1,"name":"a"},{"id":2,"nick":"hunter2"}]}"#
    let error = await failure(.json(body), map)
    let failure = try #require(error?.decodingError)
    #expect(failure.path == "users[1]")
    #expect(failure.type == Page.self)
    #expect(failure.message == "the key \"name\" is missing (line 1, column 31, byte 30)")
    #expect((failure.underlying as? JSONError)?.availableKeys == ["id", "nick"])
    #expect(failure.description == "users[1]: \(failure.message), decoding Page")
    #expect(error?.response?.body == Data(body.utf8))
    let blank = await why(" ", map)
    #expect(blank?.message == "the body is nothing but white space")
    #expect(await why("", map)?.message == "the body is empty")
  }

  private func why<Output>(
    _ text: String, _ map: ResponseMap<Output, Never>
  ) async -> BodyDecodingError? {
    await failure(.json(text), map)?.decodingError
  }

  @Test func stringsAndDataAreReadRaw() async throws {
    #expect(try await decoded(String.self, #""quoted""#) == #""quoted""#)
    #expect(try await decoded(String?.self, "null") == "null")
    #expect(try await decoded(String.self, " ") == " ")
    #expect(try await decoded(String?.self, " ") == " ")
    let bytes = Data([0xFF, 0x00, 0x20])
    let data: ResponseMap<Data, Never> = [.any(.decode)]
    let optional: ResponseMap<Data?, Never> = [.any(.decode)]
    #expect(try await read(.bytes(bytes, contentType: "text/plain"), data) == bytes)
    #expect(try await read(.bytes(bytes, contentType: nil), optional) == bytes)
    #expect(try await decoded([String].self, #"["a"]"#) == ["a"], "within JSON a string is JSON")
  }

  @Test func genericCodeReadsStringsAndDataRawToo() async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("[7]") })
    #expect(try await generic(client, Get<String>(path: "/x")) == "[7]")
    #expect(try await generic(client, Get<Data?>(path: "/x")) == Data("[7]".utf8))
    #expect(try await generic(client, Get<[Int]>(path: "/x")) == [7])
  }

  @Test func anotherBodyIsTransformed() async throws {
    let map: ResponseMap<String, UserError> = [
      .code(200, .decode(User.self) { $0.name }),
      .code(
        201,
        .decode(User.self) { user throws(UserError) in
          guard user.id > 0 else { throw .notFound }
          return user.name
        }),
      .code(202, .decode(User.self, result: { $0.id > 0 ? .success($0.name) : .failure(.notFound) })),
      .code(
        203, .decode { (user: User, response: Response) in "\(user.name) \(response.headers[.eTag] ?? "")" }),
      .code(
        204,
        .decode { (user: User, response: Response) throws(UserError) in
          guard response.headers[.eTag] != nil else { throw .notFound }
          return user.name
        }),
    ]
    let good = #"{"id":1,"name":"a"}"#
    let bad = #"{"id":0,"name":"a"}"#
    for code in 200...202 { #expect(try await read(.json(good, status: code), map) == "a") }
    for code in 201...202 {
      #expect(await failure(.json(bad, status: code), map)?.declaredFailure == .notFound)
    }
    let tagged = TransportResponse.status(203, headers: [.eTag: "x"], body: Data(good.utf8))
    #expect(try await read(tagged, map) == "a x")
    #expect(await failure(.json(good, status: 204), map)?.declaredFailure == .notFound)
    for code in 200...204 {
      let error = await failure(.json("[]", status: code), map)
      #expect(error?.decodingError?.kind == .typeMismatch)
      #expect(error?.decodingError?.type == User.self)
    }
  }

  @Test func aTransformedBodyCanBeTextOrMissing() async throws {
    let map: ResponseMap<Int, Never> = [
      .code(200, .decode(String.self) { $0.count }), .code(201, .decode(User?.self) { $0 == nil ? 0 : 1 }),
      .code(202, .decode(EmptyResponse.self) { _ in 9 }),
    ]
    #expect(try await read(.json(#""ab""#), map) == 4)
    #expect(try await read(.json("", status: 201), map) == 0)
    #expect(try await read(.text("<html>", contentType: "text/html", status: 202), map) == 9)
  }

  @Test func anErrorBodyIsTheFailureOrMappedToIt() async throws {
    let own: ResponseMap<User, Problem> = [.success(.decode), .any(.decodeError)]
    #expect(
      await failure(.json(#"{"title":"no"}"#, status: 500), own)?.declaredFailure == Problem(title: "no"))
    let error = await failure(.text("<html>Bad Gateway</html>", contentType: "text/html", status: 502), own)
    #expect(error?.decodingError?.kind == .corrupted)
    #expect(error?.decodingError?.type == Problem.self)
    #expect(error?.response?.description == "502 Bad Gateway, text/html, 24 bytes")
    #expect(error?.response?.text == "<html>Bad Gateway</html>")
    #expect(await failure(.status(503), own)?.decodingError?.kind == .emptyBody)
    let text: ResponseMap<User, UserError> = [
      .success(.decode), .any(.decodeError(String.self) { .rejected(Problem(title: $0)) }),
    ]
    #expect(
      await failure(.text("no!", contentType: nil, status: 400), text)?.declaredFailure
        == .rejected(Problem(title: "no!"))
    )
  }

  @Test func constantsNeedNoBody() async throws {
    let map: ResponseMap<User?, UserError> = [
      .code(200, .decode), .code(404, .value(nil)), .code(409, .error(.notFound)),
    ]
    for body in ["", "<html>"] {
      #expect(try await read(.text(body, contentType: "text/html", status: 404), map) == nil)
      let error = await failure(.text(body, contentType: "text/html", status: 409), map)
      #expect(error?.declaredFailure == .notFound)
      #expect(error?.response?.text == body)
    }
  }
}
