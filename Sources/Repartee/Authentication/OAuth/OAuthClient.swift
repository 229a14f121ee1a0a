#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import ReparteeJSON

/// A client of an OAuth 2.0 authorization server (RFC 6749): its requests, as resources that any ``Client`` sends.
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
/// They are sent without the client's own authentication, and follow no redirects: a token would go along. A request
/// that spends a code or a refresh token is sent again only if the server has certainly not got it. Their JSON is read
/// as RFC 6749 says, whatever ``Client/json`` does.
public struct OAuthClient: Sendable {
  /// How the client says who it is.
  public struct Authentication: Sendable, Hashable {
    private let isInBody: Bool

    /// In the `Authorization` field (RFC 6749, section 2.3.1); the default of one with a secret.
    public static let basic = Authentication(isInBody: false)
    /// In the body, for servers that can't read the field. One without a secret says its ID there.
    public static let body = Authentication(isInBody: true)
  }

  /// The client's ID at the authorization server.
  public var id: String
  /// Its secret; nil of an app, which can't keep one.
  public var secret: String?
  /// How it says who it is; in the `Authorization` field by default.
  public var authentication: Authentication
  /// Where tokens come from.
  public var tokenURL: String
  /// Where a device begins (RFC 8628, section 3.1).
  public var deviceAuthorizationURL: String?
  /// The time of day, from which a token's lifetime is counted; a test puts its own here.
  public var now: @Sendable () -> Date = { Date() }

  /// A client.
  ///
  /// - Parameters:
  ///   - id: The client's ID at the authorization server.
  ///   - secret: Its secret; nil, the default, of an app, which can't keep one.
  ///   - authentication: How it says who it is; in the `Authorization` field unless you say otherwise.
  ///   - tokenURL: Where tokens come from.
  ///   - deviceAuthorizationURL: Where a device begins; nil, the default, where there are none.
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

  /// A token for a code that the user's browser brought (RFC 6749, section 4.1.3).
  ///
  /// - Parameters:
  ///   - code: What the browser brought.
  ///   - redirectURI: The one of the authorization request, if it had one.
  ///   - verifier: The code verifier of PKCE (RFC 7636), which every app should use.
  public func token(
    code: String, redirectURI: String? = nil, verifier: String? = nil
  ) -> Resource<BearerToken, OAuthError> {
    token([
      "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI,
      "code_verifier": verifier,
    ])
  }

  /// A new token for a refresh token (RFC 6749, section 6). A response without a refresh token leaves the old one in
  /// use.
  public func token(
    refreshToken: String, scope: String? = nil
  ) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "refresh_token", "refresh_token": refreshToken, "scope": scope], keeping: refreshToken)
  }

  /// A token of the client itself (RFC 6749, section 4.4).
  public func clientToken(scope: String? = nil) -> Resource<BearerToken, OAuthError> {
    token(["grant_type": "client_credentials", "scope": scope], isIdempotent: true)
  }

  /// A token for a device whose user has been asked, see ``deviceAuthorization(scope:)``; until the user has said yes
  /// it fails with ``OAuthError/Code/authorizationPending`` (RFC 8628, section 3.4).
  public func token(deviceCode: String) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": deviceCode],
      isIdempotent: true)
  }

  /// What a device shows its user (RFC 8628, section 3.1); see ``Client/authorizeDevice(_:scope:prompt:)`` for the
  /// whole of it.
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
    var credentials = Repartee.Authentication.off
    switch (authentication, secret) {
    case (.basic, let secret?):
      credentials = .basic(username: Self.formEncoded(id), password: Self.formEncoded(secret))
    case (_, let secret):
      fields.append("client_id", id)
      if let secret { fields.append("client_secret", secret) }
    }
    var request = Request(.post, url: url, headers: ["Accept": "application/json"], body: .form(fields))
      .authenticated(credentials)
    // A field that the client has for all its requests says nothing to this server.
    if case .off = credentials.method { request.headers[.authorization] = nil as String? }
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

  /// RFC 6749, section 2.3.1 and appendix B.
  private static func formEncoded(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.percentEncoded(keeping: .unreserved) }.joined(separator: "+")
  }
}

extension OAuthClient: CustomStringConvertible, CustomReflectable {
  /// The ID and the URL; not the secret.
  public var description: String { Shown.text("OAuth client \(id) of \(Redaction().masked(url: tokenURL))") }
  public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}

/// RFC 6749, section 5.1. The names are the wire's, whatever key strategy a decoder has.
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
    // Some servers write an array.
    scope =
      if let names = try? fields.decode([String].self, forKey: .scope) { names.joined(separator: " ") } else {
        try fields.decodeIfPresent(String.self, forKey: .scope)
      }
  }

  /// The one type of a token that is sent as it is.
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
  /// A number of seconds, which some servers write as text; nil if it is none.
  func decodeSeconds(forKey key: Key) throws -> Double? {
    guard let text = try? decode(String.self, forKey: key) else {
      return try decodeIfPresent(Double.self, forKey: key)
    }
    return Double(text).flatMap { $0.isNaN ? nil : $0 }
  }
}

/// Why an authorization server gave no token (RFC 6749, section 5.2).
public struct OAuthError: Error, Sendable, Hashable, Decodable, CustomStringConvertible {
  /// The server's code; there are others than these.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code, in one line of at most 60 characters.
    public var description: String { Shown.text(rawValue, limit: Shown.name) }

    /// A parameter is missing or wrong.
    public static let invalidRequest = Code(rawValue: "invalid_request")
    /// The client is not known, or its secret is wrong.
    public static let invalidClient = Code(rawValue: "invalid_client")
    /// The code or the refresh token is of no use any more.
    public static let invalidGrant = Code(rawValue: "invalid_grant")
    /// The client may not ask in this way.
    public static let unauthorizedClient = Code(rawValue: "unauthorized_client")
    /// The server does not know this way to ask.
    public static let unsupportedGrantType = Code(rawValue: "unsupported_grant_type")
    /// There is no such scope.
    public static let invalidScope = Code(rawValue: "invalid_scope")
    /// The user has not said yes or no (RFC 8628, section 3.5).
    public static let authorizationPending = Code(rawValue: "authorization_pending")
    /// The same, and the server is asked too often.
    public static let slowDown = Code(rawValue: "slow_down")
    /// The user has said no.
    public static let accessDenied = Code(rawValue: "access_denied")
    /// The device's code is too old.
    public static let expiredToken = Code(rawValue: "expired_token")
  }

  /// The code.
  public let code: Code
  /// What happened, in the server's words; text that anyone may have written.
  public let message: String?

  /// An error.
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

  /// The code.
  public var description: String { code.description }
}

extension OAuthError {
  /// Whether a refresh that fails with it fails again.
  var isFinal: Bool {
    let codes: [Code] = [.invalidGrant, .invalidClient, .unauthorizedClient]
    return codes.contains(code) || code.rawValue == "bad_refresh_token"
  }
}

extension OAuthError: CustomReflectable {
  /// The code only: the server may have put anything into its message.
  public var customMirror: Mirror { Mirror(self, children: ["code": description]) }
}
