import Foundation
import Repartee
import ReparteeOAuth
import ReparteeTesting
import Testing

/// A server whose refresh tokens are good once: one that comes twice is taken for stolen, and nothing is left.
@Suite(
  .enabled(if: OAuthd.isRunning, "REPARTEE_OAUTHD is not set; Scripts/integration starts one"),
  .timeLimit(.minutes(1)))
struct OAuthdTests {
  @Test(arguments: Wire.allCases) func aRefreshTokenThatRotatesIsSpentOnce(over wire: Wire) async throws {
    let (client, session, family) = try await signedIn(over: wire)
    var spent: [String] = []
    for _ in 1...5 {
      try await client.send(OAuthd.expire(family)) { $0.authentication = .off }
      spent.append(try #require(session.credential?.refreshToken))
      let families = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<20 { group.addTask { try await client.send(OAuthd.me) } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(families == [family])
    }
    #expect(Set(spent).count == 5)
    let refreshes = try await OAuthd.visits().compactMap { $0.form["refresh_token"] }.filter {
      spent.contains($0)
    }
    #expect(refreshes == spent)
    #expect(session.credential?.refreshToken.map { spent.contains($0) } == false)
  }

  @Test(arguments: Wire.allCases) func aRevokedFamilyIsASignOutAndIsAskedForOnce(over wire: Wire) async throws
  {
    let (client, session, family) = try await signedIn(over: wire)
    let token = try #require(session.credential?.refreshToken)
    try await client.send(OAuthd.revoke(family)) { $0.authentication = .off }
    for _ in 1...3 {
      let error = await client.result(of: OAuthd.me).failure
      guard case .authentication(let failed) = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failed.kind == .refreshFailed)
    }
    #expect(session.credential == nil)
    #expect(try await OAuthd.visits().filter { $0.form["refresh_token"] == token }.count == 1)
  }

  @Test(arguments: Wire.allCases) func aProgramGetsItsOwnToken(over wire: Wire) async throws {
    var client = wire.client(of: OAuthd.baseURL)
    let session = Session<BearerToken>.clientCredentials(OAuthd.client, scope: "read")
    client.authentication = .session(session)
    let first = try await client.send(OAuthd.me)
    #expect(first.hasPrefix("client-"))
    try await client.send(OAuthd.expire(first)) { $0.authentication = .off }
    let reply = try await client.response(to: OAuthd.me)
    #expect(reply.value.hasPrefix("client-") && reply.value != first)
    #expect(reply.attempts.map(\.cause) == [.first, .refresh])
  }

  @Test(arguments: Wire.allCases) func aWrongSecretIsADeclaredFailure(over wire: Wire) async throws {
    var oauth = OAuthd.client
    oauth.secret = "planted-1"
    let error = await wire.client(of: OAuthd.baseURL).result(of: oauth.clientToken()).failure
    #expect(error?.declared?.code == .invalidClient)
    #expect(error?.status == .unauthorized)
    #expect(error?.report.contains("planted") == false)
  }

  /// The user says yes after two questions, the second of which comes too early.
  @Test(arguments: Wire.allCases) func aDeviceAsksUntilItsUserHasSaidYes(over wire: Wire) async throws {
    var client = wire.client(of: OAuthd.baseURL)
    let clock = SkippingClock()
    client.clock = clock
    client.timeout = .unlimited
    let token = try await client.authorizeDevice(OAuthd.client, scope: "read") { device in
      #expect(device.userCode == "ABCD-EFGH")
      #expect(device.verificationURI == "\(OAuthd.baseURL ?? "")/verify")
    }
    #expect(clock.sleeps == [.seconds(1), .seconds(1), .seconds(6)])
    client.authentication = .bearer(token.accessToken)
    #expect(try await client.send(OAuthd.me).hasPrefix("device-"))
  }

  private func signedIn(over wire: Wire) async throws -> (Client, Session<BearerToken>, String) {
    var client = wire.client(of: OAuthd.baseURL)
    let grant = try await client.send(OAuthd.begin)
    let session = Session<BearerToken>(refreshing: OAuthd.client)
    try await session.signIn(grant.token, as: grant.family)
    client.authentication = .session(session)
    return (client, session, grant.family)
  }
}
