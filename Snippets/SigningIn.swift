// The examples of "Signing in and staying signed in".
import Foundation
import HTTPTypes
import Repartee
import ReparteeOAuth

nonisolated struct Form: Encodable, Sendable {
  var username: String
  var password: String
}

nonisolated struct Tokens: Decodable, Sendable {
  var access: String
  var refresh: String
  var expires: Date
}

enum LoginError: Error {
  case wrongPassword
}

nonisolated struct Provider: Sendable {
  func token() async throws -> String { "token" }
}

func choosing(
  _ client: Client, token: String, key: String, password: String, provider: Provider
) {
  var client = client

  client.authentication = .bearer(token)
  client.authentication = .apiKey(key, header: "X-Api-Key")
  client.authentication = .apiKey(key, query: "appid")
  client.authentication = .basic(username: "ada", password: password)
  client.authentication = .bearer { try await provider.token() }
}

func signing(_ client: Client, sign: @escaping @Sendable (String, Data) -> String) {
  var client = client

  client.authentication = .signing { request in
    let line =
      "\(request.head.method.rawValue) \(request.head.path ?? "/")"
    request.headers[.authorization] =
      "HMAC \(sign(line, request.body?.bytes ?? Data()))"
  }
}

struct Download: Endpoint {
  var key: String
  var request: Request { .get("/files/\(key)") }
  static let responses: ResponseMap<Data, Never> = .anySuccess
}

func linking(_ client: Client, key: String, presigned: Authentication) async throws {
  let link = try await client.url(for: Download(key: key)) {
    $0.authentication = presigned  // puts its signature in the query
  }
  _ = link
}

struct DeviceKey: Credential, Codable {
  var id: String
  var key: String

  func authenticate(
    _ request: inout AttemptRequest
  ) throws(AuthenticationError) {
    try request.setCredential(
      .authorization, "Device \(id):\(key)")
  }
}

struct Login: Endpoint {
  var form: Form

  var request: Request {
    .post("/login", body: .json(form)).authenticated(.off)
  }

  static let responses: ResponseMap<Tokens, LoginError> = [
    .code(200, .decode),
    .code(401, .error(.wrongPassword)),
  ]
}

struct DropTable: Endpoint {
  var name: String

  var request: Request {
    .delete("/tables/\(name)").authenticated(.named("admin"))
  }

  static let responses: ResponseMap<Void, Never> = .anySuccess
}

enum RefreshRefused: RefreshFailure {
  case revoked

  var isFinal: Bool { true }
  var description: String { "the refresh token is revoked" }
}

struct Refresh: Endpoint {
  var token: String?

  var request: Request { .post("/refresh", body: .json(["refresh": token])) }

  static let responses: ResponseMap<Tokens, RefreshRefused> = [
    .code(200, .decode),
    .code(410, .error(.revoked)),
  ]
}

func rule() -> RefusalRule {
  let refusal = RefusalRule.unauthorized.confirmed { _, body in
    String(decoding: body, as: UTF8.self).contains("token_expired")
  }
  return refusal
}

func staying(_ client: Client, form: Form, password: String) async throws {
  var client = client

  client.authentications["admin"] = .basic(
    username: "root", password: password)

  let session = Session<BearerToken> { token, refresh in
    let new = try await refresh.client.send(
      Refresh(token: token.refreshToken))
    return BearerToken(
      new.access, refreshToken: new.refresh, expiration: new.expires)
  }
  client.authentication = .session(session)

  let tokens = try await client.send(Login(form: form))
  try await session.signIn(
    BearerToken(
      tokens.access, refreshToken: tokens.refresh,
      expiration: tokens.expires),
    as: form.username)

  try await client.send(DropTable(name: "users"))

  try await session.signOut()
}

func watching(_ session: Session<BearerToken>, show: (String) -> Void) async {
  for await state in session.states {
    switch state {
    case .unknown: break
    case .signedIn(let identity):
      show("the page of \(identity ?? "a user")")
    case .signedOut(nil): show("the sign-in page")
    case .signedOut: show("the sign-in page: your session has ended")
    }
  }
}

func refreshing(_ session: Session<BearerToken>, log: (String) -> Void) async {
  for await event in session.refreshes {
    switch event {
    case .began: break
    case .succeeded: log("there is a new credential")
    case .failed(let error): log("the refresh failed: \(error)")
    }
  }
}

