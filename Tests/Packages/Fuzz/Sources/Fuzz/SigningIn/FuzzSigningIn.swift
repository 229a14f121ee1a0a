import Foundation
@testable import Repartee
@testable import ReparteeOAuth
import ReparteeTesting

/// What a provider and a browser send to a client that signs a user in: an object is read as a document of a server, as
/// a token response, as an error and as the claims of an ID token; anything else as a callback and as an ID token.
/// `STATE` in it is the state of the request, which is also its nonce.
@Sendable func fuzzSigningIn(_ input: Input) {
  let text = input.text.replacing("STATE", with: SigningIn.state)
  if input.bytes.first == UInt8(ascii: "{") {
    checkDiscovery(text)
    checkTokens(text)
    checkClaims(text)
  } else {
    checkCallback(text)
    checkIDToken(text)
    checkRequest(input.texts(4))
  }
}

enum SigningIn {
  static let issuer = "https://login.example.com"
  /// 256 bits that are zero.
  static let state = String(repeating: "A", count: 43)
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  static let oauth = {
    var oauth = OAuthClient(id: "app", tokenURL: "\(issuer)/token")
    oauth.authorizationURL = "\(issuer)/authorize"
    oauth.issuer = issuer
    oauth.now = { now }
    oauth.randomness = { 0 }
    return oauth
  }()

  static func request(issuer: String? = issuer, requiresIssuer: Bool = false) -> AuthorizationRequest {
    var oauth = oauth
    (oauth.issuer, oauth.requiresIssuer) = (issuer, requiresIssuer)
    do {
      return try oauth.authorizationRequest(redirectURI: "app://done", scope: "openid")
    } catch { preconditionFailure("\(error)") }
  }

  /// Sends a request, to which the response is that text.
  static func send<Output: Sendable, Failure>(
    _ resource: Resource<Output, Failure>, _ text: String, status: Int = 200
  ) -> Result<Output, CallError<Failure>> {
    waiting {
      var client = Client(
        baseURL: "https://api.example.com",
        transport: InMemoryTransport { request in
          claim(request.head.scheme == "https", "\(request.head)")
          return .json(text, status: status)
        })
      client.retry = .off
      return await client.result(of: resource)
    }
  }

  static func shown(_ value: some Any) -> String {
    var text = "\(value)\(String(reflecting: value))"
    dump(value, to: &text)
    return text
  }
}

/// A document is of the issuer that it was asked of, and its endpoints are opened and called with `https` only.
private func checkDiscovery(_ text: String) {
  let discovery = AuthorizationServer.discovery(issuer: SigningIn.issuer)
  let server: AuthorizationServer
  switch SigningIn.send(discovery, text) {
  case .success(let read): server = read
  case .failure(let error): return claim(error.decodingError != nil, "\(error)")
  }
  claim(server.issuer.utf8.elementsEqual(SigningIn.issuer.utf8), "a document of \(server.issuer)")
  claim(SigningIn.shown(server).unicodeScalars.count <= 4_000, "\(server)")

  let oauth = OAuthClient(id: "app", server: server)
  let urls = [
    try? oauth.authorizationRequest(redirectURI: "app://done").url, try? oauth.logoutURL(state: "s"),
  ]
  for case let url? in urls {
    let isSafe = (try? AbsoluteURL(url, kind: .url)).map {
      $0.origin.scheme == "https" || $0.origin.isLoopback
    }
    claim(isSafe == true && url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 }, url)
  }
  if (try? AbsoluteURL(server.tokenURL, kind: .url).origin.isLoopback) != true {
    _ = SigningIn.send(oauth.clientToken(), "{}")
  }

  guard let json = try? JSONCoder().encode(JSONValue.object(server.metadata)),
    case .success(let again) = SigningIn.send(discovery, String(decoding: json, as: UTF8.self))
  else { return claim(false, "written, and not read: \(server.metadata)") }
  claim(again == server, "another document: \(server.metadata)")
}

