#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Repartee

/// A client of an OAuth 2.0 authorization server (RFC 6749). It makes requests that any `Client` sends.
///
/// ```swift
/// let server = try await client.send(
///   AuthorizationServer.discovery(
///     issuer: "https://login.example.com"))
/// let oauth = OAuthClient(id: "app", server: server)
/// client.authentication = .session(Session(refreshing: oauth))
/// ```
///
/// The authentication of the `Client` is not sent, and redirects are not followed. A code or refresh token is resent
/// only if the server has certainly not received it. An empty access token, or a token that is not printable ASCII (RFC
/// 6749, appendix A), fails the call with a `BodyDecodingError`. See <doc:SigningAUserIn>.
public struct OAuthClient: Sendable {
  /// The client's ID at the server.
  public var id: String
  /// The client's secret; nil for an app, which can't keep a secret.
  public var secret: String?
  /// How the client identifies itself.
  public var authentication: Authentication
  /// The token endpoint.
  public var tokenURL: String
  /// The endpoint for devices (RFC 8628).
  public var deviceAuthorizationURL: String?
  /// Where a browser goes to sign in.
  public var authorizationURL: String?
  /// The revocation endpoint (RFC 7009).
  public var revocationURL: String?
  /// The userinfo endpoint (OpenID Connect Core 1.0, section 5.3).
  public var userInfoURL: String?
  /// Where a browser goes to sign out (OpenID Connect RP-Initiated Logout 1.0).
  public var endSessionURL: String?
  /// The `iss` that callbacks (RFC 9207) and ID tokens must have; nil, the default, accepts any.
  public var issuer: String?
  /// Whether a callback with a code needs an `iss`; by default false.
  public var requiresIssuer = false
  /// Further parameters of authorization, device authorization and token requests; a request's own take precedence.
  public var parameters: Request.Query = [:]
  /// The token types that become a `BearerToken`, in any case; others fail the call. The default is `bearer`.
  public var tokenTypes: Set<String> = ["bearer"]
  /// Whether a token needs a `token_type` (RFC 6749, section 5.1); by default true. With false, a token without a type
  /// is a `BearerToken`.
  public var requiresTokenType = true
  /// Whether `http` to another machine is allowed; by default false: the call fails with a `RequestError`.
  public var allowsPlainHTTP = false
  /// Further final error codes; see ``OAuthError/isFinal``.
  public var finalCodes: Set<OAuthError.Code> = []
  /// The current date, for the expiration of tokens and ID tokens.
  public var now: @Sendable () -> Date = { Date() }
  /// Random bits; a replacement must be cryptographically secure.
  public var randomness: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

  /// Creates a client of a token endpoint. Without a secret, `.basic` becomes `.body`.
  public init(
    id: String, secret: String? = nil, authentication: Authentication = .basic, tokenURL: String,
    deviceAuthorizationURL: String? = nil
  ) {
    self.id = id
    self.secret = secret
    self.authentication = secret == nil && authentication == .basic ? .body : authentication
    self.tokenURL = tokenURL
    self.deviceAuthorizationURL = deviceAuthorizationURL
  }

  /// Returns a request for a token with a code, and the redirect URI and PKCE verifier of its authorization request
  /// (RFC 6749, section 4.1.3). The result has no ID token; see ``tokens(code:for:)``.
  public func token(
    code: String, redirectURI: String? = nil, verifier: String? = nil
  ) -> Resource<BearerToken, OAuthError> {
    token(Self.fields(code: code, redirectURI: redirectURI, verifier: verifier))
  }

  /// Returns a request for a token with a refresh token (RFC 6749, section 6). A token without a refresh token or scope
  /// gets those of the request. The result has no ID token; see ``token(refreshing:)``.
  public func token(
    refreshToken: String, scope: String? = nil
  ) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "refresh_token", "refresh_token": refreshToken, "scope": scope], keeping: refreshToken,
      scope: scope)
  }

  /// Returns a request for a token with the refresh token of a previous one. The new token keeps the previous refresh
  /// token, scope and ID token if the response has none. A previous token without a refresh token fails the call with a
  /// `RequestError`.
  ///
  /// If the token has an ID token or the scope `openid`, a new ID token is checked as that of ``tokens(code:for:)``,
  /// and fails the call if its `iss`, `sub`, `aud`, `azp`, `nonce` or `auth_time` differs from that of the last one
  /// (OpenID Connect Core 1.0, section 12.2).
  public func token(refreshing token: BearerToken) -> Resource<BearerToken, OAuthError> {
    var resource = self.token(
      ["grant_type": "refresh_token", "refresh_token": token.refreshToken], keeping: token.refreshToken,
      scope: token.scope, idTokens: idTokens(refreshing: token))
    if token.refreshToken == nil {
      resource.request.refusal = RequestError(.body, "the token has no refresh token")
    }
    return resource
  }

  /// Returns a request for the client's own token (RFC 6749, section 4.4). A token without a scope gets the requested
  /// one.
  public func clientToken(scope: String? = nil) -> Resource<BearerToken, OAuthError> {
    token(["grant_type": "client_credentials", "scope": scope], scope: scope, isIdempotent: true)
  }

  /// Returns a request for a device's token (RFC 8628, section 3.4). It fails with
  /// ``OAuthError/Code/authorizationPending`` until the user grants access.
  ///
  /// - Parameters:
  ///   - deviceCode: The code of the device authorization.
  ///   - scope: The requested scope, which a token without a scope gets. With `openid` in it the response needs an ID
  ///     token, checked as that of ``tokens(code:for:)``; otherwise an ID token is ignored.
  public func token(deviceCode: String, scope: String? = nil) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": deviceCode],
      scope: scope, idTokens: Self.isOpenID(scope) ? idTokens(scope: scope, issuer: issuer) : nil,
      isIdempotent: true)
  }

  /// Returns a request for the codes of a device (RFC 8628, section 3.1); see `authorizeDevice(_:scope:prompt:)`.
  public func deviceAuthorization(scope: String? = nil) -> Resource<DeviceAuthorization, OAuthError> {
    let fields: Request.Query = ["scope": scope]
    return resource(
      deviceAuthorizationURL, "deviceAuthorizationURL", fields.adding(parameters), isIdempotent: true
    ) { try $0.decode(DeviceAuthorization.self, with: Self.json) }
  }
}

extension OAuthClient: CustomStringConvertible, CustomReflectable {
  /// The ID and the URL, without the secret.
  public var description: String {
    DisplayText.text("OAuth client \(id) of \(Redaction().masked(url: tokenURL))")
  }
  public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}
