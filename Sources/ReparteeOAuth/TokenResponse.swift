public import Repartee

/// A token with everything else that the server sent with it (RFC 6749, section 5.1).
public struct TokenResponse: Sendable, Hashable {
  /// The token.
  public var token: BearerToken
  /// The ID token, whose signature is not verified; nil if there is none (OpenID Connect Core 1.0, section 3.1.3.3).
  public var idToken: UnverifiedIDToken?
  /// All other members of the response. There may be secrets among them.
  public var extras: JSONObject

  /// Creates a response, for tests of your own code.
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
    Mirror(self, children: ["expiration": token.expiration as Any, "extras": Shown.names(extras.keys)])
  }
}

extension OAuthClient {
  /// Returns a request for a token with the code of a callback, with everything that the server sends with it. If the
  /// response has no scope, the token has the one that was requested.
  ///
  /// An ID token that has another `nonce` than the request, or is not a signed JWT, fails the call with a
  /// `BodyDecodingError` at `id_token`.
  ///
  /// - Parameters:
  ///   - code: The code, from ``AuthorizationRequest/code(from:)``.
  ///   - request: The request that the code is for.
  public func tokens(
    code: String, for request: AuthorizationRequest
  ) -> Resource<TokenResponse, OAuthError> {
    tokens(
      Self.fields(code: code, redirectURI: request.redirectURI, verifier: request.verifier),
      scope: request.scope, nonce: request.nonce)
  }

  /// Returns a request for a token with any grant, also one of an extension (RFC 6749, section 4.5), with everything
  /// that the server sends with it.
  ///
  /// ```swift
  /// oauth.tokens(
  ///   grant: "urn:ietf:params:oauth:grant-type:token-exchange",
  ///   [
  ///     "subject_token": token.accessToken,
  ///     "subject_token_type":
  ///       "urn:ietf:params:oauth:token-type:access_token",
  ///   ])
  /// ```
  ///
  /// - Parameters:
  ///   - grant: The grant type.
  ///   - fields: The other fields of the request. A `client_id` is replaced.
  public func tokens(grant: String, _ fields: Request.Query = [:]) -> Resource<TokenResponse, OAuthError> {
    let own: Request.Query = ["grant_type": grant]
    return tokens(own.adding(fields))
  }

  private func tokens(
    _ fields: Request.Query, scope: String? = nil, nonce: String? = nil
  ) -> Resource<TokenResponse, OAuthError> {
    resource(tokenURL, "tokenURL", fields.adding(parameters), isIdempotent: false) {
      [now, tokenTypes] response in
      let body = try response.decode(TokenFields.self, with: Self.json)
      try body.check(types: tokenTypes)
      var extras = try response.decode(JSONValue.self, with: Self.json).object ?? [:]
      for key in TokenFields.CodingKeys.allCases { extras[key.rawValue] = nil }
      var idToken: UnverifiedIDToken?
      if let jwt = extras["id_token"]?.string {
        idToken = try UnverifiedIDToken(jwt)
        extras["id_token"] = nil
      }
      if let nonce, let idToken, idToken.nonce?.utf8.elementsEqual(nonce.utf8) != true {
        throw BodyDecodingError(
          .corrupted, path: "id_token", message: "the ID token has another nonce than the request")
      }
      return TokenResponse(
        token: body.token(at: now(), keeping: nil, scope: scope), idToken: idToken, extras: extras)
    }
  }
}
