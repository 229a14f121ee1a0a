import Foundation
import Repartee
import Testing

struct CurlTests {
  private func curl(_ request: Request, headers: Request.Headers = [:]) throws -> String {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .text("") }, headers: headers)
    return try client.curl(Resource<Void, Never>(request, [.success(.noContent)]))
  }

  @Test func aRequestIsACommand() throws {
    #expect(
      try curl(.get("/users/\(7)", query: ["q": "a b"]))
        == "curl --globoff 'https://api.example.com/users/7?q=a%20b' -H 'Accept: */*'")
    #expect(try curl(.head("/a")).hasPrefix("curl --head --globoff 'https://api.example.com/a'"))
    #expect(
      try curl(.post("/users", body: .json(["name": "O'Neil"])))
        == #"curl -X 'POST' --globoff 'https://api.example.com/users' -H 'Content-Type: application/json' "#
        + #"-H 'Accept: */*' --data-raw '{"name":"O'\''Neil"}'"#)
  }

  @Test func secretsAreMasked() throws {
    let text = try curl(
      .post("/login", query: ["token": "s3cret"], body: .json(["password": "s3cret"])),
      headers: ["Authorization": "Bearer s3cret", "X-Api-Key": "s3cret"])
    #expect(!text.contains("s3cret") && text.contains("Authorization: ***") && text.contains("password"))
    let form = try curl(.post("/login", body: .form(["user": "ada", "password": "s3cret"])))
    #expect(!form.contains("s3cret") && form.contains("user=ada"))
  }

  @Test func aBodyThatIsNoTextOrLongIsItsSize() throws {
    #expect(
      try curl(.put("/a", body: .bytes(Data([0, 255])))).hasSuffix("--data-binary @body  # 2 bytes"))
    #expect(
      try curl(.put("/a", body: .bytes(Data(count: 5_000)))).hasSuffix("--data-binary @body  # 5 kB"))
    let stream = ByteStream(length: nil, once: chunks(["a"]))
    #expect(try curl(.put("/a", body: .stream(stream))).hasSuffix("--data-binary @body  # streamed"))
  }

  @Test func whatCantBeBuiltThrows() {
    #expect(throws: RequestError.self) { try curl(.get("/a", headers: ["X\nY": "1"])) }
  }

  @Test func whatWasSentCanBeShownToo() async throws {
    let client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .text("fine") }, headers: ["Cookie": "s3cret"])
    let reply = try await client.reply(to: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    #expect(
      reply.request.curl == "curl --globoff 'https://api.example.com/a' -H 'Cookie: ***' -H 'Accept: */*'")
  }
}
