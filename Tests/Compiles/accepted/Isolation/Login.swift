import Foundation
import HTTPTypes
import Observation
import Repartee
import ReparteeCaching
import ReparteeDrift
import ReparteeOAuth

#if AsyncHTTPClient
import AsyncHTTPClient
import ReparteeAsyncHTTPClient
#endif
#if Observability
import ReparteeObservability
#endif
#if SQLite
import ReparteeSQLite
#endif

nonisolated struct Claims: Decodable, Sendable {
  var sub: String
}

/// The login of an app, which makes its client and its session.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
final class Login {
  var client: Client
  var limit: Duration = .seconds(7)
  var code: String?
  var isSignedIn = false
  var events: [String] = []
  private(set) var refreshes = 0

  @ObservationIgnored let session = Session<BearerToken> { token, refresh in
    let new = try await refresh.client.send(Refresh(token: token.refreshToken))
    return BearerToken(new.access, refreshToken: new.refresh, expiration: new.expires)
  }

  init(client: Client) { self.client = client }

  func setUp(secret: String) {
    client.authentication = .session(session)
    client.stages = [UserAgent(name: "app")]
    client.callMiddleware = [RequestID(), RequestID { "1" }]
    client.observers = [
      CallLog(), .handler { print($0) },
      .handler { event in Task { @MainActor in self.events.append(event.description) } },
    ]
    client.redirects = .deciding { $0.isSameOrigin ? .follow : .refuse }
    client.retry = .patient
    client.decoders = [Plain(), client.json.foundation]
    client.cookies = CookieJar()
    client.now = { Date() }
    client.randomness = { 7 }
    client.cache = ResponseCache(store: NoStore(), identity: "ada", userFields: ["X-Workspace"])
    client.drift = DriftDetector(sampling: 1)
    client.redaction.words.append("diagnosis")
    client.authentications["admin"] = .credential(DeviceKey(id: "1", key: secret))
    #if SQLite
    client.cache = ResponseCache(store: SQLiteCacheStore(path: "cache"))
    #endif
    #if Observability
    client.observers += [.tracing(), .metrics(), .logging()] as [any CallObserver]
    #endif
  }

  #if AsyncHTTPClient
  func overAsyncHTTPClient() async {
    let transport = AsyncHTTPClientTransport { $0.httpVersion = .http1Only }
    client = Client(baseURL: "https://api.example.com", transport: transport)
    await transport.shutdown(within: limit)
  }
  #endif

  func sign(with key: Data) {
    client.authentication = .signing { request in
      request.headers[.authorization] = "HMAC \(digest(of: request, key))"
    }
  }

  /// A signature that the main actor makes.
  func signHere() {
    client.authentication = .signing { [self] request in
      let path = request.head.path ?? ""
      request.headers[.authorization] = await signature(of: path)
    }
  }

  private func signature(of path: String) -> String { "\(limit) \(path)" }

  /// A refresh that asks the main actor.
  func makeSession() -> Session<DeviceKey> {
    let refusal = RefusalRule.unauthorized.confirmed { _, body in body.isEmpty }
    return Session(store: Keys(), refusal: refusal, leeway: .zero) { [weak self] key, _ in
      await self?.noteRefresh()
      return DeviceKey(id: key.id, key: key.key + "1")
    }
  }

  func makeAnother(_ file: URL) -> Session<DeviceKey> {
    .obtaining(store: KeyFile(file: file), refusal: .when { $0.status == .forbidden }) { _, refresh in
      guard let realm = refresh.challenges.first?.realm else { throw AuthenticationError(.refused) }
      return DeviceKey(id: realm, key: "1")
    }
  }

  private func noteRefresh() { refreshes += 1 }

  func watch() async {
    for await state in session.states {
      if case .signedIn(let identity) = state {
        isSignedIn = true
        code = identity
      }
    }
  }

  func signIn(_ oauth: OAuthClient) async throws {
    let token = try await client.authorizeDevice(oauth, scope: "read") { device in
      await self.show(device.userCode)
    }
    try await session.signIn(token, as: "ada")
    isSignedIn = true
  }

  func signInInAView(_ oauth: OAuthClient) async throws {
    try await session.signIn(
      client.authorizeDevice(oauth) { @MainActor device in
        self.code = device.userCode
      })
  }

  private func show(_ code: String) { self.code = code }

  func signOut() async throws {
    try await session.signOut()
    try await client.cache?.removeAll()
    isSignedIn = false
  }

  func claims(_ oauth: OAuthClient) async throws -> String {
    let claims = oauth.userInfo(Claims.self, authentication: .session(session))
    return try await client.send(claims) { $0.timeout = self.limit }.sub
  }

  func key(_ oauth: inout OAuthClient, sign: @escaping @Sendable (Data) throws -> Data) {
    oauth.authentication = .privateKeyJWT(algorithm: "ES256") { try sign($0) }
    oauth.now = { Date() }
  }
}

nonisolated func digest(of request: AttemptRequest, _ key: Data) -> String {
  "\(request.head.method) \(request.body?.bytes?.count ?? 0) \(key.count)"
}
