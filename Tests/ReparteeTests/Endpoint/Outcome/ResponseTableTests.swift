import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

/// Outcomes of one status, chosen by content type.
struct ResponseTableTests {
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
