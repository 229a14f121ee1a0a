import Repartee

/// A user's login at a registry. A session stores it between runs, and refreshes its token.
public struct Login: Credential, Codable {
  public let registry: String
  public let username: String
  let password: String
  /// The URL that issues tokens; nil if the registry accepts the password itself.
  var realm: String?
  var token: String?

  public func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    if let token {
      try BearerToken(token).authenticate(&request)
    } else {
      try BasicCredential(username: username, password: password).authenticate(&request)
    }
  }

  /// Returns a session that is stored in a file. A token is valid for one repository: the challenge of a refused
  /// request names the repository of the next token.
  public static func session(keptIn store: FileCredentialStore<Login>) -> Session<Login> {
    Session(store: store) { login, refresh in
      guard let challenge = refresh.challenges.first(where: { $0.scheme == "bearer" }),
        let realm = login.realm, challenge.realm == realm  // the password is sent nowhere else
      else { throw AuthenticationError(.refused) }
      return try await login.withToken(for: challenge, at: realm, from: refresh.client)
    }
  }

  func withToken(
    for challenge: Response.Challenge, at realm: String, from client: Client
  ) async throws -> Login {
    var login = self
    login.token = try await client.send(GetToken(login: login, realm: realm, challenge: challenge)).token
    return login
  }
}
