import Repartee

/// Who somebody is at a registry. A session keeps it between runs, and its token fresh.
public struct Login: Credential, Codable {
  public let registry: String
  public let username: String
  let password: String
  /// Where tokens are to be had; nil if the registry takes the password itself.
  var realm: String?
  var token: String?

  public func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    if let token {
      try BearerToken(token).authenticate(&request)
    } else {
      try BasicCredential(username: username, password: password).authenticate(&request)
    }
  }

  /// A session that is kept in a file. A token is for one repository: the challenge of a refusal says for which one the
  /// next has to be.
  public static func session(keptIn store: FileCredentialStore<Login>) -> Session<Login> {
    Session(store: store) { login, refresh in
      guard let challenge = refresh.challenges.first(where: { $0.scheme == "bearer" }),
        let realm = login.realm, challenge.realm == realm  // the password goes nowhere else
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
