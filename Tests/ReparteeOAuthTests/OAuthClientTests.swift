import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing
@testable import Repartee

/// The requests of an OAuth client, and what it makes of the responses (RFC 6749).
struct OAuthClientTests {
  private static let token =
    #"{"access_token":"a1","token_type":"Bearer","expires_in":3600,"refresh_token":"r2"}"#
  private let url = "https://login.example.com/token?tenant=7"
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func oauth(
    _ secret: String? = nil, _ authentication: OAuthClient.Authentication = .basic, id: String = "app"
  ) -> OAuthClient {
    var client = OAuthClient(
      id: id, secret: secret, authentication: authentication, tokenURL: url,
      deviceAuthorizationURL: "https://login.example.com/device")
    client.now = { [now] in now }
    return client
  }

  private func send<Output>(
    _ resource: Resource<Output, OAuthError>, _ response: TransportResponse = .json(token),
    change: (inout Client) -> Void = { _ in }
  ) async throws -> (arrived: [TransportRequest], result: Result<Output, CallError<OAuthError>>) {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport { _ in response })
    client.clock = SkippingClock(end: .seconds(60))
    change(&client)
    let result = await client.result(of: resource)
    return (arrivals.all, result)
  }

  /// The fields of the form that arrives.
  private func form<Output>(_ resource: Resource<Output, OAuthError>) async throws -> String {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport { _ in .json(Self.token) })
    _ = await client.result(of: resource)
    let request = try #require(arrivals.all.first)
    #expect(request.head.method == .post && request.head.headerFields[.accept] == "application/json")
    #expect(request.head.headerFields[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true)
    return String(decoding: request.bytes, as: UTF8.self)
  }

  private func token(_ json: String, _ resource: Resource<BearerToken, OAuthError>? = nil) async throws
    -> BearerToken
  {
    try await send(resource ?? oauth().token(code: "c"), .json(json)).result.get()
  }

  private func body(_ members: String) -> String { #"{"access_token":"a","token_type":"bearer"\#(members)}"# }

  // MARK: Requests

  @Test func aCodeIsExchanged() async throws {
    #expect(
      try await form(oauth().token(code: "c/1", redirectURI: "app://done?x=1", verifier: "v"))
        == "grant_type=authorization_code&code=c%2F1&redirect_uri=app%3A%2F%2Fdone%3Fx%3D1&code_verifier=v&client_id=app"
    )
    #expect(
      try await form(oauth().token(code: "c")) == "grant_type=authorization_code&code=c&client_id=app")
  }

  @Test func theOtherGrantsAreRequested() async throws {
    let oauth = oauth()
    let refresh = try await form(oauth.token(refreshToken: "r&1", scope: "a b"))
    #expect(
      refresh.replacing("a%20b", with: "a+b")
        == "grant_type=refresh_token&refresh_token=r%261&scope=a+b&client_id=app")
    #expect(try await form(oauth.clientToken()) == "grant_type=client_credentials&client_id=app")
    #expect(
      try await form(oauth.token(deviceCode: "d"))
        == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d&client_id=app")
    #expect(try await form(oauth.deviceAuthorization(scope: "s")) == "scope=s&client_id=app")
  }

  @Test func aSecretIsInTheFieldOrInTheBody() async throws {
    let (id, secret) = ("a:p p", "s/e+c%ä=&")
    let basic = try await send(oauth(secret, id: id).clientToken()).arrived
    let pair = try #require(basic.first?.head.headerFields[.authorization]?.split(separator: " ").last)
    #expect(
      Data(base64Encoded: String(pair)).map { String(decoding: $0, as: UTF8.self) }
        == "a%3Ap+p:s%2Fe%2Bc%25%C3%A4%3D%26", "RFC 6749, section 2.3.1 and appendix B")
    #expect(String(decoding: basic.first?.bytes ?? Data(), as: UTF8.self) == "grant_type=client_credentials")

    let inBody = try await send(oauth(secret, .body, id: id).clientToken()).arrived
    #expect(inBody.first?.head.headerFields[.authorization] == nil)
    let text = String(decoding: inBody.first?.bytes ?? Data(), as: UTF8.self)
    #expect(text.hasSuffix("client_secret=s%2Fe%2Bc%25%C3%A4%3D%26") && text.contains("client_id=a%3Ap"))
    #expect(oauth().authentication == .body && oauth("s").authentication == .basic)
  }

  @Test func theClientsOwnCredentialsAreNotSent() async throws {
    for oauth in [oauth(), oauth("secret"), oauth("secret", .body)] {
      var oauth = oauth
      oauth.tokenURL = "\(api)/token"
      let (arrived, _) = try await send(oauth.token(code: "c")) {
        $0.authentication = .apiKey("planted", query: "appid")
        $0.headers["Authorization"] = "Bearer planted"
      }
      let head = try #require(arrived.first?.head)
      #expect(head.path == "/token" && head.headerFields[.authorization]?.contains("planted") != true)
    }
  }

  @Test func aRedirectIsNotFollowed() async throws {
    for code in [301, 302, 303, 307, 308] {
      let response = TransportResponse.status(code, headers: [.location: "https://evil.example/"])
      let (arrived, result) = try await send(oauth("s").token(refreshToken: "r"), response)
      #expect(result.error?.isUndeclared == true && result.error?.attempts.count == 1 && arrived.count <= 1)
    }
  }

  // MARK: Sending it again

  private func count(
    _ resource: Resource<BearerToken, OAuthError>, _ kind: TransportError.Kind?
  ) async -> Int {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        if let kind { throw TransportError(kind) }
        return .status(503)
      })
    client.clock = SkippingClock(end: .seconds(60))
    _ = await client.result(of: resource)
    return arrivals.all.count
  }

  @Test func aRequestThatUsesUpATokenIsSentOnce() async {
    for resource in [oauth().token(refreshToken: "r"), oauth().token(code: "c")] {
      #expect(await count(resource, .connectionLost) == 1)
      #expect(await count(resource, .timedOut(.head)) == 1)
      #expect(await count(resource, nil) == 1)
      #expect(await count(resource, .cannotConnect) == 3, "it has certainly not arrived")
    }
    #expect(await count(oauth("s").clientToken(), .connectionLost) == 3)
  }

  // MARK: Responses

  @Test func aTokenIsRead() async throws {
    let token = try await send(oauth().token(code: "c")).result.get()
    #expect(token == BearerToken("a1", refreshToken: "r2", expiration: now + 3_600))
    let scoped = try await self.token(body(#","scope":"a b","id_token":"x","more":{"a":[1]}"#))
    #expect(scoped == BearerToken("a", scope: "a b"))
    #expect(try await self.token(body(#","scope":["a","b"]"#)).scope == "a b")
    #expect(try await self.token(#"{"access_token":"a","token_type":"BEARER"}"#) == BearerToken("a"))
  }

  @Test func theRefreshTokenStaysUnlessTheResponseHasAnother() async throws {
    let resource = oauth().token(refreshToken: "r1")
    #expect(try await token(body(""), resource).refreshToken == "r1")
    #expect(try await token(body(#","refresh_token":null"#), resource).refreshToken == "r1")
    #expect(try await token(body(#","refresh_token":"""#), resource).refreshToken == "r1")
    #expect(try await token(body(#","refresh_token":"r2""#), resource).refreshToken == "r2")
    #expect(try await token(body("")).refreshToken == nil)
    #expect(try await token(body(#","refresh_token":"""#), oauth().clientToken()).refreshToken == nil)
  }

  @Test(
    arguments: [
      ("3600", 3_600), (#""3600""#, 3_600), ("3599.5", 3_599.5), ("0", 0), ("-5", 0), (#""-5""#, 0),
      ("1e308", 1e10),
      ("99999999999999999999", 1e10), (#""1e308""#, 1e10), ("null", nil), (#""NaN""#, nil), (#""soon""#, nil),
      (#""""#, nil), (#""inf""#, nil), (#""-inf""#, nil),
    ] as [(String, Double?)])
  func aLifetimeIsWrittenInManyWays(text: String, seconds: Double?) async throws {
    let token = try await token(body(#","expires_in":\#(text)"#))
    #expect(token.expiration == seconds.map { now + $0 })
  }

  @Test(arguments: [
    #"{"access_token":"planted"}"#, #"{"token_type":"bearer"}"#, "{}", "[]", "", "null", "planted",
    #"{"access_token":"planted","token_type":"mac"}"#, #"{"access_token":"planted","token_type":null}"#,
    #"{"access_token":7,"token_type":"bearer"}"#,
    #"{"access_token":"planted","token_type":"bearer","expires_in":{}}"#,
  ])
  func whatIsNoTokenIsUndecodable(json: String) async throws {
    let error = try #require(try await send(oauth().token(code: "c"), .json(json)).result.error)
    #expect(error.decodingError != nil)
    #expect(!error.report.contains("planted") || json == "planted", "\(error.report)")
  }

  @Test func anErrorIsDeclaredWhateverItsStatus() async throws {
    let body = #"{"error":"invalid_grant","error_description":"the code planted is spent"}"#
    for code in [200, 400, 401, 403] {
      let error = try #require(
        try await send(oauth().token(code: "c"), .json(body, status: code)).result.error)
      #expect(error.declared == OAuthError(.invalidGrant, message: "the code planted is spent"))
      #expect(!error.isRetryable && error.declared?.description == "invalid_grant")
      var text = "\(error)"
      dump(error, to: &text)
      dump(error.declared, to: &text)
      dump(error.reason, to: &text)
      #expect(!text.contains("planted"), "\(text)")
    }
    let bare = try await send(oauth().token(code: "c"), .json(#"{"error":"x\n\u001b"}"#, status: 400)).result
      .error
    #expect(bare?.declared?.message == nil && bare?.description.contains("\u{1B}") == false)
    #expect(
      try await send(oauth().token(code: "c"), .text("<html>", contentType: "text/html", status: 400)).result
        .error?
        .decodingError != nil)
    #expect(try await send(oauth().token(code: "c"), .status(500)).result.error?.isUndeclared == true)
  }

  @Test func howTheClientReadsJSONDoesNotMatter() async throws {
    let (_, result) = try await send(oauth().token(code: "c")) {
      $0.json.keys = .snakeCase
      $0.json.dates = .secondsSince1970
    }
    #expect(try result.get().refreshToken == "r2")
    let (_, foundation) = try await send(oauth().token(code: "c")) {
      $0.json.keys = .snakeCase
      $0.decoders = [$0.json.foundation]
    }
    #expect(try foundation.get().expiration == now + 3_600)
    let (_, plain) = try await send(
      oauth().token(code: "c"), .text(Self.token, contentType: "text/html; charset=iso-8859-1"))
    #expect(try plain.get().accessToken == "a1", "nor what the server says it is")
  }

  // MARK: Sessions

  @Test(arguments: [
    (400, #"{"error":"invalid_grant"}"#, true), (401, #"{"error":"invalid_client"}"#, false),
    (200, #"{"error":"invalid_grant"}"#, true), (429, #"{"error":"slow_down"}"#, false), (503, "", false),
    (302, "", false), (200, "{}", false),
  ])
  func whatIsRefusedForGoodSignsOut(code: Int, body: String, isOut: Bool) async throws {
    let session = Session(refreshing: oauth())
    try await session.signIn(BearerToken("a", refreshToken: "r"), as: "ada")
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        request.head.method == .get ? .status(401) : .json(body, status: code)
      })
    client.clock = SkippingClock(end: .seconds(60))
    client.authentication = .session(session)
    let error = try #require(
      await client.result(of: Resource<Void, Never>(.get("/a"), [.success(.noContent)])).error)
    guard case .authentication(let failed) = error.reason else { throw error }
    #expect(failed.kind == .refreshFailed && failed.underlying is CallError<OAuthError>)
    #expect(session.state == (isOut ? .signedOut(failed) : .signedIn(as: "ada")))
    #expect((session.credential == nil) == isOut)
  }

  @Test func withoutARefreshTokenARefusalSignsOut() async throws {
    let arrivals = Arrivals()
    let session = Session(refreshing: oauth())
    try await session.signIn(BearerToken("a"))
    var client = Client(baseURL: api, transport: arrivals.transport { _ in .status(401) })
    client.authentication = .session(session)
    let error = try #require(
      await client.result(of: Resource<Void, Never>(.get("/a"), [.success(.noContent)])).error)
    guard case .authentication(let failed) = error.reason else { throw error }
    #expect(failed.kind == .refused && arrivals.all.count == 1 && session.credential == nil)
  }

  /// A session over a file with a token for an hour that nothing can refresh, and the time.
  private func withoutARefreshToken(
    _ body: (Session<BearerToken>, FileCredentialStore<BearerToken>, Client, (Double) -> Void) async throws ->
      Void
  ) async throws {
    try await withFolder { folder in
      let store = FileCredentialStore<BearerToken>(path: folder.appending(path: "token.json").path)
      let session = Session(refreshing: oauth(), store: store)
      try await session.signIn(BearerToken("a", expiration: now + 3_600), as: "ada")
      let time = Mutex(now)
      var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(204) })
      client.authentication = .session(session)
      client.now = { time.withLock { $0 } }
      try await client.send(Self.noContent)
      try await body(session, store, client) { after in time.withLock { $0 = now + after } }
    }
  }

  private static let noContent = Resource<Void, Never>(.get("/a"), [.success(.noContent)])

  @Test func withoutARefreshTokenATokenIsUsedToItsEnd() async throws {
    try await withoutARefreshToken { session, store, client, advance in
      let refreshes = session.refreshes
      advance(3_580)
      try await client.send(Self.noContent)
      for _ in 0..<1_000 where session.credential != nil { await Task.yield() }
      #expect(try session.state == .signedIn(as: "ada") && store.load()?.credential.accessToken == "a")
      try await client.send(Self.noContent)
      advance(3_600)
      let error = await client.result(of: Self.noContent).error
      guard case .authentication(let failed)? = error?.reason else { throw try #require(error) }
      #expect(failed.kind == .refused && session.state == .signedOut(failed))
      #expect(try store.load() == nil)
      var events = refreshes.makeAsyncIterator()
      guard case .began? = await events.next(), case .failed(let only)? = await events.next() else {
        Issue.record("it begins once")
        return
      }
      #expect(only.kind == .refused, "none begins ahead of the end")
    }
  }

  @Test func withoutARefreshTokenARefreshThatIsAskedForEndsNothing() async throws {
    try await withoutARefreshToken { session, store, client, advance in
      let failed = await #expect(throws: AuthenticationError.self) {
        try await session.refreshNow(with: client)
      }
      #expect(failed?.kind == .refreshFailed && failed?.message.contains("no refresh token") == true)
      try await client.send(Self.noContent)
      #expect(try store.load()?.credential.accessToken == "a")
      advance(3_600)
      _ = await client.result(of: Self.noContent)
      #expect(try store.load() == nil)
    }
  }
}