func storing(path: String) -> Session<BearerToken> {
  Session(
    store: FileCredentialStore<BearerToken>(path: path),
    refusal: .invalidToken, leeway: .seconds(60)
  ) { token, refresh in
    let new = try await refresh.client.send(
      Refresh(token: token.refreshToken))
    return BearerToken(
      new.access, refreshToken: new.refresh, expiration: new.expires)
  }
}

#if canImport(Security)
func keychain(_ oauth: OAuthClient) -> Session<BearerToken> {
  let store = KeychainCredentialStore<BearerToken>(
    service: "com.example.app", account: "api.example.com")
  return Session(refreshing: oauth, store: store)
}
#endif

protocol Database: Sendable {
  func value(_ key: String) async throws -> Data?
  func set(_ key: String, _ value: Data?) async throws
  func replace(
    _ key: String, version: String?, with value: Data?, newVersion: String?
  ) async throws -> Bool
  func lock(_ key: String, for time: Duration) async throws
  func unlock(_ key: String) async throws
}

struct DatabaseStore: CredentialStore {
  var database: any Database
  var key: String

  func load() async throws -> StoredCredential<BearerToken>? {
    try await database.value(key).map {
      try JSONDecoder().decode(
        StoredCredential<BearerToken>.self, from: $0)
    }
  }

  func save(
    _ stored: StoredCredential<BearerToken>?
  ) async throws {
    try await database.set(
      key, stored.map { try JSONEncoder().encode($0) })
  }

  func replace(
    _ version: String?, with stored: StoredCredential<BearerToken>?
  ) async throws -> Bool {
    // UPDATE … WHERE version = …: at once, and no lock is needed.
    try await database.replace(
      key, version: version,
      with: stored.map { try JSONEncoder().encode($0) },
      newVersion: stored?.version)
  }

  func withLease<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    // For longer than a refresh may take.
    try await database.lock(key, for: .seconds(150))
    do {
      let value = try await body()
      try? await database.unlock(key)
      return value
    } catch {
      try? await database.unlock(key)
      throw error
    }
  }
}

func oauth(
  _ client: Client, path: String, browse: (String) async throws -> String
) async throws {
  var client = client

  let server = try await client.send(
    AuthorizationServer.discovery(
      issuer: "https://login.example.com"))
  let oauth = OAuthClient(id: "app", server: server)
  let store = FileCredentialStore<BearerToken>(path: path)
  let session = Session(refreshing: oauth, store: store)
  client.authentication = .session(session)

  let request = try oauth.authorizationRequest(
    redirectURI: "app://done", scope: "openid")
  let callback = try await browse(request.url)
  let tokens = try await client.send(
    oauth.tokens(code: request.code(from: callback), for: request))
  try await session.signIn(tokens.token, as: tokens.idToken?.subject)
}

func program(_ client: Client, secret: String) {
  var client = client

  let oauth = OAuthClient(
    id: "report", secret: secret,
    tokenURL: "https://login.example.com/token")
  client.authentication = .session(
    .clientCredentials(oauth, scope: "read"))
}

func device(_ client: Client, _ oauth: OAuthClient, _ session: Session<BearerToken>) async throws {
  let token = try await client.authorizeDevice(
    oauth, scope: "read"
  ) { device in
    print(
      "Go to \(device.verificationURI) and enter \(device.userCode)")
  }
  try await session.signIn(token)
}

struct RegistryToken: Credential, Decodable {
  var token: String

  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    try request.setCredential(.authorization, "Bearer \(token)")
  }
}

func registry(_ client: Client) async throws {
  var client = client

  let session = Session<RegistryToken>.obtaining { _, refresh in
    let bearer = refresh.challenges.filter { $0.scheme == "bearer" }
    guard let challenge = bearer.first,
      let realm = challenge.realm,
      realm.hasPrefix("https://auth.docker.io/")
    else { throw AuthenticationError(.refused) }
    let request = Request(
      .get, url: realm,
      query: [
        "service": challenge["service"], "scope": challenge["scope"],
      ])
    return try await refresh.client.send(
      Resource(RegistryToken.self, request))
  }
  client.authentication = .session(ifSignedIn: session)
}
