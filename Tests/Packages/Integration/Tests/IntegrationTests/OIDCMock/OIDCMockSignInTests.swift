import Foundation
import Repartee
import ReparteeOAuth
import Testing

/// A user signs in at a provider without registration, revocation or `iss` in its callbacks.
@Suite(
  .enabled(if: OIDCMock.isRunning, "REPARTEE_OIDCMOCK is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct OIDCMockSignInTests {
  let subject = "user-\(UUID().uuidString.lowercased())"

  @Test(arguments: Wire.allCases) func aUserSignsInFromTheIssuerOn(over wire: Wire) async throws {
    let (client, oauth) = try await start(over: wire)
    #expect(!oauth.requiresIssuer && oauth.revocationURL == nil)
    let request = try oauth.authorizationRequest(
      redirectURI: OIDCMock.redirectURI, scope: "openid email", parameters: ["login_hint": "ä b&c"])
    let callback = try await answer(["sub": subject], to: request, wire)
    let tokens = try await client.send(oauth.tokens(code: request.code(from: callback), for: request))
    let idToken = try #require(tokens.idToken)
    #expect(idToken.subject == subject && idToken.nonce == request.nonce && idToken.issuer == oauth.issuer)

    let session = Session(refreshing: oauth)
    try await session.signIn(tokens.token, as: idToken.subject)
    let user = try await client.send(
      oauth.userInfo(GetUserInfo.User.self, authentication: .session(session), subject: idToken.subject))
    #expect(user.sub == subject && user.email == subject)
    let other = oauth.userInfo(GetUserInfo.User.self, authentication: .session(session), subject: "somebody")
    #expect(await client.result(of: other).failure?.decodingError?.path == "sub")

    try await session.refreshNow(with: client)
    #expect(session.credential?.accessToken != tokens.token.accessToken)
    let refused = await client.result(of: oauth.revocation(of: tokens.token)).failure
    guard case .request = refused?.reason else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }

  /// The provider leaves the state out of its errors: they could be anybody's.
  @Test(arguments: Wire.allCases) func anErrorWithoutAStateIsNone(over wire: Wire) async throws {
    let (_, oauth) = try await start(over: wire)
    let request = try oauth.authorizationRequest(redirectURI: OIDCMock.redirectURI, scope: "openid")
    let callback = try await answer(["action": "deny"], to: request, wire)
    #expect(callback.contains("error=access_denied") && !callback.contains("state="))
    #expect(throws: CallbackError.otherState) { try request.code(from: callback) }
  }

  private func start(over wire: Wire) async throws -> (Client, OAuthClient) {
    let client = wire.client(of: OIDCMock.baseURL)
    let server = try await client.send(AuthorizationServer.discovery(issuer: OIDCMock.baseURL ?? ""))
    return (client, OAuthClient(id: "app", secret: "s3cr3t", server: server))
  }

  private func answer(
    _ form: Request.Query, to request: AuthorizationRequest, _ wire: Wire
  ) async throws -> String {
    let browser = Browser(over: wire, OIDCMock.baseURL)
    return try await browser.submit(form, on: browser.open(request.url)).callback
  }
}
