import Foundation
import Repartee
import ReparteeBase
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

/// Whole sessions, over an authorization server that rotates refresh tokens and revokes what is used twice.
@Suite(.timeLimit(.minutes(5))) struct SessionOAuthTests {
  private static let call = Resource<String, Never>(.get("/api/me"), [.code(200, .decode)])

  /// Runs with a server and a client of it: over the loopback interface where the core has a transport for that, and in
  /// memory besides.
  private func withServers(
    _ body: (ScriptedOAuthServer, Client, OAuthClient) async throws -> Void
  ) async throws {
    func oauth(_ server: ScriptedOAuthServer) -> OAuthClient {
      OAuthClient(
        id: ScriptedOAuthServer.clientID, secret: ScriptedOAuthServer.clientSecret,
        tokenURL: "\(server.baseURL)/token", deviceAuthorizationURL: "\(server.baseURL)/device")
    }
    let server = ScriptedOAuthServer()
    try await body(server, Client(baseURL: server.baseURL, transport: server.transport), oauth(server))
    #if canImport(Darwin) || URLSession
    try await ScriptedOAuthServer.run { server in
      try await body(server, Client(baseURL: server.baseURL, transport: .urlSession), oauth(server))
    }
    #endif
  }

  /// The results of calls that are made at the same time.
  private func call(_ client: Client, times: Int) async -> [Result<String, CallError<Never>>] {
    await withTaskGroup(of: Result<String, CallError<Never>>.self) { group in
      for _ in 0..<times { group.addTask { await client.result(of: Self.call) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func kind(_ error: CallError<Never>?) -> AuthenticationError.Kind? {
    if case .authentication(let error)? = error?.reason { error.kind } else { nil }
  }

  @Test func aHundredRefusalsUseOneRefreshToken() async throws {
    try await withServers { server, client, oauth in
      var client = client
      let session = Session(refreshing: oauth)
      client.authentication = .session(session)
      try await session.signIn(client.send(oauth.token(code: server.code())), as: "ada")
      for round in 1...3 {
        server.expireAccessTokens()
        let results = await call(client, times: 100)
        #expect(results.allSatisfy { $0.error == nil }, "\(results.compactMap(\.error).first?.report ?? "")")
        #expect(server.grants.count == 1 + round && server.reused.isEmpty)
      }
      #expect(Set(server.grants).count == 4, "no token was spent twice")
      #expect(session.state == .signedIn(as: "ada"))
    }
  }

  @Test func whatIsRevokedIsSignedOutOnce() async throws {
    try await withServers { server, client, oauth in
      var client = client
      let session = Session(refreshing: oauth)
      client.authentication = .session(session)
      try await session.signIn(client.send(oauth.token(code: server.code())), as: "ada")
      server.revokeAll()
      let results = await call(client, times: 100)
      #expect(server.grants.count == 2, "one refresh for all of them")
      #expect(results.allSatisfy { $0.error != nil })
      let kinds = Set(results.compactMap { kind($0.error) })
      #expect(kinds.isSubset(of: [.refreshFailed, .missing]) && kinds.contains(.refreshFailed))
      guard case .signedOut(let why?) = session.state else {
        Issue.record("\(session.state)")
        return
      }
      #expect(why.kind == .refreshFailed && session.credential == nil)
      let failure = why.underlying as? CallError<OAuthError>
      #expect(failure?.declared?.code == .invalidGrant)
      _ = await client.result(of: Self.call)
      #expect(server.grants.count == 2)
      try await session.signIn(client.send(oauth.token(code: server.code())), as: "ada")
      #expect(try await client.send(Self.call) == "fine")
    }
  }

  /// What makes rotation hard: two programs with a copy of one credential each, and nothing that they share.
  @Test func twoCopiesOfOneCredentialRevokeEachOther() async throws {
    try await withServers { server, client, oauth in
      let token = try await client.send(oauth.token(code: server.code()))
      var clients: [Client] = []
      for _ in 0..<2 {
        let session = Session(refreshing: oauth)
        try await session.signIn(token)
        var client = client
        client.authentication = .session(session)
        clients.append(client)
      }
      server.expireAccessTokens()
      #expect(try await clients[0].send(Self.call) == "fine")
      #expect(kind(await clients[1].result(of: Self.call).error) == .refreshFailed)
      #expect(server.reused.count == 1)
      #expect(kind(await clients[0].result(of: Self.call).error) == .refreshFailed, "the family is revoked")
    }
  }

  @Test func twoSessionsOnOneFileDoNotRevokeEachOther() async throws {
    try await withServers { server, client, oauth in
      try await withFolder { folder in
        let path = folder.appending(path: "token.json").path
        var clients: [Client] = []
        for _ in 0..<2 {
          var client = client
          client.authentication = .session(
            Session(refreshing: oauth, store: FileCredentialStore<BearerToken>(path: path)))
          clients.append(client)
        }
        let session = Session(refreshing: oauth, store: FileCredentialStore<BearerToken>(path: path))
        try await session.signIn(client.send(oauth.token(code: server.code())), as: "ada")
        for round in 1...3 {
          server.expireAccessTokens()
          async let one = call(clients[0], times: 50)
          async let other = call(clients[1], times: 50)
          let results = await one + other
          #expect(results.allSatisfy { $0.error == nil })
          #expect(server.grants.count == 1 + round && server.reused.isEmpty)
        }
      }
    }
  }

  @Test func aProgramGetsItsOwnToken() async throws {
    try await withServers { server, client, oauth in
      var client = client
      let session = Session.clientCredentials(oauth, scope: "read")
      client.authentication = .session(session)
      #expect(await call(client, times: 100).allSatisfy { $0.error == nil })
      #expect(server.grants == ["client"] && server.refusals == 0)
      server.expireAccessTokens()
      #expect(await call(client, times: 100).allSatisfy { $0.error == nil })
      #expect(server.grants == ["client", "client"])
      #expect(session.state == .signedIn(as: nil))
    }
  }

  @Test func aDeviceIsSignedIn() async throws {
    let server = ScriptedOAuthServer()
    server.device(says: true, afterQuestions: 3)
    let oauth = OAuthClient(
      id: ScriptedOAuthServer.clientID, tokenURL: "\(server.baseURL)/token",
      deviceAuthorizationURL: "\(server.baseURL)/device")
    var client = Client(baseURL: server.baseURL, transport: server.transport)
    let clock = SkippingClock(end: .seconds(10_000))
    client.clock = clock
    client.timeout = .unlimited
    let session = Session(refreshing: oauth)
    let token = try await client.authorizeDevice(oauth) { device in
      #expect(device.userCode == "WDJB-MJHT" && device.verificationURI == "\(server.baseURL)/yes")
    }
    #expect(clock.sleeps == [5, 5, 10, 10].map { .seconds($0) }, "it is asked to slow down once")
    try await session.signIn(token)
    client.authentication = .session(session)
    client.clock = ManualClock()  // a refresh has a limit of its own, which is not skipped
    #expect(try await client.send(Self.call) == "fine")
    server.expireAccessTokens()
    #expect(try await client.send(Self.call) == "fine")
    #expect(server.grants == ["device", "device", "device", "device", token.refreshToken])
  }

  @Test func revokingSignsOut() async throws {
    try await withServers { server, client, oauth in
      var client = client
      let session = Session(refreshing: oauth)
      client.authentication = .session(session)
      let token = try await client.send(oauth.token(code: server.code()))
      try await session.signIn(token)
      let revocation = Request.post("/revoke", body: .form(["token": token.refreshToken ?? ""]))
      try await client.send(Resource<Void, Never>(revocation.authenticated(.off), [.success(.noContent)]))
      #expect(kind(await client.result(of: Self.call).error) == .refreshFailed)
      #expect(session.credential == nil)
    }
  }

  // MARK: The registry

  private struct RegistryToken: Credential, Codable {
    var token: String
    func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
      try request.setCredential(.authorization, "Bearer \(token)")
    }
  }

  private func registry(_ client: Client) -> (Client, Session<RegistryToken>) {
    let session = Session<RegistryToken>.obtaining { _, refresh in
      guard let challenge = refresh.challenges.first(where: { $0.scheme == "bearer" }),
        let realm = challenge.realm
      else { throw AuthenticationError(.refused) }
      let request = Request(
        .get, url: realm, query: ["service": challenge["service"], "scope": challenge["scope"]])
      return try await refresh.client.send(Resource(RegistryToken.self, request))
    }
    var client = client
    client.authentication = .session(ifSignedIn: session)
    return (client, session)
  }

  @Test func theRegistrysChallengeIsMet() async throws {
    try await withServers { server, client, _ in
      let (client, session) = registry(client)
      func tags(_ name: String) async throws -> String {
        try await client.send(Resource<String, Never>(.get("/v2/\(name)/tags/list"), [.code(200, .decode)]))
      }
      for _ in 0..<2 {
        let name = try await tags("alpine")
        #expect(name == "alpine")
      }
      #expect(server.grants == ["registry repository:alpine:pull"] && server.refusals == 1)
      let other = try await tags("busybox")
      #expect(other == "busybox", "another scope")
      #expect(server.grants == ["registry repository:alpine:pull", "registry repository:busybox:pull"])
      #expect(session.state == .signedIn(as: nil))
    }
  }

  @Test func aHundredFirstCallsGetOneTokenOfTheRegistry() async throws {
    try await withServers { server, client, _ in
      let (client, _) = registry(client)
      let tags = Resource<String, Never>(.get("/v2/alpine/tags/list"), [.code(200, .decode)])
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<100 { group.addTask { try await client.send(tags) } }
        for try await name in group { #expect(name == "alpine") }
      }
      #expect(server.grants.count == 1)
    }
  }
}
