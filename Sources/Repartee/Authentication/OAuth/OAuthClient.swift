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
/// certainly not received it. JSON is decoded as RFC 6749 specifies, whatever ``Client/json`` is. A response whose
/// access token or refresh token is empty, or has other characters than printable ASCII in it (RFC 6749, appendix A),
/// fails with a ``DecodingFailure``.
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
  /// The token types that the server sends for tokens to be sent as ``BearerToken``, compared without case. The default
  /// is `bearer`. A token of any other type, for example `DPoP`, fails the call: it could not be used.
  public var tokenTypes: Set<String> = ["bearer"]
  /// Whether requests may be sent with `http` to another machine, which shows codes, tokens and secrets to everybody on
  /// the way. The default is false: such a URL fails the call with a ``RequestError`` of kind
  /// ``RequestError/Kind/url``, and nothing is sent. To this machine (`localhost`, 127.0.0.0/8, ::1) `http` is always
  /// allowed.
  public var allowsPlainHTTP = false
  /// Further error codes by which this server says that a refresh token is useless for good, so that a ``Session`` is
  /// signed out; see ``OAuthError/isFinal``. The default is empty.
  public var finalCodes: Set<OAuthError.Code> = []
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
  /// ``Client/authorizeDevice(_:scope:prompt:)`` performs the whole flow.
  public func deviceAuthorization(scope: String? = nil) -> Resource<DeviceAuthorization, OAuthError> {
    resource(
      deviceAuthorizationURL ?? "", ["scope": scope], isIdempotent: true, DeviceAuthorization.self
    ) { $0 }
  }

  private func token(
    _ fields: Request.Query, keeping refreshToken: String? = nil, scope: String? = nil,
    isIdempotent: Bool = false
  ) -> Resource<BearerToken, OAuthError> {
    resource(tokenURL, fields, isIdempotent: isIdempotent, TokenResponse.self) { [now, tokenTypes] body in
      try body.check(types: tokenTypes)
      return BearerToken(
        body.access_token, refreshToken: body.refresh_token ?? refreshToken,
        expiration: body.expires_in.flatMap { $0.isFinite ? now() + min(max($0, 0), 1e10) : nil },
        scope: body.scope ?? scope)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func resource<Body: Decodable & SendableMetatype, Output: Sendable>(
    _ url: String, _ fields: Request.Query, isIdempotent: Bool, _ body: Body.Type,
    _ transform: @escaping @Sendable (Body) throws -> Output
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
    request.refusal = refusal(of: url)
    let declared = { @Sendable [finalCodes] (response: Response) throws in
      var error = try response.decode(OAuthError.self, with: Self.json)
      if finalCodes.contains(error.code) { error.isFinal = true }
      return error
    }
    let reading = Outcome<Output, OAuthError> { response, _ in
      // Some servers report errors with a 200.
      if let error = try? declared(response) { return .failure(error) }
      return .success(try transform(try response.decode(body, with: Self.json)))
    }
    let failing = Outcome<Output, OAuthError> { response, _ in .failure(try declared(response)) }
    return Resource(request, [.success(reading), .clientError(failing)])
  }

  /// Parameters are not included more than once (RFC 6749, section 3.2).
  private static let json: JSONCoder = {
    var json = JSONCoder()
    json.duplicateKeys = .reject
    return json
  }()

  /// Returns an error for a URL that would show secrets on the way; nil for any other, valid or not.
  private func refusal(of url: String) -> RequestError? {
    guard !allowsPlainHTTP, let origin = try? AbsoluteURL(url, kind: .url).origin, origin.scheme == "http",
      !origin.isLoopback
    else { return nil }
    return RequestError(
      .url,
      "\(origin.host) is an authorization server with http, which shows tokens and secrets on the way: use https, "
        + "or set OAuthClient.allowsPlainHTTP")
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
  var token_type: String
  var expires_in: Double?
  var refresh_token: String?
  var scope: String?

  enum CodingKeys: String, CodingKey { case access_token, token_type, expires_in, refresh_token, scope }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    access_token = try fields.decode(String.self, forKey: .access_token)
    token_type = try fields.decode(String.self, forKey: .token_type)
    expires_in = try fields.decodeSeconds(forKey: .expires_in)
    refresh_token = try fields.decodeIfPresent(String.self, forKey: .refresh_token)
    // Some servers send an array.
    scope =
      if let names = try? fields.decode([String].self, forKey: .scope) { names.joined(separator: " ") } else {
        try fields.decodeIfPresent(String.self, forKey: .scope)
      }
  }

  /// Checks that the tokens can be used, before the old ones are given up for them.
  func check(types: Set<String>) throws(DecodingFailure) {
    let type = token_type.lowercased()
    guard types.contains(where: { $0.lowercased() == type }) else {
      throw DecodingFailure(
        .corrupted, path: CodingKeys.token_type.rawValue,
        message:
          "the token is of the type \(Shown.text(token_type, limit: Shown.name)), not bearer; if it is sent "
          + "like one, add the type to OAuthClient.tokenTypes")
    }
    try Self.check(access_token, .access_token)
    if let refresh_token { try Self.check(refresh_token, .refresh_token) }
  }

  /// Checks a token: printable ASCII (RFC 6749, appendix A.12 and A.17). At its ends a space would be lost in a field.
  private static func check(_ token: String, _ key: CodingKeys) throws(DecodingFailure) {
    let (bytes, space) = (token.utf8, UInt8(ascii: " "))
    guard !bytes.isEmpty else {
      throw DecodingFailure(.corrupted, path: key.rawValue, message: "the token is empty")
    }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }), bytes.first != space, bytes.last != space else {
      throw DecodingFailure(
        .corrupted, path: key.rawValue,
        message: "the token has characters in it that no token has (RFC 6749, appendix A)")
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
    /// The refresh token is no longer valid, as some servers say instead of ``invalidGrant``.
    public static let badRefreshToken = Code(rawValue: "bad_refresh_token")
    /// The user has to sign in again (OpenID Connect Core 1.0, section 3.1.2.6).
    public static let loginRequired = Code(rawValue: "login_required")
    /// The server needs an interaction with the user (OpenID Connect Core 1.0, section 3.1.2.6).
    public static let interactionRequired = Code(rawValue: "interaction_required")
    /// The user has to consent again (OpenID Connect Core 1.0, section 3.1.2.6).
    public static let consentRequired = Code(rawValue: "consent_required")
  }

  /// The error code.
  public let code: Code
  /// The server's description of the error; untrusted text.
  public let message: String?
  /// Whether a refresh can't succeed any more, so that a ``Session`` is signed out: the code is `invalid_grant`,
  /// `bad_refresh_token`, `login_required`, `interaction_required`, `consent_required`, or one of
  /// ``OAuthClient/finalCodes``.
  public internal(set) var isFinal: Bool

  /// Creates an error.
  public init(_ code: Code, message: String? = nil) {
    self.code = code
    self.message = message
    isFinal = Self.finalCodes.contains(code)
  }

  private static let finalCodes: Set<Code> = [
    .invalidGrant, .badRefreshToken, .loginRequired, .interactionRequired, .consentRequired,
  ]

  private enum CodingKeys: String, CodingKey { case error, error_description }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let code = Code(rawValue: try fields.decode(String.self, forKey: .error))
    guard !code.rawValue.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .error, in: fields, debugDescription: "the error code is empty")
    }
    self.init(code, message: try? fields.decode(String.self, forKey: .error_description))
  }

  /// The error code.
  public var description: String { code.description }
}

extension OAuthError: RefreshFailure {}

extension OAuthError: CustomReflectable {
  /// The code only: the message may contain anything.
  public var customMirror: Mirror { Mirror(self, children: ["code": description]) }
}
