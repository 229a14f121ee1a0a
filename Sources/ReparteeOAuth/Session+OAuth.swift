public import Repartee

extension Session where Credential == BearerToken {
  /// Creates a session that refreshes its token with the refresh token (RFC 6749, section 6). An error with
  /// ``OAuthError/isFinal`` signs it out; without a refresh token, the expiration or a refusal does. See
  /// ``OAuthClient/token(refreshing:)`` for what stays of the token, and the checks of a new ID token.
  ///
  /// The other parameters are those of `init(store:refusal:leeway:refreshTimeout:refreshing:)`.
  public convenience init(
    refreshing oauth: OAuthClient, store: (any CredentialStore<BearerToken>)? = nil,
    refusal: RefusalRule = .unauthorized, leeway: Duration = .seconds(30),
    refreshTimeout: Duration = .seconds(60)
  ) {
    self.init(
      store: store, refusal: refusal, leeway: leeway, refreshTimeout: refreshTimeout,
      refreshing: { token, refresh in
        guard token.refreshToken != nil else {
          let isValid = token.expiration.map { refresh.client.now() < $0 } ?? true
          guard refresh.refusal == nil, isValid else { throw AuthenticationError(.refused) }
          throw AuthenticationError(.refreshFailed, message: "there is no refresh token")
        }
        return try await refresh.client.send(oauth.token(refreshing: token))
      },
      refreshesAhead: { ($0 as? BearerToken)?.refreshToken != nil })
  }

  /// Returns a session with the client's own token (RFC 6749, section 4.4), without a sign-in.
  ///
  /// The other parameters are those of `init(store:refusal:leeway:refreshTimeout:refreshing:)`.
  public static func clientCredentials(
    _ oauth: OAuthClient, scope: String? = nil, store: (any CredentialStore<BearerToken>)? = nil,
    refusal: RefusalRule = .unauthorized, leeway: Duration = .seconds(30),
    refreshTimeout: Duration = .seconds(60)
  ) -> Session {
    .obtaining(store: store, refusal: refusal, leeway: leeway, refreshTimeout: refreshTimeout) { _, refresh in
      try await refresh.client.send(oauth.clientToken(scope: scope))
    }
  }
}
