import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

/// A token response with these further members.
private func tokenBody(_ members: String) -> String {
  #"{"access_token":"a","token_type":"bearer"\#(members)}"#
}

/// What a token response may say, what it may leave out, and where a token may be asked for.
@Suite(.timeLimit(.minutes(2))) struct TokenResponseDecoderTests {
  private let oauth = OAuthClient(
    id: "app", tokenURL: "https://login.example.com/token",
    deviceAuthorizationURL: "https://login.example.com/device")

  private func result<Output>(
    _ resource: Resource<Output, OAuthError>, _ json: String, status: Int = 200
  ) async -> Result<Output, CallError<OAuthError>> {
    await Client(baseURL: api, transport: InMemoryTransport { _ in .json(json, status: status) })
      .result(of: resource)
  }

  private func error(_ json: String, of oauth: OAuthClient? = nil) async throws -> CallError<OAuthError> {
    try #require(await result((oauth ?? self.oauth).token(code: "c"), json).error)
  }

  // MARK: What is left out

  @Test func aMissingScopeIsTheRequestedOne() async throws {
    for resource in [oauth.clientToken(scope: "read"), oauth.token(refreshToken: "r", scope: "read")] {
      #expect(try await result(resource, tokenBody("")).get().scope == "read")
      #expect(try await result(resource, tokenBody(#","scope":null"#)).get().scope == "read")
      #expect(try await result(resource, tokenBody(#","scope":"less""#)).get().scope == "less")
      #expect(try await result(resource, tokenBody(#","scope":"""#)).get().scope == "", "none was granted")
    }
    #expect(try await result(oauth.token(refreshToken: "r"), tokenBody("")).get().scope == nil)
    #expect(try await result(oauth.token(code: "c"), tokenBody("")).get().scope == nil)
  }

  @Test func aRefreshKeepsScopeAndRefreshTokenThatAreLeftOut() async throws {
    let responses = Mutex(["", #","scope":"less","refresh_token":"r2""#, ""])
    let isRefused = Mutex(false)
    let session = Session(refreshing: oauth)
    try await session.signIn(BearerToken("old", refreshToken: "r1", scope: "read write"), as: "ada")
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        // Each call is refused once.
        let isRefused = isRefused.withLock { refused in
          if request.head.method == .get { refused.toggle() }
          return refused
        }
        guard request.head.method == .post else { return .status(isRefused ? 401 : 204) }
        return .json(tokenBody(responses.withLock { $0.removeFirst() }))
      })
    client.authentication = .session(session)
    for (refreshToken, scope) in [("r1", "read write"), ("r2", "less"), ("r2", "less")] {
      _ = await client.result(of: Resource<Void, Never>(.get("/a"), [.any(.noContent)]))
      #expect(session.credential == BearerToken("a", refreshToken: refreshToken, scope: scope))
    }
  }

  // MARK: Tokens that are none

  @Test(arguments: [
    "", " ", " planted", "planted ", #"planted\r\nX-Admin: 1"#, #"planted\n"#, #"plan\u0000ted"#,
    #"planted\u001b[2J"#, #"planted\u007f"#, "plantéd", #"\ud83d\ude00planted"#, #"planted\t"#,
  ])
  func aTokenIsPrintableASCII(token: String) async throws {
    for (path, json) in [
      ("access_token", #"{"access_token":"\#(token)","token_type":"bearer","refresh_token":"r"}"#),
      ("refresh_token", #"{"access_token":"a","token_type":"bearer","refresh_token":"\#(token)"}"#),
    ] where path == "access_token" || !token.isEmpty {
      let error = try await error(json)
      let failure = try #require(error.decodingError)
      #expect(failure.path == path && failure.kind == .corrupted)
      #expect(failure.message == "the token is empty" || !token.isEmpty)
      #expect(!"\(error)\(error.report)".contains("planted"))
    }
    let session = Session(refreshing: oauth)
    try await session.signIn(BearerToken("old", refreshToken: "r1"), as: "ada")
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        request.head.method == .post
          ? .json(#"{"access_token":"\#(token)","token_type":"bearer"}"#) : .status(401)
      })
    client.authentication = .session(session)
    _ = await client.result(of: Resource<Void, Never>(.get("/a"), [.any(.noContent)]))
    #expect(session.credential?.refreshToken ?? "r1" == "r1", "it is not replaced by what can't be used")
  }

  @Test(arguments: [
    #"{"access_token":["a"],"token_type":"bearer"}"#, #"{"access_token":{"a":"b"},"token_type":"bearer"}"#,
    #"{"access_token":"a","token_type":["bearer"]}"#, tokenBody(#","refresh_token":7"#),
    tokenBody(#","scope":7"#),
    tokenBody(#","expires_in":[3600]"#), tokenBody(#","expires_in":true"#),
    tokenBody(#","expires_in":1e999"#),
    #"[{"access_token":"a","token_type":"bearer"}]"#, #"{"error":"","message":"planted"}"#,
    #"{"error":{"code":"invalid_grant"}}"#,
    #"{"access_token":"a","access_token":"b","token_type":"bearer"}"#, tokenBody(#","token_type":"mac""#),
    #"{"error":"invalid_grant","error":"slow_down"}"#,
  ])
  func whatIsNestedOrOfAnotherTypeIsUndecodable(json: String) async throws {
    #expect(try await error(json).decodingError != nil)
  }

  @Test func anErrorWithoutACodeIsNoError() async throws {
    #expect(try await result(oauth.token(code: "c"), tokenBody(#","error":"""#)).get().accessToken == "a")
    #expect(try await result(oauth.token(code: "c"), tokenBody(#","error":null"#)).get().accessToken == "a")
    let refused = await result(oauth.token(code: "c"), #"{"error":""}"#, status: 400).error
    #expect(refused?.decodingError != nil && refused?.declared == nil)
  }

  // MARK: Token types

  @Test(arguments: ["mac", "DPoP", "N_A", "bearer ", "Bearer token"])
  func anotherTypeFailsWithItsName(type: String) async throws {
    let error = try await error(#"{"access_token":"planted","token_type":"\#(type)"}"#)
    #expect(error.decodingError?.path == "token_type")
    #expect(error.description.contains("of the type \(type)") && error.description.contains("tokenTypes"))
    #expect(!"\(error)\(error.report)".contains("planted"))
  }

  @Test func aTypeIsShownWithinBounds() async throws {
    let type = #"\u001b[2J"# + String(repeating: "x", count: 5_000)
    let text = try await error(#"{"access_token":"a","token_type":"\#(type)"}"#).description
    #expect(!text.contains("\u{1B}") && text.count < 1_100)
  }

  @Test func aTypeThatTheClientListsIsTaken() async throws {
    var slack = oauth
    slack.tokenTypes.insert("Bot")
    for type in ["bot", "BOT", "bearer", "BEARER"] {
      let json = #"{"access_token":"a","token_type":"\#(type)"}"#
      #expect(try await result(slack.token(code: "c"), json).get() == BearerToken("a"))
    }
    #expect(try await error(#"{"access_token":"a","token_type":"mac"}"#, of: slack).decodingError != nil)
  }

  @Test(arguments: ["", #","token_type":null"#, #","token_type":"""#])
  func aTypeThatIsMissingIsBearerIfTheClientSaysSo(member: String) async throws {
    let json = #"{"access_token":"planted","expires_in":3600\#(member)}"#
    let error = try await error(json)
    #expect(error.decodingError?.kind == .keyNotFound && error.decodingError?.path == "token_type")
    #expect(error.description.contains("OAuthClient.requiresTokenType"))
    #expect(!"\(error)\(error.report)".contains("planted"))
    var lenient = oauth
    lenient.requiresTokenType = false
    #expect(try await result(lenient.token(code: "c"), json).get().accessToken == "planted")
    #expect(
      try await self.error(#"{"access_token":"a","token_type":"mac"}"#, of: lenient).decodingError != nil)
    #expect(try await self.error(#"{"access_token":"a","token_type":7}"#, of: lenient).decodingError != nil)
  }

  // MARK: What departs from RFC 6749, section 5.1

  @Test(arguments: [
    (#""expires_in":3600"#, 3600.0), (#""expires_in":"3600""#, 3600), (#""expires_in":3600.0"#, 3600),
    (#""expires_in":3599.5"#, 3599.5), (#""expires_in":"3.6e3""#, 3600), (#""expires_in":36e2"#, 3600),
    (#""expires_in":0"#, 0), (#""expires_in":-1"#, 0), (#""expires_in":null"#, nil),
    (#""expires_in":"""#, nil), (#""expires_in":"soon""#, nil), (#""expires":3600"#, nil),
    (#""expires_in":9223372036854775808"#, 1e10),
  ])
  func aLifetimeIsWhateverIsANumber(member: String, seconds: Double?) async throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var oauth = oauth
    oauth.now = { now }
    let token = try await result(oauth.token(code: "c"), tokenBody(",\(member)")).get()
    #expect(token.expiration == seconds.map { now + $0 })
  }

  @Test(arguments: [
    (#""a b""#, "a b"), (#"["a","b"]"#, "a b"), ("[]", ""), (#""a,b""#, "a,b"), ("null", nil),
  ])
  func aScopeMayBeAnArray(scope: String, text: String?) async throws {
    #expect(try await result(oauth.token(code: "c"), tokenBody(#","scope":\#(scope)"#)).get().scope == text)
  }

  private func form(_ body: String, status: Int = 200) async -> Result<BearerToken, CallError<OAuthError>> {
    let type = "application/x-www-form-urlencoded; charset=utf-8"
    return await Client(
      baseURL: api, transport: InMemoryTransport { _ in .text(body, contentType: type, status: status) }
    ).result(of: oauth.token(code: "c"))
  }

  /// Not JSON, although it was asked for.
  @Test func aFormIsRead() async throws {
    let token = try await form("access_token=a%2B1&token_type=bearer&scope=repo%2Cuser&refresh_token=r").get()
    #expect(token == BearerToken("a+1", refreshToken: "r", scope: "repo,user"))
    #expect(try await form("token_type=Bearer&access_token=a&expires_in=60").get().expiration != nil)
    #expect(try await form(tokenBody("")).get() == BearerToken("a"), "JSON under a wrong name")
    for status in [200, 400] {
      let refused = await form("error=invalid_grant&error_description=gone+now", status: status).error?
        .declared
      #expect(refused == OAuthError(.invalidGrant, message: "gone now"))
    }
    for body in [
      "access_token=planted", "access_token=planted&access_token=b&token_type=bearer", "", "planted",
      "access_token=planted%0A&token_type=bearer",
    ] {
      let error = try #require(await form(body).error)
      #expect(error.decodingError != nil && !"\(error)".contains("planted"))
    }
  }

  // MARK: http

  @Test(arguments: [
    "http://login.example.com/token", "HTTP://LOGIN.example.com/token", "http://127.0.0.1.example.com/",
    "http://localhost.example.com/", "http://127.0.0.256/", "http://127.1/", "http://0127.0.0.1/",
    "http://127.0.0.01/", "http://0.0.0.0/",
    "http://10.0.0.1/", "http://[::2]/", "http://128.0.0.1/", "http://127.0.0.1./",
  ])
  func httpToAnotherMachineIsRefused(url: String) async throws {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport { _ in .json(tokenBody("")) })
    var oauth = OAuthClient(id: "app", secret: "planted", tokenURL: url, deviceAuthorizationURL: url)
    for error in [
      await client.result(of: oauth.token(refreshToken: "planted")).error,
      await client.result(of: oauth.clientToken()).error,
      await client.result(of: oauth.deviceAuthorization()).error,
    ] {
      let refused = try #require(error?.requestError)
      #expect(refused.kind == .url && refused.message.contains("use https"))
      #expect(!refused.message.contains("planted"))
    }
    #expect(arrivals.all.isEmpty)
    oauth.allowsPlainHTTP = true
    #expect(try await client.send(oauth.clientToken()) == BearerToken("a"))
  }

  @Test(arguments: [
    "https://login.example.com/token", "http://localhost:8080/token", "http://127.0.0.1:99/token",
    "http://127.9.8.7/", "http://[::1]:99/token", "HTTP://LocalHost/",
  ])
  func httpToThisMachineIsNot(url: String) async throws {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json(tokenBody("")) })
    #expect(try await client.send(OAuthClient(id: "app", tokenURL: url).clientToken()) == BearerToken("a"))
  }
}
