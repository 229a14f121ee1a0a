public import Repartee

extension OAuthClient {
  /// Returns a request that revokes the refresh token, with which most servers revoke its access tokens, or else the
  /// access token (RFC 7009, section 2.1).
  ///
  /// Revoking an unknown token succeeds.
  ///
  /// A session's `credential` is nil until it has read its store:
  ///
  /// ```swift
  /// let token =
  ///   (try? store.load())?.credential ?? session.credential
  /// try await session.signOut()
  /// if let token {
  ///   try await client.send(oauth.revocation(of: token))
  /// }
  /// ```
  public func revocation(of token: BearerToken) -> Resource<Void, OAuthError> {
    resource(
      revocationURL, "revocationURL",
      [
        "token": token.refreshToken ?? token.accessToken,
        "token_type_hint": token.refreshToken == nil ? "access_token" : "refresh_token",
      ], isIdempotent: true
    ) { _ in }
  }

  /// Returns a request for claims about the user (OpenID Connect Core 1.0, section 5.3).
  ///
  /// ```swift
  /// let user = try await client.send(
  ///   oauth.userInfo(
  ///     User.self, authentication: .session(session),
  ///     subject: tokens.idToken?.subject))
  /// ```
  ///
  /// A refusal is an ``OAuthError`` from the body or the Bearer challenge (RFC 6750, section 3.1). Claims in a JWT are
  /// not supported.
  ///
  /// - Parameters:
  ///   - claims: The type that the claims are decoded as, with keys as they are.
  ///   - authentication: The user's token, or the session that has it.
  ///   - subject: The subject of the ID token. Claims about another user fail the call with a `BodyDecodingError` at
  ///     `sub` (section 5.3.2). Nil, the default, accepts all.
  public func userInfo<Claims: Decodable & Sendable & SendableMetatype>(
    _ claims: Claims.Type, authentication: Repartee.Authentication, subject: String? = nil
  ) -> Resource<Claims, OAuthError> {
    var request = Request(.get, url: userInfoURL ?? "", headers: ["Accept": "application/json"])
      .authenticated(authentication)
    prepare(&request, for: userInfoURL, "userInfoURL")
    let success = Outcome<Claims, OAuthError> { response, _ in
      if let subject {
        let named = try response.decode(Subject.self, with: Self.json)
        guard named.sub.utf8.elementsEqual(subject.utf8) else {
          throw BodyDecodingError(.corrupted, path: "sub", message: "the claims are about another user")
        }
      }
      return .success(try response.decode(Claims.self, with: Self.json))
    }
    let failure = Outcome<Claims, OAuthError> { response, _ in
      if let error = try? response.decode(OAuthError.self, with: Self.json) { return .failure(error) }
      for challenge in response.challenges where challenge.scheme == "bearer" {
        guard let code = challenge["error"], !code.isEmpty else { continue }
        return .failure(OAuthError(.init(rawValue: code), message: challenge["error_description"]))
      }
      throw BodyDecodingError(message: "neither the body nor a Bearer challenge has an error code")
    }
    return Resource(request, [.success(success), .clientError(failure)])
  }

  private struct Subject: Decodable { var sub: String }

  /// Returns the URL that ends the user's session at the server when a browser opens it (OpenID Connect RP-Initiated
  /// Logout 1.0, section 2).
  ///
  /// - Parameters:
  ///   - idToken: The last ID token, a secret, as a hint at the user; by default nil.
  ///   - redirectURI: Where the browser goes afterwards, as registered; by default nil: it stays.
  ///   - state: The state that the server adds to the redirect URI; by default nil.
  ///   - parameters: Further parameters, such as `ui_locales`, except those above.
  /// - Throws: A `RequestError` of kind `RequestError.Kind.url` if ``endSessionURL`` is nil, is not valid, or is `http`
  ///   to another machine without ``allowsPlainHTTP``.
  public func logoutURL(
    idToken: UnverifiedIDToken? = nil, redirectURI: String? = nil, state: String? = nil,
    parameters: Request.Query = [:]
  ) throws(RequestError) -> String {
    let own: Request.Query = [
      "client_id": id, "id_token_hint": idToken?.jwt, "post_logout_redirect_uri": redirectURI, "state": state,
    ]
    return try url(endSessionURL, "endSessionURL", query: own.adding(parameters))
  }
}
