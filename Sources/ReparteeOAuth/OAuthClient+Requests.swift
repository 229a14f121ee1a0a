import Repartee

extension OAuthClient {
  static func fields(code: String, redirectURI: String?, verifier: String?) -> Request.Query {
    [
      "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI,
      "code_verifier": verifier,
    ]
  }

  func token(
    _ fields: Request.Query, keeping refreshToken: String? = nil, scope: String? = nil,
    idTokens: IDTokenRules? = nil, isIdempotent: Bool = false
  ) -> Resource<BearerToken, OAuthError> {
    let decoder = TokenResponseDecoder(
      oauth: self, refreshToken: refreshToken, scope: scope, idTokens: idTokens)
    return resource(
      tokenURL, "tokenURL", fields.adding(parameters), isIdempotent: isIdempotent, decoder.token)
  }

  /// A form, sent as the client.
  func resource<Output: Sendable>(
    _ url: String?, _ name: String, _ fields: Request.Query, isIdempotent: Bool,
    _ read: @escaping @Sendable (Response) throws -> Output
  ) -> Resource<Output, OAuthError> {
    var fields = fields
    let credential = ClientCredential(of: self, in: &fields, for: url)
    var request = Request(
      .post, url: url ?? "", headers: ["Accept": "application/json"], body: .form(fields)
    ).authenticated(.credential(credential))
    if isIdempotent { request.idempotency = .always }
    prepare(&request, for: url, name)
    let success = Outcome<Output, OAuthError> { response, _ in
      // Some servers send errors with a 200.
      if let error = try? error(in: response) { return .failure(error) }
      return .success(try read(response))
    }
    let failure = Outcome<Output, OAuthError> { response, _ in .failure(try error(in: response)) }
    return Resource(request, [.success(success), .clientError(failure)])
  }

  func prepare(_ request: inout Request, for url: String?, _ name: String) {
    request.redirects = .off
    request.refusal = url.map(refusal) ?? RequestError(.url, "OAuthClient.\(name) is nil")
  }

  private func error(in response: Response) throws -> OAuthError {
    var error = try decode(OAuthError.self, from: response)
    if finalCodes.contains(error.code) { error.isFinal = true }
    return error
  }

  /// Parameters occur once (RFC 6749, section 3.2).
  static let json: JSONCoder = {
    var json = JSONCoder()
    json.rejectsDuplicateKeys = true
    return json
  }()

  /// Nil for a URL that exposes no secrets, valid or not.
  func refusal(of url: String) -> RequestError? {
    allowsPlainHTTP ? nil : plainHTTPRefusal(of: url, option: "OAuthClient.allowsPlainHTTP")
  }
}

func plainHTTPRefusal(of url: String, option: String) -> RequestError? {
  guard let origin = try? AbsoluteURL(url, kind: .url).origin, origin.scheme == "http", !origin.isLoopback
  else { return nil }
  return RequestError(
    .url,
    "\(origin.host) is an authorization server with http, which exposes tokens and secrets: use https, "
      + "or set \(option)")
}
