public import Repartee

/// The metadata of an authorization server (RFC 8414, section 2; OpenID Connect Discovery 1.0, section 3).
///
/// ```swift
/// let server = try await client.send(
///   AuthorizationServer.discovery(
///     issuer: "https://login.example.com"))
/// let oauth = OAuthClient(id: "app", server: server)
/// ```
public struct AuthorizationServer: Sendable, Hashable, Decodable {
  /// The issuer.
  public let issuer: String
  /// Where a user's browser goes to sign in.
  public let authorizationURL: String?
  /// The token endpoint.
  public let tokenURL: String
  /// The endpoint for devices (RFC 8628).
  public let deviceAuthorizationURL: String?
  /// The revocation endpoint (RFC 7009).
  public let revocationURL: String?
  /// The userinfo endpoint (OpenID Connect Core 1.0, section 5.3).
  public let userInfoURL: String?
  /// Where a user's browser goes to sign out (OpenID Connect RP-Initiated Logout 1.0).
  public let endSessionURL: String?
  /// Whether each callback names the issuer (RFC 9207, section 3).
  public let namesIssuer: Bool
  /// The whole document.
  public let metadata: JSONObject

  private enum CodingKeys: String, CodingKey {
    case issuer, authorization_endpoint, token_endpoint, device_authorization_endpoint, revocation_endpoint,
      userinfo_endpoint, end_session_endpoint, authorization_response_iss_parameter_supported
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    issuer = try fields.decode(String.self, forKey: .issuer)
    authorizationURL = try fields.decodeUnlessEmpty(forKey: .authorization_endpoint)
    tokenURL = try fields.decode(String.self, forKey: .token_endpoint)
    deviceAuthorizationURL = try fields.decodeUnlessEmpty(forKey: .device_authorization_endpoint)
    revocationURL = try fields.decodeUnlessEmpty(forKey: .revocation_endpoint)
    userInfoURL = try fields.decodeUnlessEmpty(forKey: .userinfo_endpoint)
    endSessionURL = try fields.decodeUnlessEmpty(forKey: .end_session_endpoint)
    namesIssuer =
      try fields.decodeIfPresent(Bool.self, forKey: .authorization_response_iss_parameter_supported) ?? false
    metadata = try JSONValue(from: decoder).object ?? [:]
  }

  /// Returns a request for the metadata of a server at `/.well-known/openid-configuration` after the issuer (OpenID
  /// Connect Discovery 1.0, section 4).
  ///
  /// Redirects are not followed. A document of another issuer, compared by bytes, fails the call with a
  /// `BodyDecodingError` at `issuer`.
  ///
  /// - Parameters:
  ///   - issuer: The URL that identifies the server. With a query, a fragment, or `http` to another machine, the call
  ///     fails with a `RequestError`.
  ///   - allowsPlainHTTP: Whether `http` to another machine is allowed; by default false.
  public static func discovery(
    issuer: String, allowsPlainHTTP: Bool = false
  ) -> Resource<AuthorizationServer, Never> {
    let url = withoutSlash(issuer) + "/.well-known/openid-configuration"
    return metadata(at: url, of: issuer, allowsPlainHTTP)
  }

  /// Returns a request for the metadata of a server at `/.well-known/oauth-authorization-server` between host and path
  /// of the issuer (RFC 8414, section 3), else as ``discovery(issuer:allowsPlainHTTP:)``.
  public static func oauthMetadata(
    issuer: String, allowsPlainHTTP: Bool = false
  ) -> Resource<AuthorizationServer, Never> {
    let base = withoutSlash(issuer)
    let colon = base.utf8.firstIndex(of: UInt8(ascii: ":")) ?? base.endIndex
    let path = base.utf8[colon...].dropFirst(3).firstIndex(of: UInt8(ascii: "/")) ?? base.endIndex
    let url = base[..<path] + "/.well-known/oauth-authorization-server" + base[path...]
    return metadata(at: String(url), of: issuer, allowsPlainHTTP)
  }

  private static func withoutSlash(_ issuer: String) -> String {
    issuer.utf8.last == UInt8(ascii: "/") ? String(Substring(issuer.utf8.dropLast())) : issuer
  }

  private static func metadata(
    at url: String, of issuer: String, _ allowsPlainHTTP: Bool
  ) -> Resource<AuthorizationServer, Never> {
    var request = Request(.get, url: url, headers: ["Accept": "application/json"]).authenticated(.off)
    request.redirects = .off
    do throws(RequestError) {
      _ = try AbsoluteURL(issuer, kind: .url)
      if issuer.utf8.contains(where: { "?#".utf8.contains($0) }) {
        throw RequestError(.url, "an issuer has no query and no fragment (RFC 8414, section 2)")
      }
      if !allowsPlainHTTP { request.refusal = plainHTTPRefusal(of: issuer, option: "allowsPlainHTTP") }
    } catch { request.refusal = error }
    return Resource(request) { response in
      let server = try response.decode(AuthorizationServer.self, with: OAuthClient.json)
      guard server.issuer.utf8.elementsEqual(issuer.utf8) else {
        throw BodyDecodingError(
          .corrupted, path: "issuer",
          message: "the document has another issuer than the requested one")
      }
      return server
    }
  }
}

extension AuthorizationServer: CustomStringConvertible, CustomReflectable {
  /// The issuer.
  public var description: String {
    DisplayText.text("authorization server \(Redaction().masked(url: issuer))")
  }
  public var customMirror: Mirror { Mirror(self, children: ["server": description]) }
}

extension OAuthClient {
  /// Creates a client of a server, with all its endpoints; see
  /// `init(id:secret:authentication:tokenURL:deviceAuthorizationURL:)`.
  public init(
    id: String, secret: String? = nil, authentication: Authentication = .basic, server: AuthorizationServer
  ) {
    self.init(
      id: id, secret: secret, authentication: authentication, tokenURL: server.tokenURL,
      deviceAuthorizationURL: server.deviceAuthorizationURL)
    authorizationURL = server.authorizationURL
    revocationURL = server.revocationURL
    userInfoURL = server.userInfoURL
    endSessionURL = server.endSessionURL
    issuer = server.issuer
    requiresIssuer = server.namesIssuer
  }
}
