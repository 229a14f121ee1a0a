import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

/// What credentials put on a request, and which of them can't be sent.
struct CredentialTests {
  private static let call = Resource<String, Never>(.get("/a"), [.any(.decode)])

  /// The request that arrives, or why none does.
  private func arrival(
    _ authentication: Authentication, _ request: Request = .get("/a"), at base: String = api
  ) async throws -> TransportRequest {
    let arrivals = Arrivals()
    var client = Client(baseURL: base, transport: arrivals.transport())
    client.authentication = authentication
    _ = try await client.send(Resource<String, Never>(request, [.any(.decode)]))
    return try #require(arrivals.all.first)
  }

  private func authorization(_ authentication: Authentication) async throws -> String? {
    try await arrival(authentication).head.headerFields[.authorization]
  }

  /// What is said of a credential that can't be sent; an issue if anything is.
  private func refused(_ authentication: Authentication) async throws -> AuthenticationError {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.authentication = authentication
    let error = try #require(await client.result(of: Self.call).error)
    #expect(arrivals.all.isEmpty && error.attempts.isEmpty && error.response == nil)
    guard case .authentication(let refused) = error.reason else { throw error }
    #expect(error.summary == "not authenticated: \(refused)" && error.transportError == nil)
    #expect(!error.isRetryable && !error.isCancellation)
    return refused
  }

