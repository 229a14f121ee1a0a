#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Repartee

/// A client of an OAuth 2.0 authorization server (RFC 6749). It makes requests, as resources that any `Client` sends.
///
/// ```swift
/// let server = try await client.send(
///   AuthorizationServer.discovery(
///     issuer: "https://login.example.com"))
/// let oauth = OAuthClient(id: "app", server: server)
/// let session = Session(refreshing: oauth, store: store)
/// client.authentication = .session(session)
///
/// let request = try oauth.authorizationRequest(
///   redirectURI: "app://done", scope: "openid")
/// let callback = try await browse(request.url)
/// let tokens = try await client.send(
///   oauth.tokens(code: request.code(from: callback), for: request))
/// try await session.signIn(tokens.token, as: tokens.idToken?.subject)
/// ```
///
/// The requests are sent without the authentication of the `Client`. Redirects are not followed, because the target
/// would receive the token. A request that uses up a code or a refresh token is retried only if the server has
/// certainly not received it. JSON is decoded as RFC 6749 specifies, whatever `Client.json` is. A response whose
/// access token or refresh token is empty, or has other characters than printable ASCII in it (RFC 6749, appendix A),
/// fails with a `BodyDecodingError`.
public struct OAuthClient: Sendable {
  /// The client's ID at the authorization server.
  public var id: String
  /// The client's secret; nil for an app, which can't keep one.
  public var secret: String?
  /// How the client identifies itself.
  public var authentication: Authentication
  /// The URL of the token endpoint.
  public var tokenURL: String
  /// The URL for device authorization requests (RFC 8628, section 3.1).
  public var deviceAuthorizationURL: String?
  /// The URL that a user's browser opens to sign in (RFC 6749, section 3.1).
  public var authorizationURL: String?
  /// The URL for revocation requests (RFC 7009, section 2).
  public var revocationURL: String?
  /// The URL of the userinfo endpoint (OpenID Connect Core 1.0, section 5.3).
  public var userInfoURL: String?
  /// The URL that a user's browser opens to sign out (OpenID Connect RP-Initiated Logout 1.0, section 2).
  public var endSessionURL: String?
  /// The server's identifier, which a callback with an `iss` has to name (RFC 9207). With nil, the default, any is
  /// accepted.
  public var issuer: String?
  /// Whether a callback with a code and without an `iss` is refused. The default is false.
  public var requiresIssuer = false
  /// Further parameters of each authorization, device authorization and token request, such as `audience` or
  /// `resource` (RFC 8707). One that a request has itself is left out. The default is empty.
  public var parameters: Request.Query = [:]
  /// The token types that the server sends for tokens to be sent as `BearerToken`, compared without case. The default
  /// is `bearer`. A token of any other type, for example `DPoP`, fails the call: it could not be used.
  public var tokenTypes: Set<String> = ["bearer"]
  /// Whether requests may be sent with `http` to another machine, which shows codes, tokens and secrets to everybody on
  /// the way. The default is false: such a URL fails the call with a `RequestError` of kind
  /// `RequestError.Kind.url`, and nothing is sent. To this machine (`localhost`, 127.0.0.0/8, ::1) `http` is always
  /// allowed.
  public var allowsPlainHTTP = false
  /// Further error codes by which this server says that a refresh token is useless for good, so that a `Session` is
  /// signed out; see ``OAuthError/isFinal``. The default is empty.
  public var finalCodes: Set<OAuthError.Code> = []
  /// The source of the current date, which a token's lifetime is added to; replace it in tests.
  public var now: @Sendable () -> Date = { Date() }
  /// The source of random bits for `state`, `nonce`, verifiers and the IDs of assertions; replace it in tests. The
  /// default is the system's generator. Another one has to be cryptographically secure.
  public var randomness: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - id: The client's ID at the authorization server.
  ///   - secret: The client's secret. The default is nil, for an app, which can't keep one.
  ///   - authentication: How the client identifies itself. The default is `.basic`; without a secret it is `.body`.
  ///   - tokenURL: The URL of the token endpoint.
  ///   - deviceAuthorizationURL: The URL for device authorization requests. The default is nil, for no devices.
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

  /// Returns a request for a token with an authorization code (RFC 6749, section 4.1.3).
  ///
  /// - Parameters:
  ///   - code: The code that the user's browser received.
  ///   - redirectURI: The redirect URI of the authorization request, if it had one.
  ///   - verifier: The PKCE code verifier (RFC 7636), which every app should use.
  public func token(
    code: String, redirectURI: String? = nil, verifier: String? = nil
  ) -> Resource<BearerToken, OAuthError> {
    token(Self.fields(code: code, redirectURI: redirectURI, verifier: verifier))
  }

  /// Returns a request for a new token with a refresh token (RFC 6749, section 6). If the response has no refresh
  /// token, the new token keeps the old one; if it has no scope, the new token has the scope that was requested.
  public func token(
    refreshToken: String, scope: String? = nil
  ) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "refresh_token", "refresh_token": refreshToken, "scope": scope], keeping: refreshToken,
      scope: scope)
  }

  /// Returns a request for a token of the client itself (RFC 6749, section 4.4). If the response has no scope, the
  /// token has the scope that was requested.
  public func clientToken(scope: String? = nil) -> Resource<BearerToken, OAuthError> {
    token(["grant_type": "client_credentials", "scope": scope], scope: scope, isIdempotent: true)
  }

  /// Returns a request for a token of a device; see ``deviceAuthorization(scope:)``. It fails with
  /// ``OAuthError/Code/authorizationPending`` until the user has granted access (RFC 8628, section 3.4).
  public func token(deviceCode: String) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": deviceCode],
      isIdempotent: true)
  }

  /// Returns a request for the instructions that a device shows its user (RFC 8628, section 3.1).
  /// `authorizeDevice(_:scope:prompt:)` performs the whole flow.
  public func deviceAuthorization(scope: String? = nil) -> Resource<DeviceAuthorization, OAuthError> {
    let fields: Request.Query = ["scope": scope]
    return resource(
      deviceAuthorizationURL, "deviceAuthorizationURL", fields.adding(parameters), isIdempotent: true
    ) { try $0.decode(DeviceAuthorization.self, with: Self.json) }
  }
}

extension OAuthClient: CustomStringConvertible, CustomReflectable {
  /// The ID and the URL, without the secret.
  public var description: String { Shown.text("OAuth client \(id) of \(Redaction().masked(url: tokenURL))") }
  public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}
