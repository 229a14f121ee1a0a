public import Repartee
import ReparteeBase

/// A request for a code in a user's browser (RFC 6749, section 4.1.1), with PKCE (RFC 7636); see
/// ``OAuthClient/authorizationRequest(redirectURI:scope:parameters:)``.
///
/// Use it once. A server can keep it, encoded with its secrets, in the user's session until the browser returns.
public struct AuthorizationRequest: Sendable, Codable {
  /// The URL to open.
  public let url: String
  /// Where the browser returns to.
  public let redirectURI: String
  /// The requested scope.
  public let scope: String?
  /// 256 random bits that the callback must repeat.
  public let state: String
  /// 256 random bits that the ID token must repeat; nil unless the scope has `openid`.
  public let nonce: String?
  /// The PKCE code verifier: 256 random bits. Its SHA-256 is in the URL.
  public let verifier: String
  /// The issuer that the callback must name, if it names one (RFC 9207); nil if unknown.
  public let issuer: String?
  /// Whether a callback with a code must name the issuer.
  public let requiresIssuer: Bool

  /// Returns the code of a callback (RFC 6749, section 4.1.2): a URL, a path with its query, as in
  /// `/done?code=…&state=…`, or the query alone, from its `?` on.
  ///
  /// The scheme, host, port and path that the callback has must be those of the redirect URI; paths are compared after
  /// percent-decoding. A server behind a proxy that changes them passes the query alone.
  ///
  /// - Throws: A ``CallbackError``. After ``CallbackError/otherState``, keep waiting: it says nothing about this
  ///   request.
  public func code(from callback: String) throws(CallbackError) -> String {
    let fields = FormFields(callback: callback)
    // First: a callback without the state must not end the wait.
    guard fields.has("state", state) else { throw .otherState }
    guard isRedirectURI(of: callback) else { throw .otherURI }
    if fields.hasRepetitions { throw .malformed }
    if let issuer, let named = fields["iss"], !named.utf8.elementsEqual(issuer.utf8) { throw .otherIssuer }
    if let code = fields["error"] {
      guard !code.isEmpty else { throw .malformed }
      throw .refused(OAuthError(.init(rawValue: code), message: fields["error_description"]))
    }
    // Some servers leave the issuer out of errors, which do no harm.
    if requiresIssuer, fields["iss"] == nil { throw .otherIssuer }
    // Printable ASCII (RFC 6749, appendix A.11).
    guard let code = fields["code"], !code.isEmpty, code.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      throw .malformed
    }
    return code
  }

  /// RFC 3986, sections 6.2.2 and 6.2.3.
  private func isRedirectURI(of callback: String) -> Bool {
    let (own, given) = (URLReference(redirectURI), URLReference(callback))
    if given.scheme != nil || given.authority != nil {
      guard let scheme = own.scheme?.lowercased(), given.scheme?.lowercased() == scheme,
        Self.place(own.authority, scheme) == Self.place(given.authority, scheme)
      else { return false }
    } else if given.path.isEmpty {
      return true
    }
    func path(_ url: URLReference) -> ArraySlice<UInt8> {
      percentDecoded(Array((url.path.isEmpty ? "/" : url.path).utf8)[...])
    }
    return path(own) == path(given)
  }

  /// The authority in lowercase ASCII, without the scheme's default port.
  private static func place(_ authority: String?, _ scheme: String) -> [UInt8] {
    let place = (authority ?? "").utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let port = ["http": ":80", "https": ":443"][scheme] ?? ":"
    for end in [":", port] where place.reversed().starts(with: end.utf8.reversed()) {
      return place.dropLast(end.utf8.count)
    }
    return place
  }
}

extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
  /// The server, without the values of the query.
  public var description: String {
    DisplayText.text("an authorization request to \(url.prefix { $0 != "?" })")
  }
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension OAuthClient {
  /// Returns a request for a user's browser, with a new `state`, `nonce` and PKCE verifier.
  ///
  /// ```swift
  /// let request = try oauth.authorizationRequest(
  ///   redirectURI: "app://done", scope: "openid email")
  /// let callback = try await browse(request.url)
  /// let tokens = try await client.send(
  ///   oauth.tokens(code: request.code(from: callback), for: request))
  /// ```
  ///
  /// - Parameters:
  ///   - redirectURI: Where the browser returns to, as registered at the server.
  ///   - scope: The scope; with `openid` in it, the request has a `nonce` (OpenID Connect Core 1.0, section 3.1.2.1).
  ///   - parameters: Further parameters, such as `prompt` or `login_hint`, except those that the request or
  ///     ``parameters`` has.
  /// - Throws: A `RequestError` of kind `RequestError.Kind.url` if ``authorizationURL`` is nil, is not valid, or is
  ///   `http` to another machine without ``allowsPlainHTTP``.
  public func authorizationRequest(
    redirectURI: String, scope: String? = nil, parameters: Request.Query = [:]
  ) throws(RequestError) -> AuthorizationRequest {
    let scope = scope ?? self.parameters["scope"] ?? parameters["scope"]
    let (state, verifier) = (Base64URL.random(randomness), Base64URL.random(randomness))
    let nonce = Self.isOpenID(scope) ? Base64URL.random(randomness) : nil
    let own: Request.Query = [
      "response_type": "code", "client_id": id, "redirect_uri": redirectURI, "scope": scope, "state": state,
      "nonce": nonce, "code_challenge": Self.challenge(of: verifier), "code_challenge_method": "S256",
    ]
    let url = try url(
      authorizationURL, "authorizationURL", query: own.adding(self.parameters).adding(parameters))
    return AuthorizationRequest(
      url: url, redirectURI: redirectURI, scope: scope, state: state, nonce: nonce, verifier: verifier,
      issuer: issuer, requiresIssuer: requiresIssuer)
  }

  /// S256 (RFC 7636, section 4.2).
  static func challenge(of verifier: String) -> String { Base64URL.encode(SHA256.hash(Array(verifier.utf8))) }

  /// Returns the URL of an endpoint, with further query items.
  func url(_ endpoint: String?, _ name: String, query: Request.Query) throws(RequestError) -> String {
    guard let endpoint else { throw RequestError(.url, "OAuthClient.\(name) is nil") }
    let url = try AbsoluteURL(endpoint, kind: .url)
    if let refusal = refusal(of: endpoint) { throw refusal }
    let items = query.items.map(\.encoded)
    let base = "\(url.origin.scheme)://\(url.authority)\(url.requestTarget)"
    if items.isEmpty { return base }
    return base + (base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + items.joined(separator: "&")
  }
}

extension Request.Query {
  subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  /// Adds items, except those whose names the query has.
  func adding(_ further: Request.Query) -> Request.Query {
    var query = self
    let names = Set(items.map(\.name))
    query.items += further.items.filter { !names.contains($0.name) }
    return query
  }
}