  @Test func basicIsUserNameAndPassword() async throws {
    #expect(
      try await authorization(.basic(username: "Aladdin", password: "open sesame"))
        == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "RFC 7617, section 2")
    #expect(
      try await authorization(.basic(username: "test", password: "123£")) == "Basic dGVzdDoxMjPCow==",
      "RFC 7617, section 2.1")
    #expect(try await authorization(.basic(username: "", password: "")) == "Basic Og==")
    #expect(try await authorization(.basic(username: "a", password: "b:c")) == "Basic YTpiOmM=")
  }

  @Test(arguments: ["a:b", ":", "a:\u{301}"]) func aUserNameWithAColonIsRefused(name: String) async throws {
    let error = try await refused(.basic(username: name, password: "hunter2"))
    #expect(error.kind == .unusable && error.message.contains("colon") && !error.message.contains("hunter2"))
  }

  @Test(arguments: ["\u{0}", "\n", "a\rb", "\t", "\u{7F}", "a\u{1F}"])
  func controlCharactersInBasicAreRefused(text: String) async throws {
    #expect(try await refused(.basic(username: "a\(text)", password: "b")).kind == .unusable)
    #expect(try await refused(.basic(username: "a", password: text)).kind == .unusable)
  }

  @Test func bearerIsTheToken() async throws {
    #expect(try await authorization(.bearer("mF_9.B5f-4.1JqM")) == "Bearer mF_9.B5f-4.1JqM")
    let credential = BearerToken("t", refreshToken: "r", scope: "s")
    #expect(try await authorization(.credential(credential)) == "Bearer t")
  }

  @Test(arguments: ["a\nb", "a\r\nX-Injected: 1", "a\u{0}", "\n"])
  func aTokenWithALineFeedIsNotSent(token: String) async throws {
    for authentication in [
      Authentication.bearer(token), .apiKey(token, header: "X-Api-Key"), .apiKey(token, header: "X-Vault"),
    ] {
      let error = try await refused(authentication)
      #expect(error.kind == .unusable && !"\(error)".contains("Injected"))
    }
  }

  @Test(arguments: ["", " ", "t ", "t\t"])
  func anEmptyTokenOrOneWithSpaceAroundItIsRefused(token: String) async throws {
    let error = try await refused(.bearer(token))
    #expect(
      error.kind == .unusable && error.message.contains("it is empty, or begins or ends with white space"))
  }

  @Test func aKeyIsInTheHeaderFieldOfItsName() async throws {
    let request = try await arrival(
      .apiKey("k1", header: "X-Vault"), .get("/a", headers: ["X-Vault": "own", "X-Other": "o"]))
    let name = try #require(HTTPField.Name("X-Vault"))
    #expect(request.head.headerFields[values: name] == ["k1"], "it takes the place of others")
    #expect(request.head.headerFields[try #require(HTTPField.Name("X-Other"))] == "o")
  }

  @Test(arguments: ["", "a b", "ä", "a:b", "Host", "content-length", "Transfer-Encoding", "a\n"])
  func aKeyNeedsTheNameOfAField(name: String) async throws {
    #expect(try await refused(.apiKey("k", header: name)).kind == .unusable)
  }

  @Test(arguments: ["", "_", "-", "$"]) func aNameThatCantBeMaskedIsRefused(name: String) async throws {
    #expect(try await refused(.apiKey("k", query: name)).kind == .unusable)
    #expect(try await refused(.apiKey("k", header: name)).kind == .unusable)
  }

  @Test(arguments: [
    ("/a", "appid", "/a?appid=k"), ("/a?x=1", "appid", "/a?x=1&appid=k"),
    ("/a?appid=1&x=2&appid=3", "appid", "/a?x=2&appid=k"), ("/a?appid", "appid", "/a?appid=k"),
    ("/a?appids=1&Appid=2", "appid", "/a?appids=1&Appid=2&appid=k"),
    ("/a?app%69d=1&%61ppid=2", "appid", "/a?appid=k"), ("/a?api%5Fkey=1&b=2", "api_key", "/a?b=2&api_key=k"),
    ("/a?k%5B%5D=1", "k[]", "/a?k%5B%5D=k"), ("/a?=1", "x", "/a?=1&x=k"),
    ("/a?x=1?y&z", "q", "/a?x=1?y&z&q=k"), ("/a", "schlüssel", "/a?schl%C3%BCssel=k"),
    ("/a?x=appid=1", "appid", "/a?x=appid=1&appid=k"),
  ])
  func aKeyReplacesTheItemOfItsName(path: String, name: String, target: String) async throws {
    let request = try await arrival(.apiKey("k", query: name), Request(.get, url: api + path))
    #expect(request.head.path == target)
  }

  @Test func aKeyInTheQueryIsEscaped() async throws {
    let request = try await arrival(.apiKey("a b&c=d+e/f?#\r\n%41ä", query: "appid"))
    #expect(request.head.path == "/a?appid=a%20b%26c%3Dd%2Be%2Ff%3F%23%0D%0A%2541%C3%A4")
    #expect(try await arrival(.apiKey("k", query: "q"), at: api + "/v1?t=7").head.path == "/v1/a?t=7&q=k")
  }

  @Test func aCredentialOfYourOwnIsSent() async throws {
    struct Pair: Credential {
      func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
        guard let id = HTTPField.Name("X-Id"), let vault = HTTPField.Name("X-Vault") else { return }
        try request.setCredential(id, "7")
        try request.setCredential(vault, "v")
      }
    }
    let request = try await arrival(.credential(Pair()))
    #expect(request.head.headerFields.map(\.name.rawName).suffix(2) == ["X-Id", "X-Vault"])
    #expect(Pair().expiration == nil)
  }

  @Test func aCredentialCantChangeWhereARequestGoes() async throws {
    struct Mover: Credential {
      var change: @Sendable (inout AttemptRequest) -> Void
      func authenticate(_ request: inout AttemptRequest) {
        request.headers[.cookie] = "planted"
        change(&request)
      }
    }
    let changes: [@Sendable (inout AttemptRequest) -> Void] = [
      { $0.head.authority = "evil.example" }, { $0.head.scheme = "http" },
      { $0.headers[.contentLength] = "7" }, { $0.headers[.transferEncoding] = "chunked" },
    ]
    for change in changes {
      #expect(try await refused(.credential(Mover(change: change))).kind == .unusable)
    }
  }

  /// It may have put a part of itself on the request before it failed.
  @Test func whatACredentialThatFailsHasPutOnARequestIsNotShown() async throws {
    struct Fails: Credential {
      func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
        request.headers[.from] = "planted"
        request.head.path? += "?diagnosis=planted"
        throw AuthenticationError(.unusable, message: "no")
      }
    }
    struct Frames: Credential {
      func authenticate(_ request: inout AttemptRequest) {
        request.headers[.from] = "planted"
        request.headers[.contentLength] = "7"
      }
    }
    for authentication in [Authentication.credential(Fails()), .credential(Frames())] {
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
      client.authentication = authentication
      let error = try #require(await client.result(of: Self.call).error)
      var text = error.report
      dump(error, to: &text)
      dump(error.request, to: &text)
      #expect(!text.contains("planted") && error.request != nil)
    }
  }
}
