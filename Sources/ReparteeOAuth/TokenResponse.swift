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
  /// With the scope `openid`, a response without an ID token fails the call with a `BodyDecodingError` at `id_token`,
  /// as does an ID token (OpenID Connect Core 1.0, section 3.1.3.7) with
  ///
  /// - another `nonce` or `iss` than the request,
  /// - an `aud` without ``id``, another `azp`, or several `aud` without `azp`,
  /// - no `sub`, or an `exp` more than 5 minutes ago or that is no number. `iat` and `nbf` are not checked.
  public func tokens(
    code: String, for request: AuthorizationRequest
  ) -> Resource<TokenResponse, OAuthError> {
    tokens(
      Self.fields(code: code, redirectURI: request.redirectURI, verifier: request.verifier),
      TokenResponseDecoder(
        oauth: self, scope: request.scope,
        idTokens: idTokens(scope: request.scope, nonce: request.nonce, issuer: request.issuer)))
  }

  /// Returns a request for tokens with any grant type and its fields (RFC 6749, section 4.5). An ID token is not
  /// checked.
  ///
  /// ```swift
  /// oauth.tokens(grant: "urn:example:grant", ["ticket": ticket])
  /// ```
  public func tokens(grant: String, _ fields: Request.Query = [:]) -> Resource<TokenResponse, OAuthError> {
    let own: Request.Query = ["grant_type": grant]
    return tokens(own.adding(fields), TokenResponseDecoder(oauth: self))
  }

  private func tokens(
    _ fields: Request.Query, _ decoder: TokenResponseDecoder
  ) -> Resource<TokenResponse, OAuthError> {
    resource(
      tokenURL, "tokenURL", fields.adding(parameters), isIdempotent: false, decoder.tokens)
  }
}
