import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing
@testable import ReparteeOAuth

/// The URL that a user's browser opens (RFC 6749, section 4.1.1; RFC 7636).
struct AuthorizationRequestTests {
  private func oauth(_ url: String? = "https://login.example.com/authorize") -> OAuthClient {
    var client = OAuthClient(id: "app", tokenURL: "https://login.example.com/token")
    client.authorizationURL = url
    return client
  }

  private func items(_ url: String) -> [String: String] {
    let items = URLComponents(string: url)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in "twice: \(first)" }
  }

  @Test func theChallengeIsThatOfTheRFC() {
    // RFC 7636, appendix B.
    let octets: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214,
      191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    let verifier = Base64URL.encode(octets)
    #expect(verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(OAuthClient.challenge(of: verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func theURLHasEverythingOnce() throws {
    let request = try oauth().authorizationRequest(redirectURI: "app://done?x=1", scope: "openid e+m")
    let items = items(request.url)
    #expect(request.url.hasPrefix("https://login.example.com/authorize?response_type=code&client_id=app&"))
    #expect(items["redirect_uri"] == "app://done?x=1" && items["scope"] == "openid e+m")
    #expect(request.url.contains("scope=openid%20e%2Bm"))
    #expect(items["state"] == request.state && items["nonce"] == request.nonce)
    #expect(items["code_challenge"] == OAuthClient.challenge(of: request.verifier))
    #expect(items["code_challenge_method"] == "S256" && items.count == 8)
    #expect(!request.url.contains(request.verifier))
    for text in [request.state, request.nonce ?? "", request.verifier] {
      #expect(
        text.count == 43
          && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    }
    #expect(Set([request.state, request.nonce, request.verifier]).count == 3)
    #expect(try oauth().authorizationRequest(redirectURI: "app://done", scope: "email").nonce == nil)
    #expect(try oauth().authorizationRequest(redirectURI: "app://done", scope: "openidx").nonce == nil)
  }

  @Test func randomnessIsInjected() throws {
    func request() throws -> AuthorizationRequest {
      var oauth = oauth()
      let generator = Mutex(SplitMix64(seed: 7))
      oauth.randomness = { generator.withLock { $0.next() } }
      return try oauth.authorizationRequest(redirectURI: "app://done", scope: "openid")
    }
    #expect(try request().url == request().url)
    let two = try (1...2).map { _ in try oauth().authorizationRequest(redirectURI: "a").url }
    #expect(two[0] != two[1])
  }

  @Test func furtherParametersAreAddedButReplaceNothing() throws {
    var oauth = oauth("https://login.example.com/authorize?tenant=7#top")
    oauth.parameters = ["audience": "api", "prompt": "none"]
    let request = try oauth.authorizationRequest(
      redirectURI: "app://done",
      parameters: [
        "prompt": "login", "login_hint": "a&b=c#d", "state": "mine", "resource": ["r1", "r2"],
        "code_challenge_method": "plain",
      ])
    #expect(request.url.hasPrefix("https://login.example.com/authorize?tenant=7&response_type=code&"))
    #expect(
      request.url.hasSuffix("&audience=api&prompt=none&login_hint=a%26b%3Dc%23d&resource=r1&resource=r2"))
    #expect(items(request.url)["state"] == request.state)
    #expect(items(request.url)["code_challenge_method"] == "S256")
  }

  @Test(arguments: [
    nil, "", "login.example.com/authorize", "http://login.example.com/authorize", "javascript:alert(1)",
    "https://a\n.example", "https://user:pw@login.example.com", "http://127.0.0.1.example.com/",
  ])
  func anEndpointThatIsNoneThrows(url: String?) throws {
    let error = #expect(throws: RequestError.self) {
      try oauth(url).authorizationRequest(redirectURI: "app://done")
    }
    #expect(error?.kind == .url)
  }

  @Test func plainHTTPIsForThisMachineOrIfAllowed() throws {
    #expect(
      try oauth("http://127.0.0.1:8080/a").authorizationRequest(redirectURI: "a").url.hasPrefix("http:"))
    var oauth = oauth("http://login.example.com/a")
    oauth.allowsPlainHTTP = true
    #expect(try oauth.authorizationRequest(redirectURI: "a").url.hasPrefix("http://login.example.com/a?"))
  }

  @Test func anEncodedRequestReadsItsCallback() throws {
    var oauth = oauth()
    oauth.issuer = "https://login.example.com"
    oauth.requiresIssuer = true
    let request = try oauth.authorizationRequest(redirectURI: "app://done", scope: "openid")
    let copy = try JSONDecoder().decode(AuthorizationRequest.self, from: JSONEncoder().encode(request))
    #expect(copy.url == request.url && copy.verifier == request.verifier && copy.nonce == request.nonce)
    let callback = "app://done?code=c1&state=\(request.state)&iss=https%3A%2F%2Flogin.example.com"
    #expect(try copy.code(from: callback) == "c1")
  }

  @Test func nothingShowsItsSecrets() throws {
    let request = try oauth().authorizationRequest(redirectURI: "app://done", scope: "openid")
    var text = "\(request) \(String(reflecting: request))"
    dump(request, to: &text)
    for secret in [request.state, request.verifier, request.nonce ?? "none"] {
      #expect(!text.contains(secret), "\(text)")
    }
  }

  /// Whatever the values are, each is one item, and decodes to itself.
  @Test func anyValueStaysOneItem() async throws {
    try await forAll(runs: 200) { random in
      let (redirect, hint, name) = (random.text(), random.text(), "x" + random.text())
      let request = try oauth().authorizationRequest(
        redirectURI: redirect, parameters: ["login_hint": hint, "\(name)": "v"])
      let query = request.url.split(separator: "?", maxSplits: 1).last ?? ""
      #expect(request.url.utf8.allSatisfy { $0 < 0x80 })
      let items = query.split(separator: "&").map { item in
        item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
          String(decoding: percentDecoded(Array($0.utf8)[...]), as: UTF8.self)
        }
      }
      #expect(items.contains { $0[0] == "redirect_uri" && $0[1].utf8.elementsEqual(redirect.utf8) })
      #expect(items.contains { $0[0] == "login_hint" && $0[1].utf8.elementsEqual(hint.utf8) })
      #expect(items.contains { $0[0].utf8.elementsEqual(name.utf8) && $0[1] == "v" })
      #expect(items.count == 8)
    }
  }
}
