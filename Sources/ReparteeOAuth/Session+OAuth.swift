public import Repartee

extension Session where Credential == BearerToken {
  /// Creates a session that refreshes its token with the refresh token (RFC 6749, section 6). An error with
  /// ``OAuthError/isFinal`` signs it out.
  ///
  /// The other parameters are those of `init(store:refusal:leeway:refreshTimeout:refreshing:)`.
  public convenience init(
    refreshing oauth: OAuthClient, store: (any CredentialStore<BearerToken>)? = nil,
    refusal: RefusalRule = .unauthorized, leeway: Duration = .seconds(30),
    refreshTimeout: TimeLimit = .seconds(60)
  ) {
    self.init(store: store, refusal: refusal, leeway: leeway, refreshTimeout: refreshTimeout) {
      token, refresh in
      guard let refreshToken = token.refreshToken else { throw AuthenticationError(.refused) }
      var new = try await refresh.client.send(oauth.token(refreshToken: refreshToken))
      // RFC 6749, section 6.
      new.scope = new.scope ?? token.scope
      return new
    }
  }

  /// Returns a session with the client's own token (RFC 6749, section 4.4), without a sign-in.
  ///
  /// The other parameters are those of `init(store:refusal:leeway:refreshTimeout:refreshing:)`.
  public static func clientCredentials(
    _ oauth: OAuthClient, scope: String? = nil, store: (any CredentialStore<BearerToken>)? = nil,
    refusal: RefusalRule = .unauthorized, leeway: Duration = .seconds(30),
    refreshTimeout: TimeLimit = .seconds(60)
  ) -> Session {
    .obtaining(store: store, refusal: refusal, leeway: leeway, refreshTimeout: refreshTimeout) { _, refresh in
      try await refresh.client.send(oauth.clientToken(scope: scope))
    }
  }
}
