import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

struct ClientCurlTests {
  private func curl(_ request: Request, headers: Request.Headers = [:]) throws -> String {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .text("") }, headers: headers)
    return try client.curl(for: Resource<Void, Never>(request, [.success(.noContent)]))
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

  /// curl removes a field that is given as `Name:`.
  @Test func anEmptyFieldIsSentByTheCommandToo() throws {
    #expect(
      try curl(.get("/a", headers: ["X-Empty": "", "Accept": ""]))
        == "curl --globoff 'https://api.example.com/a' -H 'X-Empty;' -H 'Accept;'")
  }

  @Test(arguments: ["a\tb", "a\r\nb", "a\u{1B}b", "a\u{2028}b"])
  func aBodyThatCantBeShownAsItIsIsLeftOut(text: String) throws {
    #expect(
      try curl(.post("/a", body: .text(text))).hasSuffix("--data-binary @body  # \(text.utf8.count) bytes"))
    #expect(try curl(.post("/a", body: .text("a\nb"))).hasSuffix("--data-raw 'a\nb'"))
    let latin = Request.Body.bytes(Data([0x61, 0xE9]), contentType: "text/plain; charset=iso-8859-1")
    #expect(try curl(.post("/a", body: latin)).hasSuffix("--data-binary @body  # 2 bytes"))
    // Whatever the charset says, these bytes are sent.
    let both = Request.Body.bytes(Data("é".utf8), contentType: "text/plain; charset=iso-8859-1")
    #expect(try curl(.post("/a", body: both)).hasSuffix("--data-raw 'é'"))
  }

  @Test func aBodyDoesNotChangeTheMethod() throws {
    #expect(
      try curl(Request(.get, "/a", body: .text("q")))
        == "curl -X 'GET' --globoff 'https://api.example.com/a' -H 'Content-Type: text/plain; charset=utf-8' "
        + "-H 'Accept: */*' --data-raw 'q'")
    #expect(try curl(.get("/a")).hasPrefix("curl --globoff"))
  }

  /// curl refuses `--head` with data, and after `-X HEAD` waits for a body that is not sent.
  @Test func aHeadRequestIsShownWithoutItsBody() throws {
    let command = try curl(Request(.head, "/a", body: .text("query")))
    #expect(command.hasPrefix("curl --head --globoff 'https://api.example.com/a'"))
    #expect(command.hasSuffix(" -H 'Accept: */*'  # without its body (5 bytes)"))
    let stream = ByteStream(length: nil, once: chunks(["a"]))
    let streamed = try curl(Request(.head, "/a", body: .stream(stream)))
    #expect(streamed.hasSuffix("  # without its body (streamed)"))
  }

  @Test func theCommandSendsNoFieldThatTheRequestDoesNot() throws {
    #expect(
      try curl(.post("/a", headers: ["Content-Type": nil, "Accept": nil], body: .bytes(Data("x".utf8))))
        == "curl -X 'POST' --globoff 'https://api.example.com/a' -H 'Accept:' -H 'Content-Type:' "
        + "--data-raw 'x'")
    #expect(
      try curl(.post("/a", headers: ["Content-Type": nil], body: .bytes(Data([255])))).hasSuffix(
        " -H 'Content-Type:' --data-binary @body  # 1 byte"))
    #expect(
      try curl(.post("/a", headers: ["Accept": nil]))
        == "curl -X 'POST' --globoff 'https://api.example.com/a' -H 'Accept:'")
  }

  @Test func secretsAreMasked() throws {
    let text = try curl(
      .post("/login", query: ["token": "s3cret"], body: .json(["password": "s3cret"])),
      headers: ["Authorization": "Bearer s3cret", "X-Api-Key": "s3cret"])
    #expect(!text.contains("s3cret") && text.contains("Authorization: ***") && text.contains("password"))
    let form = try curl(.post("/login", body: .form(["user": "ada", "password": "s3cret"])))
    #expect(!form.contains("s3cret") && form.contains("user=ada"))
  }

  @Test func aCredentialHasItsPlaceAndIsMasked() async throws {
    func curl(_ authentication: Authentication, _ request: Request = .get("/a")) throws -> String {
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .text("") })
      client.authentication = authentication
      return try client.curl(for: Resource<Void, Never>(request, [.success(.noContent)]))
    }
    let plain = "curl --globoff 'https://api.example.com/a' -H 'Accept: */*'"
    let masked = plain + " -H 'Authorization: ***'"
    #expect(
      try curl(.bearer("s3cret")) == masked && curl(.basic(username: "ada", password: "s3cret")) == masked)
    #expect(try curl(.apiKey("s3cret", header: "X-Company")) == plain + " -H 'X-Company: ***'")
    #expect(
      try curl(.apiKey("s3cret", query: "company"))
        == "curl --globoff 'https://api.example.com/a?company=***' -H 'Accept: */*'")
    #expect(try curl(.signing { _ in }) == masked, "it is not known before it is sent")
    #expect(try curl(.bearer("s3cret"), .get("/a").authenticated(.off)) == plain)
    #expect(
      try curl(.bearer("s3cret"), .get("/a", headers: ["Authorization": "s3cret"])).contains(
        "Authorization: ***"))
    let session = Session<BearerToken>()
    #expect(try curl(.session(session)) == masked)
    try await session.signOut()
    #expect(try curl(.session(ifSignedIn: session)) == plain && curl(.session(session)) == masked)
    try await session.signIn(BearerToken("s3cret"))
    #expect(try curl(.session(ifSignedIn: session)) == masked && curl(.session(session)) == masked)
    struct Named: Credential {
      func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
        if let name = HTTPField.Name("X-Company") { try request.setCredential(name, "s3cret") }
      }
    }
    #expect(try curl(.session(Session<Named>(refreshing: { _, _ in Named() }))) == masked)
    let named = Session<Named>()
    try await named.signIn(Named())
    #expect(try curl(.session(named)) == plain + " -H 'X-Company: ***'")
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
    let response = try await client.response(to: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    #expect(
      response.request.curl == "curl --globoff 'https://api.example.com/a' -H 'Cookie: ***' -H 'Accept: */*'")
  }
}
