import Foundation
import Repartee
import TestSupport
import Testing

/// `application/problem+json` (RFC 9457).
struct ProblemDetailsTests {
  private let map: ResponseMap<Void, ProblemDetails> = [.success(.noContent), .any(.problem)]

  private func problem(_ json: String, status: Int = 403) async -> ProblemDetails? {
    await failure(.text(json, contentType: "application/problem+json", status: status), map)?.declared
  }

  @Test func everyMemberAndTheExtensionsAreRead() async throws {
    let problem = try #require(
      await problem(
        """
        {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.",
         "detail": "Your balance is 30.", "instance": "/account/12345", "status": 403, "balance": 30,
         "accounts": ["/account/12345"]}
        """))
    #expect(problem.type == "https://example.com/probs/out-of-credit")
    #expect(problem.title == "You do not have enough credit." && problem.detail == "Your balance is 30.")
    #expect(problem.instance == "/account/12345" && problem.status == .forbidden)
    #expect(
      problem.extensions["balance"]?.int == 30 && problem.extensions.map(\.key) == ["balance", "accounts"])
    #expect(problem.description == "403 Forbidden: https://example.com/probs/out-of-credit")
  }

  @Test func membersOfTheWrongTypeAreIgnored() async throws {
    let problem = try #require(
      await problem(
        #"{"type": 7, "title": {"a": 1}, "detail": null, "instance": [], "status": "403", "x": 1}"#))
    #expect(problem.type == "about:blank")
    #expect(problem.title == nil && problem.detail == nil && problem.instance == nil)
    #expect(problem.extensions.map(\.key) == ["x"])
    #expect(try JSONCoder().decode(ProblemDetails.self, from: Data(#"{"status": "403"}"#.utf8)).status == nil)
    #expect(try JSONCoder().decode(ProblemDetails.self, from: Data(#"{"status": 9999}"#.utf8)).status == nil)
    #expect(try JSONCoder().decode(ProblemDetails.self, from: Data(#"{"status": 410}"#.utf8)).status == .gone)
  }

  @Test func theStatusOfTheResponseWinsOverTheMember() async {
    #expect(await problem(#"{"status": 200}"#, status: 502)?.status?.code == 502)
    #expect(await problem("{}", status: 404)?.description == "404 Not Found")
    #expect(
      await problem(#"{"title": "gone fishing"}"#, status: 404)?.description == "404 Not Found: gone fishing")
  }

  @Test(arguments: ["[]", "7", "null", "\"no\"", "<html>", "", " ", "{"])
  func whatIsNoObjectIsUndecodableAndKeepsItsStatus(body: String) async {
    let error = await failure(.text(body, contentType: "application/problem+json", status: 503), map)
    #expect(error?.declared == nil && error?.decodingError != nil)
    #expect(error?.response?.status.code == 503 && error?.text == body)
  }

  @Test func theStatusOfTheResponseWinsHoweverAProblemIsRead() async throws {
    let response = TransportResponse.json(#"{"status":404}"#, status: 403)
    let whole: ResponseMap<Void, ProblemDetails> = [.any(.decodeError)]
    #expect(await failure(response, whole)?.declared?.status == .forbidden)
    let made: ResponseMap<Void, ProblemDetails> = [.any(.decodeError(ProblemDetails.self) { $0 })]
    #expect(await failure(response, made)?.declared?.status == .forbidden)
    let undeclared = await failure(response, [] as ResponseMap<Void, Never>)
    #expect(try undeclared?.decode(ProblemDetails.self).status == .forbidden)
  }

  @Test func itIsOneWordAndCanBeMadeIntoAFailureOfOnesOwn() async {
    let own: ResponseMap<User, UserError> = [
      .code(200, .decode), .clientError(.problem { .rejected(Problem(title: $0.title ?? "")) }),
    ]
    let error = await failure(
      .text(#"{"title":"no"}"#, contentType: "application/problem+json", status: 400), own)
    #expect(error?.declared == .rejected(Problem(title: "no")))
    let plain = await failure(.json(#"{"title":"no"}"#, status: 400), own)
    #expect(plain?.declared == .rejected(Problem(title: "no")), "also as application/json")
  }

  @Test func anyDecoderOfJSONReadsIt() async throws {
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { _ in
        .text(
          #"{"title": "no", "status": 1, "more": [1.5]}"#, contentType: "application/problem+json",
          status: 409)
      })
    client.decoders = [client.json.foundation]
    guard case .failure(let error) = await client.result(of: Resource(.get("/x"), map)) else {
      Issue.record("it gave output")
      return
    }
    #expect(error.declared?.title == "no" && error.declared?.status == .conflict)
    #expect(error.declared?.extensions.map(\.key) == ["more"])
  }
}
