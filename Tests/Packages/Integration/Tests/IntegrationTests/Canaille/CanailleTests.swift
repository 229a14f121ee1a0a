import Foundation
import Repartee
import ReparteeOAuth
import Testing

/// From a server's issuer to a user who is signed in, and out again, through the pages of a provider. Each test has a
/// client of its own there.
@Suite(
  .enabled(if: Canaille.isRunning, "REPARTEE_CANAILLE is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct CanailleTests {
  @Test func noDeclarationHasAFault() {
    #expect(Canaille.discovery.responses.issues.isEmpty)
    #expect(Canaille.Register.responses.issues.isEmpty)
  }

  @Test(arguments: Wire.allCases) func aUserSignsInStaysAndSignsOut(over wire: Wire) async throws {
    let (client, server, browser) = try await start(over: wire)
    // The only method that the revocation endpoint takes.
    let registered = try await register("client_secret_basic", at: server, client)
    let oauth = OAuthClient(id: registered.clientID, secret: registered.secret, server: server)
    #expect(oauth.requiresIssuer)

    let request = try oauth.authorizationRequest(
      redirectURI: Canaille.redirectURI, scope: "openid profile email")
    let callback = try await Canaille.answer("accept", to: request.url, in: browser)
    let tokens = try await client.send(oauth.tokens(code: request.code(from: callback), for: request))
    let idToken = try #require(tokens.idToken)
    #expect(idToken.subject == "ada" && idToken.issuer == server.issuer && idToken.nonce == request.nonce)
    #expect(idToken.audience == [registered.clientID] && idToken.header["alg"]?.string == "RS256")
    #expect(tokens.token.scope == "openid profile email")

    let session = Session(refreshing: oauth)
    try await session.signIn(tokens.token, as: idToken.subject)
    let user = oauth.userInfo(
      Canaille.User.self, authentication: .session(session), subject: idToken.subject)
    let ada = Canaille.User(sub: "ada", name: "Ada Lovelace", email: "ada@example.com")
    #expect(try await client.send(user) == ada)

    try await session.refreshNow(with: client)
    let refreshed = try #require(session.credential)
    #expect(refreshed.accessToken != tokens.token.accessToken)
    #expect(try await client.send(user) == ada)

    try await session.signOut()
    try await client.send(oauth.revocation(of: refreshed))
    let spent = await client.result(of: oauth.token(refreshToken: try #require(refreshed.refreshToken)))
    #expect(spent.failure?.declared?.code == .invalidGrant)

    let page = try await browser.open(
      oauth.logoutURL(idToken: idToken, redirectURI: Canaille.redirectURI, state: "s 1"))
    let bye = try? page.callback
    #expect(
      bye?.hasPrefix(Canaille.redirectURI) == true && bye?.contains("state=s") == true,
      "\(page.response.status)")
  }

  @Test(arguments: Wire.allCases) func aClientProvesItselfWithASignature(over wire: Wire) async throws {
    let (client, server, browser) = try await start(over: wire)
    try await withFolder { folder in
      let key = try SigningKey(in: folder)
      let registered = try await register("private_key_jwt", key.publicKey, at: server, client)
      let oauth = OAuthClient(
        id: registered.clientID,
        authentication: .privateKeyJWT(algorithm: "RS256", keyID: "k1") { try key.sign($0) }, server: server)
      let (request, callback) = try await signIn(oauth, browser)
      let code = try request.code(from: callback)

      var other = oauth
      other.authentication = .privateKeyJWT(algorithm: "RS256", keyID: "k1") { Data($0.prefix(256)) }
      let refused = await client.result(of: other.tokens(code: code, for: request))
      #expect(refused.failure?.declared?.code == .invalidClient)
      other.authentication = .none
      let unsigned = await client.result(of: other.tokens(code: code, for: request))
      #expect(unsigned.failure?.declared?.code == .invalidClient)

      let tokens = try await client.send(oauth.tokens(code: code, for: request))
      let refreshToken = try #require(tokens.token.refreshToken)
      let next = try await client.send(oauth.token(refreshToken: refreshToken))
      #expect(next.accessToken != tokens.token.accessToken)
    }
  }

  @Test(arguments: Wire.allCases) func aSecretIsSentInTheFieldOrInTheBody(over wire: Wire) async throws {
    let (client, server, browser) = try await start(over: wire)
    for (name, method) in [
      ("client_secret_basic", OAuthClient.Authentication.basic), ("client_secret_post", .body),
    ] {
      let registered = try await register(name, at: server, client)
      let oauth = OAuthClient(
        id: registered.clientID, secret: registered.secret, authentication: method, server: server)
      let (request, callback) = try await signIn(oauth, browser)
      let tokens = try await client.send(oauth.tokens(code: request.code(from: callback), for: request))
      #expect(tokens.idToken?.subject == "ada")
    }
  }

  @Test(arguments: Wire.allCases) func anotherVerifierSpendsNoCode(over wire: Wire) async throws {
    let (client, server, browser) = try await start(over: wire)
    let oauth = OAuthClient(id: try await register("none", at: server, client).clientID, server: server)
    let (request, callback) = try await signIn(oauth, browser)
    let other = try oauth.authorizationRequest(redirectURI: Canaille.redirectURI, scope: "openid")
    let code = try request.code(from: callback)
    let refused = await client.result(of: oauth.tokens(code: code, for: other))
    #expect(refused.failure?.declared?.code == .invalidGrant)
    #expect(refused.failure?.report.contains(other.verifier) == false)
    #expect(refused.failure?.report.contains(code) == false)
  }

  @Test(arguments: Wire.allCases) func aCallbackOfAnotherRequestOrServerGivesNoCode(over wire: Wire)
    async throws
  {
    let (client, server, browser) = try await start(over: wire)
    var oauth = OAuthClient(id: try await register("none", at: server, client).clientID, server: server)
    let (request, callback) = try await signIn(oauth, browser)
    let other = try oauth.authorizationRequest(redirectURI: Canaille.redirectURI, scope: "openid")
    #expect(throws: CallbackError.otherState) { try other.code(from: callback) }
    oauth.issuer = "https://login.example.com"
    let (mixedUp, answer) = try await signIn(oauth, browser)
    #expect(throws: CallbackError.otherIssuer) { try mixedUp.code(from: answer) }
    let stripped = callback.components(separatedBy: "&iss=")[0]
    #expect(throws: CallbackError.otherIssuer) { try request.code(from: stripped) }
    #expect(throws: CallbackError.malformed) { try request.code(from: callback + "&code=x") }
  }

  @Test(arguments: Wire.allCases) func anErrorInTheCallbackIsThatOfTheServer(over wire: Wire) async throws {
    let (client, server, browser) = try await start(over: wire)
    let oauth = OAuthClient(id: try await register("none", at: server, client).clientID, server: server)
    let silent = try oauth.authorizationRequest(
      redirectURI: Canaille.redirectURI, scope: "openid", parameters: ["prompt": "none"])
    let callback = try await browser.open(silent.url).callback
    let error = #expect(throws: CallbackError.self) { try silent.code(from: callback) }
    guard case .refused(let refused) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(refused.code == .loginRequired)

    let request = try oauth.authorizationRequest(redirectURI: Canaille.redirectURI, scope: "openid")
    let denied = try await Canaille.answer("deny", to: request.url, in: browser)
    let no = #expect(throws: CallbackError.self) { try request.code(from: denied) }
    #expect(no == .refused(OAuthError(.accessDenied)) || no?.description.contains("access_denied") == true)
  }

  @Test(arguments: Wire.allCases) func aDocumentOfAnotherIssuerIsRefused(over wire: Wire) async throws {
    let client = wire.client(of: Canaille.baseURL)
    let localhost = (Canaille.baseURL ?? "").replacing("127.0.0.1", with: "localhost")
    let error = await client.result(of: AuthorizationServer.discovery(issuer: localhost)).failure
    #expect(error != nil)
    let slash = await client.result(of: AuthorizationServer.discovery(issuer: "\(Canaille.baseURL ?? "")/"))
    #expect(slash.failure?.decodingError?.path == "issuer")
  }

  private func start(over wire: Wire) async throws -> (Client, AuthorizationServer, Browser) {
    let client = wire.client(of: Canaille.baseURL)
    return (client, try await client.send(Canaille.discovery), Browser(over: wire, Canaille.baseURL))
  }

  private func register(
    _ method: String, _ key: JSONValue? = nil, at server: AuthorizationServer, _ client: Client
  ) async throws -> Canaille.Register.Registered {
    let url = try #require(server.metadata["registration_endpoint"]?.string)
    return try await client.send(Canaille.Register(url: url, method: method, key: key))
  }

  private func signIn(
    _ oauth: OAuthClient, _ browser: Browser
  ) async throws -> (AuthorizationRequest, callback: String) {
    let request = try oauth.authorizationRequest(redirectURI: Canaille.redirectURI, scope: "openid profile")
    return (request, try await Canaille.answer("accept", to: request.url, in: browser))
  }
}
