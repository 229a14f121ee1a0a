import AsyncHTTPClient
import Foundation

/// A user's login at a registry.
struct Login: Codable, Sendable, Equatable {
  let registry: URL
  let username: String
  let password: String
  /// The URL that issues tokens; nil if the registry accepts the password itself.
  var realm: URL?
  var token: String?

  var authorization: String { token.map { "Bearer \($0)" } ?? basic }
  private var basic: String { "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())" }

  /// Returns this login with a token for a challenge.
  func withToken(for challenge: Challenge) async throws -> Login {
    struct Token: Decodable {
      var token: String
    }
    let query = [("service", challenge.service), ("scope", challenge.scope)].filter { $0.1 != nil }
    let url = challenge.realm.appending(queryItems: query.map { URLQueryItem(name: $0, value: $1) })
    var request = HTTPClientRequest(url: url.absoluteString)
    request.headers.add(name: "Authorization", value: basic)
    let response = try await HTTP.send(request)
    if response.head.status == .unauthorized { throw ShelfError.wrongPassword }
    guard response.head.status == .ok else { throw response.unexpected("no token") }
    var login = self
    login.realm = challenge.realm
    login.token = try response.decode(Token.self).token
    return login
  }
}

/// The login for requests, stored in a file between runs.
actor Session {
  private let file: URL
  private var loaded: Login?
  private var renewal: Task<Login, any Error>?

  init(file: URL) { self.file = file }

  var login: Login {
    get throws {
      if let loaded { return loaded }
      guard FileManager.default.fileExists(atPath: file.path) else { throw ShelfError.signedOut }
      let data = try Data(contentsOf: file)
      // The decoder's error would show the contents of the file.
      guard let login = try? JSONDecoder().decode(Login.self, from: data) else {
        throw ShelfError.noLogin(file)
      }
      loaded = login
      return login
    }
  }

  func signIn(_ login: Login) async throws {
    loaded = login
    try await replace(file, permissions: 0o600) { try $0.write(contentsOf: JSONEncoder().encode(login)) }
  }

  func signOut() throws {
    loaded = nil
    if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
  }

  /// Returns the login with a new token after the old one was refused. There is one renewal, however many requests were
  /// refused.
  func renewed(_ old: Login, after refusal: Response) async throws -> Login {
    if let loaded, loaded != old { return loaded }
    let task = renewal ?? Task { try await renew(old, after: refusal) }
    renewal = task
    return try await task.value
  }

  private func renew(_ old: Login, after refusal: Response) async throws -> Login {
    defer { renewal = nil }
    do {
      // The password is sent only to the URL that it was sent to when the user signed in.
      guard let challenge = refusal.bearerChallenge, challenge.realm == old.realm else {
        throw ShelfError.signedOut
      }
      let login = try await old.withToken(for: challenge)
      // A token that can't be stored can still be used now.
      try? await signIn(login)
      return login
    } catch {
      if error is ShelfError || (error as? CallError)?.isRefusal ?? false { try signOut() }
      throw error
    }
  }
}
