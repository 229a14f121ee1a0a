extension Session where Credential == BearerToken {
  /// A session whose token is refreshed with its refresh token (RFC 6749, section 6).
  ///
  /// A refresh that the server refuses for good, as with `invalid_grant`, signs the session out. Where the token is
  /// kept, what refuses it and when it is refreshed is as in ``init(store:refusal:leeway:refreshing:)``, with the same
  /// defaults.
  public convenience init(
    refreshing oauth: OAuthClient, store: (any CredentialStore<BearerToken>)? = nil,
    refusal: CredentialRefusal = .unauthorized, leeway: Duration = .seconds(30)
  ) {
    self.init(store: store, refusal: refusal, leeway: leeway) { token, refresh in
      guard let refreshToken = token.refreshToken else { throw AuthenticationError(.refused) }
      return try await refresh.client.send(oauth.token(refreshToken: refreshToken))
    }
  }

  /// A session of a program that is known to the server itself (RFC 6749, section 4.4): nobody signs in.
  ///
  /// Where the token is kept, what refuses it and when it is refreshed is as in
  /// ``init(store:refusal:leeway:refreshing:)``, with the same defaults.
  public static func clientCredentials(
    _ oauth: OAuthClient, scope: String? = nil, store: (any CredentialStore<BearerToken>)? = nil,
    refusal: CredentialRefusal = .unauthorized, leeway: Duration = .seconds(30)
  ) -> Session {
    .obtaining(store: store, refusal: refusal, leeway: leeway) { _, refresh in
      try await refresh.client.send(oauth.clientToken(scope: scope))
    }
  }
}
