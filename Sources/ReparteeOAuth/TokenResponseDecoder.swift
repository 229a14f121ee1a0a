import Repartee

/// Decodes a token response (RFC 6749, section 5.1).
struct TokenResponseDecoder: Sendable {
  let oauth: OAuthClient
  /// For a response without a refresh token or scope.
  var refreshToken: String?
  var scope: String?
  /// Nil for a grant without OpenID Connect.
  var idTokens: IDTokenRules?

  func token(in response: Response) throws -> BearerToken {
    let fields = try oauth.decode(TokenFields.self, from: response)
    try fields.check(by: oauth)
    let now = oauth.now()
    var token = fields.token(at: now, keeping: refreshToken, scope: scope)
    if let idTokens {
      let member = try oauth.decode(JSONValue.self, from: response)["id_token"]
      token.idToken = try (idTokens.token(in: member, at: now) ?? idTokens.last)?.jwt
    }
    return token
  }

  /// The ID token of another grant is not checked, and is not part of the token.
  func tokens(in response: Response) throws -> TokenResponse {
    let token = try token(in: response)
    var extras = try oauth.decode(JSONValue.self, from: response).object ?? [:]
    for key in TokenFields.CodingKeys.allCases { extras[key.rawValue] = nil }
    let jwt = extras["id_token"]?.string
    if jwt != nil { extras["id_token"] = nil }
    return TokenResponse(
      token: token, idToken: try jwt.flatMap { $0.isEmpty ? nil : try UnverifiedIDToken($0) }, extras: extras)
  }
}

extension OAuthClient {
  /// The rules for the response to a code or a device code.
  func idTokens(scope: String?, nonce: String? = nil, issuer: String?) -> IDTokenRules {
    IDTokenRules(
      client: id, issuer: issuer, isOpenID: nonce != nil || Self.isOpenID(scope), nonce: nonce)
  }

  /// The rules for the response to a refresh; nil if the token is not OpenID's.
  func idTokens(refreshing token: BearerToken) -> IDTokenRules? {
    let last = token.idToken.flatMap { try? UnverifiedIDToken($0) }
    guard last != nil || Self.isOpenID(token.scope) else { return nil }
    return IDTokenRules(client: id, issuer: issuer, isOpenID: true, isRefresh: true, last: last)
  }

  /// Some servers send a form.
  func decode<Value: Decodable>(_ type: Value.Type, from response: Response) throws -> Value {
    guard response.isForm else { return try response.decode(type, with: Self.json) }
    let fields = FormFields(String(decoding: response.body, as: UTF8.self).utf8[...])
    guard !fields.hasRepetitions else {
      throw BodyDecodingError(
        .corrupted, type: type, message: "the form repeats a parameter (RFC 6749, section 3.2)")
    }
    return try Self.json.decode(type, from: try Self.json.encode(JSONValue.object(fields.object)))
  }
}

extension Response {
  /// Whether the body has the content type of forms and is not JSON.
  fileprivate var isForm: Bool {
    guard let contentType, contentType.type == "application", contentType.subtype == "x-www-form-urlencoded"
    else { return false }
    return body.first { !" \t\r\n".utf8.contains($0) } != UInt8(ascii: "{")
  }
}
