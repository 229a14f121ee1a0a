#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import ReparteeJSON

/// A client of an OAuth 2.0 authorization server (RFC 6749). It makes requests, as resources that any ``Client`` sends.
///
/// ```swift
/// let oauth = OAuthClient(
///   id: "app", tokenURL: "https://login.example.com/token")
///
/// let token = try await client.send(
///   oauth.token(
///     code: code, redirectURI: "app://done", verifier: verifier))
/// let session = Session(refreshing: oauth, store: store)
/// try await session.signIn(token, as: "ada")
/// client.authentication = .session(session)
/// ```
///
/// The requests are sent without the authentication of the ``Client``. Redirects are not followed, because the target
/// would receive the token. A request that uses up a code or a refresh token is retried only if the server has
/// certainly not received it. JSON is decoded as RFC 6749 specifies, whatever ``Client/json`` is.
public struct OAuthClient: Sendable {
  /// How the client identifies itself.
  public struct Authentication: Sendable, Hashable {
    private let isInBody: Bool

    /// With the `Authorization` field (RFC 6749, section 2.3.1). This is the default for a client with a secret.
    public static let basic = Authentication(isInBody: false)
    /// With fields of the body, for servers that can't read the `Authorization` field. A client without a secret sends
    /// its ID there.
    public static let body = Authentication(isInBody: true)
  }

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
  /// The source of the current date, which a token's lifetime is added to; replace it in tests.
  public var now: @Sendable () -> Date = { Date() }

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
    self.authentication = secret == nil ? .body : authentication
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
    token([
      "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI,
      "code_verifier": verifier,
    ])
  }

  /// Returns a request for a new token with a refresh token (RFC 6749, section 6). If the response has no refresh
  /// token, the new token keeps the old one.
  public func token(
    refreshToken: String, scope: String? = nil
  ) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "refresh_token", "refresh_token": refreshToken, "scope": scope], keeping: refreshToken)
  }

  /// Returns a request for a token of the client itself (RFC 6749, section 4.4).
  public func clientToken(scope: String? = nil) -> Resource<BearerToken, OAuthError> {
    token(["grant_type": "client_credentials", "scope": scope], isIdempotent: true)
  }

  /// Returns a request for a token of a device; see ``deviceAuthorization(scope:)``. It fails with
  /// ``OAuthError/Code/authorizationPending`` until the user has granted access (RFC 8628, section 3.4).
  public func token(deviceCode: String) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": deviceCode],
      isIdempotent: true)
  }

  /// Returns a request for the instructions that a device shows its user (RFC 8628, section 3.1).
  /// ``Client/authorizeDevice(_:scope:prompt:)`` performs the whole flow.
  public func deviceAuthorization(scope: String? = nil) -> Resource<DeviceAuthorization, OAuthError> {
    resource(
      deviceAuthorizationURL ?? "", ["scope": scope], isIdempotent: true, DeviceAuthorization.self
    ) { $0 }
  }

  private func token(
    _ fields: Request.Query, keeping refreshToken: String? = nil, isIdempotent: Bool = false
  ) -> Resource<BearerToken, OAuthError> {
    resource(tokenURL, fields, isIdempotent: isIdempotent, TokenResponse.self) { [now] body in
      BearerToken(
        body.access_token, refreshToken: body.refresh_token ?? refreshToken,
        expiration: body.expires_in.flatMap { $0.isFinite ? now() + min(max($0, 0), 1e10) : nil },
        scope: body.scope)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func resource<Body: Decodable & SendableMetatype, Output: Sendable>(
    _ url: String, _ fields: Request.Query, isIdempotent: Bool, _ body: Body.Type,
    _ transform: @escaping @Sendable (Body) -> Output
  ) -> Resource<Output, OAuthError> {
    var fields = fields
    var credential = TokenRequestCredential(secrets: secret.map { [$0] } ?? [])
    for item in fields.items {
      if let value = item.value, Redaction.standard.isSecret(item.name, value: value.utf8, isItem: true) {
        credential.secrets.append(value)
      }
    }
    switch (authentication, secret) {
    case (.basic, let secret?):
      credential.basic = BasicCredential(username: Self.formEncoded(id), password: Self.formEncoded(secret))
    case (_, let secret):
      fields.append("client_id", id)
      if let secret { fields.append("client_secret", secret) }
    }
    var request = Request(.post, url: url, headers: ["Accept": "application/json"], body: .form(fields))
      .authenticated(.credential(credential))
    request.redirects = .off
    if isIdempotent { request.idempotency = .always }
    let reading = Outcome<Output, OAuthError> { response, _ in
      // Some servers report errors with a 200.
      if let error = try? response.decode(OAuthError.self, with: JSONCoder()) { return .failure(error) }
      return .success(transform(try response.decode(body, with: JSONCoder())))
    }
    let failing = Outcome<Output, OAuthError> { response, _ in
      .failure(try response.decode(OAuthError.self, with: JSONCoder()))
    }
    return Resource(request, [.success(reading), .clientError(failing)])
  }

  /// Encodes text as RFC 6749, section 2.3.1 and appendix B specify.
  private static func formEncoded(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.percentEncoded(keeping: .unreserved) }.joined(separator: "+")
  }
}

