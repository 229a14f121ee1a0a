#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Repartee

/// Makes requests to an OAuth 2.0 authorization server (RFC 6749), as resources that any `Client` sends.
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
/// The requests don't use the authentication of the `Client`, follow no redirect, and decode JSON as RFC 6749
/// specifies, regardless of `Client.json`. A request that uses up a code or a refresh token is retried only if the
/// server has certainly not received it. A token that is empty or not printable ASCII (RFC 6749, appendix A) fails with
/// a `BodyDecodingError`.
public struct OAuthClient: Sendable {
  /// How the client identifies itself.
  public struct Authentication: Sendable, Hashable {
    private let isInBody: Bool

    /// With the `Authorization` field (RFC 6749, section 2.3.1).
    public static let basic = Authentication(isInBody: false)
    /// With fields of the body. A client without a secret sends its ID there.
    public static let body = Authentication(isInBody: true)
  }

  /// The client's ID at the authorization server.
  public var id: String
  /// The client's secret; nil for an app.
  public var secret: String?
  /// How the client identifies itself.
  public var authentication: Authentication
  /// The URL of the token endpoint.
  public var tokenURL: String
  /// The URL for device authorization requests (RFC 8628, section 3.1).
  public var deviceAuthorizationURL: String?
  /// The accepted token types, compared without case; `bearer` by default. A token of another type fails the call.
  /// Tokens are sent as `BearerToken`.
  public var tokenTypes: Set<String> = ["bearer"]
  /// Whether requests may go to another machine with `http`, which exposes codes, tokens and secrets; false by default.
  ///
  /// Such a URL fails the call with a `RequestError` of kind `RequestError.Kind.url`, and nothing is sent. `http` to
  /// this machine (`localhost`, 127.0.0.0/8, ::1) is always allowed.
  public var allowsPlainHTTP = false
  /// Further error codes by which this server ends a `Session`, see ``OAuthError/isFinal``; empty by default.
  public var finalCodes: Set<OAuthError.Code> = []
  /// The source of the current date, which a token's lifetime is added to.
  public var now: @Sendable () -> Date = { Date() }

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - id: The client's ID at the authorization server.
  ///   - secret: The client's secret; nil (the default) for an app.
  ///   - authentication: How the client identifies itself; `.basic` by default, always `.body` without a secret.
  ///   - tokenURL: The URL of the token endpoint.
  ///   - deviceAuthorizationURL: The URL for device authorization requests; nil by default.
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
  /// token, the new token keeps the old one; without a scope it gets the requested one.
  public func token(
    refreshToken: String, scope: String? = nil
  ) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "refresh_token", "refresh_token": refreshToken, "scope": scope], keeping: refreshToken,
      scope: scope)
  }

  /// Returns a request for a token of the client itself (RFC 6749, section 4.4). A token without a scope gets the
  /// requested one.
  public func clientToken(scope: String? = nil) -> Resource<BearerToken, OAuthError> {
    token(["grant_type": "client_credentials", "scope": scope], scope: scope, isIdempotent: true)
  }

  /// Returns a request for a token of a device (RFC 8628, section 3.4). It fails with
  /// ``OAuthError/Code/authorizationPending`` until the user has granted access.
  public func token(deviceCode: String) -> Resource<BearerToken, OAuthError> {
    token(
      ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": deviceCode],
      isIdempotent: true)
  }

  /// Returns a request for the instructions that a device shows its user (RFC 8628, section 3.1).
  /// `authorizeDevice(_:scope:prompt:)` performs the whole flow.
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
    let redaction = Redaction()
    for item in fields.items {
      if let value = item.value, redaction.isSecret(item.name, value: value.utf8, isItem: true) {
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

  private func refusal(of url: String) -> RequestError? {
    guard !allowsPlainHTTP, let origin = try? AbsoluteURL(url, kind: .url).origin, origin.scheme == "http",
      !origin.isLoopback
    else { return nil }
    return RequestError(
      .url,
      "\(origin.host) is an authorization server with http, which shows tokens and secrets on the way: use https, "
        + "or set OAuthClient.allowsPlainHTTP")
  }

  /// RFC 6749, section 2.3.1 and appendix B.
  private static func formEncoded(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.percentEncoded(keeping: .unreserved) }.joined(separator: "+")
  }
}

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
