import Foundation
import HTTPTypes
import Repartee
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

/// After the sign-in: claims about the user (OpenID Connect Core 1.0), revocation (RFC 7009), the URL that signs out.
struct OAuthClientUserTests {
  private struct Claims: Decodable, Equatable {
    var sub: String
    var given_name: String?
  }

  private func oauth(_ url: String? = "https://login.example.com/x") -> OAuthClient {
    var oauth = OAuthClient(id: "app", tokenURL: "https://login.example.com/token")
    (oauth.revocationURL, oauth.userInfoURL, oauth.endSessionURL) = (url, url, url)
    return oauth
  }

  private func send<Output>(
    _ resource: Resource<Output, OAuthError>, _ response: TransportResponse
  ) async -> (arrived: [TransportRequest], Result<Output, CallError<OAuthError>>) {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport { _ in response })
    client.clock = SkippingClock(end: .seconds(60))
    client.json.keys = .snakeCase
    client.authentication = .bearer("the API's")
    let result = await client.result(of: resource)
    return (arrivals.all, result)
  }

  private func userInfo(subject: String? = nil) -> Resource<Claims, OAuthError> {
    oauth().userInfo(Claims.self, authentication: .bearer("t1"), subject: subject)
  }

  @Test func claimsAreReadWithTheUsersToken() async throws {
    let (arrived, result) = await send(userInfo(subject: "ada"), .json(#"{"sub":"ada","given_name":"Ada"}"#))
    #expect(try result.get() == Claims(sub: "ada", given_name: "Ada"))
    #expect(arrived[0].head.method == .get && arrived[0].head.headerFields[.authorization] == "Bearer t1")
  }

  @Test(arguments: [#"{"sub":"eve"}"#, #"{"sub":""}"#, "{}", #"{"sub":"ada","sub":"ada"}"#])
  func claimsAboutAnotherUserAreRefused(json: String) async throws {
    #expect(try #require(await send(userInfo(subject: "ada"), .json(json)).1.error).decodingError != nil)
  }

  @Test func aRefusalIsInTheBodyOrInTheChallenge() async throws {
    let challenge: HTTPFields = [
      .wwwAuthenticate: #"Bearer error="invalid_token", error_description="planted""#
    ]
    let bare = try #require(await send(userInfo(), .status(401, headers: challenge)).1.error)
    #expect(bare.declared?.code.rawValue == "invalid_token" && bare.declared?.message == "planted")
    let body = try #require(
      await send(userInfo(), .json(#"{"error":"insufficient_scope"}"#, status: 403)).1.error)
    #expect(body.declared?.code.rawValue == "insufficient_scope")
    #expect(try #require(await send(userInfo(), .status(401)).1.error).decodingError != nil)
    let moved = await send(userInfo(), .status(302, headers: [.location: "https://evil.example"]))
    #expect(moved.arrived.count == 1 && moved.1.error?.isUndeclared == true)
  }

  @Test func aRevocationSendsTheRefreshTokenIfThereIsOne() async throws {
    for (token, form) in [
      (BearerToken("a1", refreshToken: "r&1"), "token=r%261&token_type_hint=refresh_token&client_id=app"),
      (BearerToken("a1"), "token=a1&token_type_hint=access_token&client_id=app"),
    ] {
      let (arrived, result) = await send(oauth().revocation(of: token), .status(200))
      try result.get()
      #expect(arrived.map { String(decoding: $0.bytes, as: UTF8.self) } == [form])
      #expect(arrived[0].head.headerFields[.authorization] == nil)
    }
    let refused = await send(
      oauth().revocation(of: BearerToken("planted-1")),
      .json(#"{"error":"unsupported_token_type","x":"planted-1"}"#, status: 400))
    let error = try #require(refused.1.error)
    #expect(error.declared?.code.rawValue == "unsupported_token_type" && !error.report.contains("planted"))
    #expect(await send(oauth().revocation(of: BearerToken("t")), .status(503)).arrived.count == 3)
  }

  /// As the guide "Signing a user in" signs out.
  @Test func aProgramThatMadeNoCallRevokesTheStoredToken() async throws {
    try await withFolder { folder in
      let store = FileCredentialStore<BearerToken>(path: folder.appending(path: "token.json").path)
      let oauth = oauth("https://login.example.com/revoke")
      try await Session(refreshing: oauth, store: store).signIn(BearerToken("a", refreshToken: "r"))
      let arrivals = Arrivals()
      let client = Client(baseURL: api, transport: arrivals.transport { _ in .status(200) })
      let session = Session(refreshing: oauth, store: store)

      let token = (try? store.load())?.credential
      try await session.signOut()
      if let token {
        try await client.send(oauth.revocation(of: token))
      }

      #expect(arrivals.all.map { $0.head.path } == ["/revoke"])
      #expect(try store.load() == nil)
    }
  }

  @Test(arguments: [nil, "http://login.example.com/x", "", "x"])
  func anEndpointThatIsNoneSendsNothing(url: String?) async throws {
    let oauth = oauth(url)
    let revocation = await send(oauth.revocation(of: BearerToken("t")), .status(200))
    let claims = await send(
      oauth.userInfo(Claims.self, authentication: .bearer("t")), .json(#"{"sub":"ada"}"#))
    #expect(revocation.arrived.isEmpty && claims.arrived.isEmpty)
    for reason in [revocation.1.error?.reason, claims.1.error?.reason] {
      guard case .request(let error)? = reason else {
        return #expect(Bool(false), "\(String(describing: reason))")
      }
      #expect(error.kind == .url)
    }
    #expect(throws: RequestError.self) { try oauth.logoutURL() }
  }

  @Test func theLogoutURLHasTheIDTokenAndTheRedirectURI() throws {
    #expect(try oauth().logoutURL() == "https://login.example.com/x?client_id=app")
    let idToken = try UnverifiedIDToken("e30.e30.e30")
    let url = try oauth("https://login.example.com/x?t=1").logoutURL(
      idToken: idToken, redirectURI: "app://bye", state: "s 1",
      parameters: ["ui_locales": "de", "state": "x"])
    #expect(
      url == "https://login.example.com/x?t=1&client_id=app&id_token_hint=e30.e30.e30"
        + "&post_logout_redirect_uri=app%3A%2F%2Fbye&state=s%201&ui_locales=de")
  }
}
