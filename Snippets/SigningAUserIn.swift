// The examples of "Signing a user in".
import Foundation
import Repartee
import ReparteeOAuth

#if canImport(AuthenticationServices)
import AuthenticationServices
#endif

nonisolated struct User: Decodable, Sendable {
  var sub: String
  var email: String?
}

func finding(_ client: Client) async throws -> OAuthClient {
  let server = try await client.send(
    AuthorizationServer.discovery(
      issuer: "https://login.example.com"))
  let oauth = OAuthClient(id: "app", server: server)
  return oauth
}

func withoutADocument() -> OAuthClient {
  var oauth = OAuthClient(
    id: "app", tokenURL: "https://login.example.com/token")
  oauth.authorizationURL = "https://login.example.com/authorize"
  oauth.revocationURL = "https://login.example.com/revoke"
  oauth.issuer = "https://login.example.com"
  return oauth
}

func signingIn(
  _ oauth: OAuthClient, _ client: Client, browse: (String) async throws -> String
) async throws -> TokenResponse {
  let request = try oauth.authorizationRequest(
    redirectURI: "app://done", scope: "openid email")
  let callback = try await browse(request.url)
  let code = try request.code(from: callback)
  let tokens = try await client.send(
    oauth.tokens(code: code, for: request))
  return tokens
}

func reading(_ callback: String, _ request: AuthorizationRequest) throws -> String? {
  do {
    return try request.code(from: callback)
  } catch .refused(let error) where error.code == .accessDenied {
    return nil
  } catch .otherState {
    return nil
  }
}

#if canImport(AuthenticationServices)
@MainActor
func browse(
  _ url: URL,
  from window: any ASWebAuthenticationPresentationContextProviding
) async throws -> String {
  var browser: ASWebAuthenticationSession?
  defer { browser = nil }
  return try await withCheckedThrowingContinuation { waiting in
    browser = ASWebAuthenticationSession(
      url: url, callbackURLScheme: "app"
    ) { @Sendable url, error in
      waiting.resume(
        with: Result {
          guard let url else { throw error ?? CancellationError() }
          return url.absoluteString
        })
    }
    browser?.presentationContextProvider = window
    browser?.start()
  }
}
#endif

func staying(
  _ oauth: OAuthClient, _ client: Client, _ tokens: TokenResponse, _ store: FileCredentialStore<BearerToken>
) async throws {
  var client = client

  let session = Session(refreshing: oauth, store: store)
  try await session.signIn(tokens.token, as: tokens.idToken?.subject)
  client.authentication = .session(session)

  try await session.refreshNow(with: client)

  let user = try await client.send(
    oauth.userInfo(
      User.self, authentication: .session(session),
      subject: tokens.idToken?.subject))
  print(user.email ?? user.sub)

  let token =
    (try? store.load())?.credential ?? session.credential
  try await session.signOut()
  if let token {
    try await client.send(oauth.revocation(of: token))
  }
  let url = try oauth.logoutURL(
    idToken: token?.idToken.map(UnverifiedIDToken.init),
    redirectURI: "app://bye")
  print(url)
}

func further(_ oauth: OAuthClient, sign: @escaping @Sendable (Data) throws -> Data) throws
  -> AuthorizationRequest
{
  var oauth = oauth

  oauth.authentication = .privateKeyJWT(
    algorithm: "ES256", keyID: "2026-11"
  ) { input in
    try sign(input)
  }

  oauth.requiresTokenType = false

  oauth.parameters = ["audience": "https://api.example.com"]
  let request = try oauth.authorizationRequest(
    redirectURI: "app://done", scope: "openid",
    parameters: ["prompt": "login", "login_hint": "ada"])
  return request
}