/// A token can be sent, it is stored as it is, and its ID token is for this request; no error shows what was sent.
private func checkTokens(_ text: String) {
  let request = SigningIn.request()
  let code = "S3CR3T-CODE-S3CR3T"
  // The code may be quoted anywhere.
  let body = text.replacing("CODE", with: code)
  for status in [200, 400] {
    switch SigningIn.send(SigningIn.oauth.tokens(code: code, for: request), body, status: status) {
    case .success(let tokens):
      claim(status == 200, "a token with the status \(status)")
      check(tokens, for: request)
    case .failure(let error):
      let report = "\(error)\(error.report)"
      claim(!report.contains(code), report)
      claim(error.declared.map { !$0.code.rawValue.isEmpty } ?? (error.decodingError != nil), report)
    }
  }
}

private func check(_ tokens: TokenResponse, for request: AuthorizationRequest) {
  let token = tokens.token
  for text in [token.accessToken, token.refreshToken ?? "none"] {
    claim(!text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "the token \(text)")
  }
  if let end = token.expiration {
    claim((SigningIn.now...SigningIn.now + 1e10).contains(end), "it ends at \(end)")
  }
  claim(TokenFields.CodingKeys.allCases.allSatisfy { tokens.extras[$0.rawValue] == nil }, "\(tokens.extras)")
  if let idToken = tokens.idToken {
    claim(idToken.nonce == request.nonce && idToken.issuer == request.issuer, "\(idToken.claims)")
    claim(idToken.audience.contains("app") && tokens.extras["id_token"] == nil, "\(idToken.claims)")
  }
  let again = (try? JSONEncoder().encode(token)).flatMap {
    try? JSONDecoder().decode(BearerToken.self, from: $0)
  }
  claim(again == token, "\(String(describing: again)), not \(token)")
  // A short one can be in any text, and one that is also a name is shown.
  for secret in [token.accessToken, token.refreshToken ?? "", tokens.idToken?.jwt ?? ""]
  where secret.utf8.count >= 24 && !tokens.extras.keys.contains(where: { $0.contains(secret) }) {
    claim(!SigningIn.shown(tokens).contains(secret), SigningIn.shown(tokens))
  }
}

/// Claims are read as they are, and no others.
private func checkClaims(_ text: String) {
  let jwt = "\(Base64URL.encode("{}".utf8)).\(Base64URL.encode(text.utf8)).c2ln"
  let claims = try? OAuthClient.json.decode(JSONValue.self, from: Data(text.utf8)).object
  do throws(BodyDecodingError) {
    let token = try UnverifiedIDToken(jwt)
    claim(token.claims == claims && token.jwt == jwt, "\(token.claims), not \(text)")
    check(token)
  } catch {
    claim(claims == nil, "\(error): \(text)")
  }
}

private func checkIDToken(_ text: String) {
  do throws(BodyDecodingError) {
    let token = try UnverifiedIDToken(text)
    claim(text.utf8.count { $0 == UInt8(ascii: ".") } == 2, text)
    claim(token.jwt.utf8.elementsEqual(text.utf8), token.jwt)
    check(token)
  } catch {
    claim("\(error)".unicodeScalars.count <= 500 && error.path == "id_token", "\(error)")
  }
}

private func check(_ token: UnverifiedIDToken) {
  claim(token.jwt.utf8.count < 24 || !SigningIn.shown(token).contains(token.jwt), SigningIn.shown(token))
  if let end = token.expiration { claim(end.timeIntervalSince1970.magnitude <= 1e12, "it ends at \(end)") }
  do {
    let parts = try [token.header, token.claims].map {
      Base64URL.encode(try JSONCoder().encode(JSONValue.object($0)))
    }
    let again = try UnverifiedIDToken(parts.joined(separator: ".") + ".")
    claim(
      again.header == token.header && again.claims == token.claims, "\(again.claims), not \(token.claims)")
  } catch {
    claim(false, "written, and not read: \(error)")
  }
}