/// What identifies the client, and what else is secret in the body of a token request.
private struct TokenRequestCredential: Credential {
  var basic: BasicCredential?
  var secrets: [String]

  func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
    // The client's `Authorization` field is not meant for this server.
    request.headers[.authorization] = nil
    try basic?.authenticate(&request)
  }
}

extension OAuthClient: CustomStringConvertible, CustomReflectable {
  /// The ID and the URL, without the secret.
  public var description: String { Shown.text("OAuth client \(id) of \(Redaction().masked(url: tokenURL))") }
  public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}

/// A token response (RFC 6749, section 5.1). The keys are the protocol's names, whatever key strategy a decoder has.
private struct TokenResponse: Decodable {
  var access_token: String
  var token_type: TokenType
  var expires_in: Double?
  var refresh_token: String?
  var scope: String?

  enum CodingKeys: String, CodingKey { case access_token, token_type, expires_in, refresh_token, scope }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    access_token = try fields.decode(String.self, forKey: .access_token)
    token_type = try fields.decode(TokenType.self, forKey: .token_type)
    expires_in = try fields.decodeSeconds(forKey: .expires_in)
    refresh_token = try fields.decodeIfPresent(String.self, forKey: .refresh_token)
    // Some servers send an array.
    scope =
      if let names = try? fields.decode([String].self, forKey: .scope) { names.joined(separator: " ") } else {
        try fields.decodeIfPresent(String.self, forKey: .scope)
      }
  }

  /// The token type; only `bearer` tokens can be sent.
  struct TokenType: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let name = try container.decode(String.self)
      guard name.lowercased() == "bearer" else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "tokens of the type bearer can be sent, not of the type \(name)")
      }
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a number of seconds, which some servers send as a string; returns nil if the string is not a number.
  func decodeSeconds(forKey key: Key) throws -> Double? {
    guard let text = try? decode(String.self, forKey: key) else {
      return try decodeIfPresent(Double.self, forKey: key)
    }
    return Double(text).flatMap { $0.isNaN ? nil : $0 }
  }
}

/// The reason why an authorization server returned no token (RFC 6749, section 5.2).
public struct OAuthError: Error, Sendable, Hashable, Decodable, CustomStringConvertible {
  /// The server's error code. Servers may send others than these.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code, in one line of at most 60 characters.
    public var description: String { Shown.text(rawValue, limit: Shown.name) }

    /// A parameter is missing or invalid.
    public static let invalidRequest = Code(rawValue: "invalid_request")
    /// The client is unknown, or its secret is wrong.
    public static let invalidClient = Code(rawValue: "invalid_client")
    /// The code or the refresh token is no longer valid.
    public static let invalidGrant = Code(rawValue: "invalid_grant")
    /// The client may not use this grant type.
    public static let unauthorizedClient = Code(rawValue: "unauthorized_client")
    /// The server does not support this grant type.
    public static let unsupportedGrantType = Code(rawValue: "unsupported_grant_type")
    /// The scope is invalid or unknown.
    public static let invalidScope = Code(rawValue: "invalid_scope")
    /// The user has not decided yet (RFC 8628, section 3.5).
    public static let authorizationPending = Code(rawValue: "authorization_pending")
    /// The user has not decided yet, and the requests are too frequent.
    public static let slowDown = Code(rawValue: "slow_down")
    /// The user has denied access.
    public static let accessDenied = Code(rawValue: "access_denied")
    /// The device's code has expired.
    public static let expiredToken = Code(rawValue: "expired_token")
  }

  /// The error code.
  public let code: Code
  /// The server's description of the error; untrusted text.
  public let message: String?

  /// Creates an error.
  public init(_ code: Code, message: String? = nil) {
    self.code = code
    self.message = message
  }

  private enum CodingKeys: String, CodingKey { case error, error_description }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    code = Code(rawValue: try fields.decode(String.self, forKey: .error))
    message = try? fields.decode(String.self, forKey: .error_description)
  }

  /// The error code.
  public var description: String { code.description }
}

extension OAuthError {
  /// Whether a refresh that failed with this error would fail again.
  var isFinal: Bool {
    let codes: [Code] = [.invalidGrant, .invalidClient, .unauthorizedClient]
    return codes.contains(code) || code.rawValue == "bad_refresh_token"
  }
}

extension OAuthError: CustomReflectable {
  /// The code only: the message may contain anything.
  public var customMirror: Mirror { Mirror(self, children: ["code": description]) }
}
