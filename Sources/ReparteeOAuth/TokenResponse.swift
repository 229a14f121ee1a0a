public import Repartee

/// A token, with all else that the server sent (RFC 6749, section 5.1).
public struct TokenResponse: Sendable, Hashable {
  /// The token.
  public var token: BearerToken
  /// The ID token (OpenID Connect Core 1.0, section 3.1.3.3); its signature is not verified.
  public var idToken: UnverifiedIDToken?
  /// All other members; some may be secret.
  public var extras: JSONObject

  /// Creates a response, for tests.
  public init(token: BearerToken, idToken: UnverifiedIDToken? = nil, extras: JSONObject = [:]) {
    self.token = token
    self.idToken = idToken
    self.extras = extras
  }
}

extension TokenResponse: CustomStringConvertible, CustomReflectable {
  /// `a token response`.
  public var description: String { "a token response" }
  /// Without the values.
  public var customMirror: Mirror {
    Mirror(self, children: ["expiration": token.expiration as Any, "extras": DisplayText.names(extras.keys)])
  }
}

extension OAuthClient {
  /// Returns a request for tokens with a code of ``AuthorizationRequest/code(from:)``.
  ///
  /// A token without a scope gets the requested one.
  ///
  /// An ID token with another `nonce` or `iss` than the request, or without ``id`` in `aud`, fails the call with a
  /// `BodyDecodingError` at `id_token` (OpenID Connect Core 1.0, section 3.1.3.7). `exp` is not checked.
  public func tokens(
    code: String, for request: AuthorizationRequest
  ) -> Resource<TokenResponse, OAuthError> {
    tokens(
      Self.fields(code: code, redirectURI: request.redirectURI, verifier: request.verifier),
      for: request)
  }

  /// Returns a request for tokens with any grant type and its fields (RFC 6749, section 4.5).
  ///
  /// ```swift
  /// oauth.tokens(grant: "urn:example:grant", ["ticket": ticket])
  /// ```
  public func tokens(grant: String, _ fields: Request.Query = [:]) -> Resource<TokenResponse, OAuthError> {
    let own: Request.Query = ["grant_type": grant]
    return tokens(own.adding(fields))
  }

  private func tokens(
    _ fields: Request.Query, for request: AuthorizationRequest? = nil
  ) -> Resource<TokenResponse, OAuthError> {
    resource(tokenURL, "tokenURL", fields.adding(parameters), isIdempotent: false) {
      [id, now, tokenTypes] response in
      let body = try response.decode(TokenFields.self, with: Self.json)
      try body.check(types: tokenTypes)
      var extras = try response.decode(JSONValue.self, with: Self.json).object ?? [:]
      for key in TokenFields.CodingKeys.allCases { extras[key.rawValue] = nil }
      var idToken: UnverifiedIDToken?
      if let jwt = extras["id_token"]?.string {
        extras["id_token"] = nil
        // Some servers send "" for none.
        if !jwt.isEmpty {
          let token = try UnverifiedIDToken(jwt)
          if let request { try token.check(against: request, for: id) }
          idToken = token
        }
      }
      return TokenResponse(
        token: body.token(at: now(), keeping: nil, scope: request?.scope), idToken: idToken, extras: extras)
    }
  }
}
