import Foundation
import Repartee
import ReparteeOAuth
import Testing

/// From the page where a user signs in to calls that stay signed in. Each test has a user of its own.
@Suite(
  .enabled(if: OIDCMock.isRunning, "REPARTEE_OIDCMOCK is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct OIDCMockTests {
  let subject = "user-\(UUID().uuidString.lowercased())"

  @Test func noDeclarationHasAFault() {
    #expect(GetProvider.responses.issues.isEmpty)
    #expect(Authorize.responses.issues.isEmpty)
    #expect(GetUserInfo.responses.issues.isEmpty)
    #expect(RevokeTokens.responses.issues.isEmpty)
  }

  @Test(arguments: Wire.allCases) func aCodeIsATokenAndATokenIsRefreshed(over wire: Wire) async throws {
    let app = try await App(over: wire)
    let grant = try await app.client.send(
      Authorize(subject: subject, url: app.provider.authorizationEndpoint))
    #expect(grant.state == "s-1")
    let token = try await app.client.send(
      app.oauth.token(code: grant.code, redirectURI: OIDCMock.redirectURI))
    #expect(token.scope == "openid email")
    let lifetime = try #require(token.expiration).timeIntervalSinceNow
    #expect(lifetime > 3_500 && lifetime <= 3_600)

    let refreshToken = try #require(token.refreshToken)
    let next = try await app.client.send(app.oauth.token(refreshToken: refreshToken))
    #expect(next.accessToken != token.accessToken)
    // The provider gives none with it: the first stays in use.
    #expect(next.refreshToken == refreshToken)

    let spent = await app.client.result(
      of: app.oauth.token(code: grant.code, redirectURI: OIDCMock.redirectURI))
    #expect(spent.failure?.declared?.code == .invalidGrant)
    #expect(spent.failure?.attempts.count == 1)
  }

  @Test(arguments: Wire.allCases) func aUserWhoSaysNoIsADeclaredFailure(over wire: Wire) async throws {
    let app = try await App(over: wire)
    let error = await app.client.result(of: Authorize(url: app.provider.authorizationEndpoint)).failure
    #expect(error?.declared?.code == .accessDenied)
    #expect(error?.status == .found)
  }

  @Test(arguments: Wire.allCases) func aSessionCallsWithItsToken(over wire: Wire) async throws {
    var app = try await App(over: wire)
    let session = try await app.signIn(subject)
    let reply = try await app.client.response(to: app.userInfo)
    #expect(reply.value == .init(sub: subject, email: subject))
    #expect(reply.attempts.count == 1)
    #expect(session.state == .signedIn(as: subject))

    try await session.signOut()
    let error = await app.client.result(of: app.userInfo).failure
    guard case .authentication(let missing) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(missing.kind == .missing)
    #expect(error?.attempts.isEmpty == true)
  }

  /// In the background: the call does not wait for it.
  @Test(.timeLimit(.minutes(1)), arguments: Wire.allCases)
  func aTokenIsRefreshedAheadOfItsEnd(over wire: Wire) async throws {
    var app = try await App(over: wire)
    let session = try await app.signIn(subject)
    let first = try #require(session.credential)
    // Its lifetime counts from its first use.
    _ = try await app.client.send(app.userInfo)
    app.client.now = { Date(timeIntervalSinceNow: 3_590) }
    let reply = try await app.client.response(to: app.userInfo)
    #expect(reply.value.sub == subject)
    #expect(reply.attempts.count == 1)
    while session.credential?.accessToken == first.accessToken, !Task.isCancelled { await Task.yield() }
    let second = try #require(session.credential)
    #expect(second.accessToken != first.accessToken)
    #expect(second.refreshToken == first.refreshToken)
  }

  /// Whoever refreshes makes the old token useless. The provider refuses it with 400.
  @Test(arguments: Wire.allCases) func aTokenThatSomebodyElseReplacedIsRefreshed(over wire: Wire) async throws
  {
    var app = try await App(over: wire)
    let session = try await app.signIn(subject)
    let refreshToken = try #require(session.credential?.refreshToken)
    _ = try await app.client.send(app.oauth.token(refreshToken: refreshToken))
    let reply = try await app.client.response(to: app.userInfo)
    #expect(reply.value.sub == subject)
    #expect(reply.attempts.map(\.cause) == [.first, .refresh])
    #expect(reply.attempts.map(\.status) == [400, 200])
  }

  @Test(arguments: Wire.allCases) func aRevokedGrantSignsTheSessionOut(over wire: Wire) async throws {
    var app = try await App(over: wire)
    let session = try await app.signIn(subject)
    try await app.client.send(RevokeTokens(subject: subject))
    let error = await app.client.result(of: app.userInfo).failure
    guard case .authentication(let failed) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failed.kind == .refreshFailed)
    let cause = try #require(failed.underlying as? CallError<OAuthError>)
    #expect(cause.declared?.code == .invalidGrant)
    guard case .signedOut(let reason) = session.state else {
      Issue.record("\(session.state)")
      return
    }
    #expect(reason?.kind == .refreshFailed)
    let planted = [session.credential?.accessToken, session.credential?.refreshToken].compactMap(\.self)
    for secret in planted { #expect(error?.report.contains(secret) == false) }
  }

  /// An app of the provider's, which it finds by its discovery document.
  private struct App {
    var client: Client
    let provider: GetProvider.Provider
    let oauth: OAuthClient

    var userInfo: GetUserInfo { GetUserInfo(url: provider.userinfoEndpoint) }

    init(over wire: Wire) async throws {
      client = wire.client(of: OIDCMock.baseURL)
      provider = try await client.send(GetProvider())
      oauth = OAuthClient(id: "app", secret: "s3cr3t", tokenURL: provider.tokenEndpoint)
    }

    mutating func signIn(_ subject: String) async throws -> Session<BearerToken> {
      let grant = try await client.send(Authorize(subject: subject, url: provider.authorizationEndpoint))
      let token = try await client.send(oauth.token(code: grant.code, redirectURI: OIDCMock.redirectURI))
      let session = Session<BearerToken>(refreshing: oauth, refusal: .statuses(400, 401))
      try await session.signIn(token, as: subject)
      client.authentication = .session(session)
      return session
    }
  }
}
