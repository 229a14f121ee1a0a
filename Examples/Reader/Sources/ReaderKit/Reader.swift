import Repartee
import ReparteeCaching

/// What the app's models share: a client, the session of its user, and whether there is a connection.
public struct Reader {
  public let client: Client
  public let session: Session<BearerToken>
  public let connection = Connection()

  public init(client: Client, store: (any CredentialStore<BearerToken>)? = nil) {
    session = Session(store: store) { token, refresh in
      guard let old = token.refreshToken else { throw RefreshTokens.Revoked() }
      return try await refresh.client.send(RefreshTokens(token: old)).bearer
    }
    var client = client
    client.authentication = .session(session)
    client.cache = ResponseCache()
    client.observers.append(connection.observer)
    self.client = client
  }
}
