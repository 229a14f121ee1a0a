import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing
@testable import ReparteeOAuth

/// A client that signs a JWT to identify itself (RFC 7523), or sends nothing but its ID.
struct ClientAuthenticationTests {
  private struct SigningFailed: Error {}

  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func oauth(_ authentication: OAuthClient.Authentication, secret: String? = nil) -> OAuthClient {
    var client = OAuthClient(
      id: "a\"p\np", secret: secret, authentication: authentication,
      tokenURL: "https://login.example.com/token")
    client.now = { [now] in now }
    return client
  }

  private func send(
    _ resource: Resource<BearerToken, OAuthError>, _ responses: [TransportResponse]
  ) async -> (forms: [[String: String]], Result<BearerToken, CallError<OAuthError>>) {
    let rest = Mutex(responses)
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      })
    client.clock = SkippingClock(end: .seconds(60))
    client.headers["Authorization"] = "Bearer planted"
    let result = await client.result(of: resource)
    let forms = arrivals.all.map { request in
      #expect(request.head.headerFields[.authorization] == nil)
      let query = URLComponents(string: "?" + String(decoding: request.bytes, as: UTF8.self))
      let items = query?.queryItems ?? []
      return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in "twice: \(first)" }
    }
    return (forms, result)
  }

  private static let token = TransportResponse.json(#"{"access_token":"a1","token_type":"Bearer"}"#)

  @Test func theAssertionIsSignedOverHeaderAndClaims() async throws {
    let signed = Mutex<[Data]>([])
    let oauth = oauth(
      .privateKeyJWT(algorithm: "ES256", keyID: "k/1") { input in
        signed.withLock { $0.append(input) }
        return Data([0xFB, 0xFF, 0xFE, 0x00])
      })
    let (forms, result) = await send(oauth.clientToken(scope: "read"), [Self.token])
    #expect(try result.get().accessToken == "a1")
    let form = try #require(forms.first)
    #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    #expect(form["client_id"] == "a\"p\np" && form["grant_type"] == "client_credentials")
    #expect(form["client_secret"] == nil)
    let jwt = try #require(form["client_assertion"])
    let parts = jwt.split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && parts[2] == "-__-AA")
    #expect(signed.withLock { $0 } == [Data("\(parts[0]).\(parts[1])".utf8)])
    let token = try UnverifiedIDToken(jwt)
    #expect(token.header == ["alg": "ES256", "typ": "JWT", "kid": "k/1"])
    #expect(token.issuer == "a\"p\np" && token.subject == "a\"p\np")
    #expect(token.audience == ["https://login.example.com/token"] && token.expiration == now + 60)
    #expect(token.claims["iat"]?.int == 1_800_000_000 && token.claims.count == 6)
    #expect(token.claims["jti"]?.string?.utf8.count == 43)
  }

  @Test func eachAttemptHasItsOwn() async throws {
    let oauth = oauth(
      .privateKeyJWT(algorithm: "RS256", audience: "https://login.example.com") { Data($0.prefix(3)) })
    let (forms, result) = await send(oauth.clientToken(), [.status(503), .status(503), Self.token])
    #expect(try result.get().accessToken == "a1")
    let tokens = try forms.map { try UnverifiedIDToken($0["client_assertion"] ?? "") }
    #expect(Set(tokens.map { $0.claims["jti"]?.string }).count == 3)
    #expect(tokens.allSatisfy { $0.audience == ["https://login.example.com"] && $0.header["kid"] == nil })
  }

  /// A server's document can have the token endpoint of another server in it.
  @Test func anAssertionForAnotherEndpointIsInvalidAtTheTokenEndpoint() async throws {
    func audience(_ issuer: String?, _ audience: String? = nil, at url: String) async throws -> [String] {
      var oauth = oauth(.privateKeyJWT(algorithm: "ES256", audience: audience) { _ in Data() })
      oauth.issuer = issuer
      oauth.revocationURL = url
      let arrivals = Arrivals()
      let client = Client(baseURL: api, transport: arrivals.transport { _ in .status(200) })
      try await client.send(oauth.revocation(of: BearerToken("t")))
      let form = URLComponents(string: "?" + String(decoding: arrivals.all[0].bytes, as: UTF8.self))
      let jwt = form?.queryItems?.first { $0.name == "client_assertion" }?.value
      return try UnverifiedIDToken(jwt ?? "").audience
    }
    let (evil, token) = ("https://evil.example/revoke", "https://login.example.com/token")
    #expect(try await audience("https://evil.example", at: evil) == ["https://evil.example"])
    #expect(try await audience("https://evil.example", at: token) == [token])
    #expect(try await audience(nil, at: evil) == [token])
    #expect(try await audience("https://evil.example", "mine", at: evil) == ["mine"])
  }

  @Test func aSignerThatFailsSendsNothing() async throws {
    let oauth = oauth(.privateKeyJWT(algorithm: "ES256") { _ in throw SigningFailed() })
    let (forms, result) = await send(oauth.token(code: "planted-code"), [Self.token])
    #expect(forms.isEmpty)
    guard case .authentication(let error) = try #require(result.error).reason else {
      return #expect(Bool(false))
    }
    #expect(error.kind == .unusable && error.underlying is SigningFailed)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -5])
  func aDateThatIsNoneDoesNotStopTheProgram(seconds: Double) async throws {
    var oauth = oauth(.privateKeyJWT(algorithm: "ES256") { _ in Data() })
    oauth.now = { Date(timeIntervalSince1970: seconds) }
    let (forms, _) = await send(oauth.clientToken(), [Self.token])
    #expect(try UnverifiedIDToken(forms.first?["client_assertion"] ?? "").claims["iat"]?.int != nil)
  }

  @Test func noSecretIsShown() async throws {
    let signatures = Mutex(0)
    let oauth = oauth(
      .privateKeyJWT(algorithm: "ES256") { _ in
        signatures.withLock { $0 += 1 }
        return Data("planted-signature".utf8)
      }, secret: "planted-secret")
    let (forms, result) = await send(
      oauth.token(code: "planted-code", verifier: "planted-verifier"),
      [.json(#"{"error":"invalid_grant","x":"planted-code planted-verifier"}"#, status: 400)])
    let error = try #require(result.error)
    var text = "\(error.report)\(error)\(oauth)\(oauth.authentication)"
    dump(error, to: &text)
    dump(oauth, to: &text)
    #expect(!text.contains("planted"), "\(text)")
    #expect(forms.count == 1 && forms[0]["client_secret"] == nil)
    let jwt = forms[0]["client_assertion"] ?? "none"
    #expect(!text.contains(jwt.suffix(12)))
    #expect(signatures.withLock { $0 } == 1, "what is shown needs no signature")
  }

  @Test func noneSendsTheIDOnly() async throws {
    let (forms, _) = await send(oauth(.none, secret: "planted").clientToken(), [Self.token])
    #expect(forms == [["grant_type": "client_credentials", "client_id": "a\"p\np"]])
    #expect(oauth(.none).authentication == .none && OAuthClient.Authentication.none != .body)
    let one = OAuthClient.Authentication.privateKeyJWT(algorithm: "ES256") { $0 }
    let copy = one
    #expect(copy == one && one != .privateKeyJWT(algorithm: "ES256") { $0 })
    #expect(oauth(one).authentication == one, "also without a secret")
  }

  @Test func aFurtherParameterDoesNotIdentifyTheClient() async throws {
    var oauth = oauth(.body, secret: "s")
    oauth.parameters = [
      "client_id": "evil", "client_secret": "evil", "audience": "api", "grant_type": "evil",
    ]
    let (forms, _) = await send(oauth.token(code: "c"), [Self.token])
    #expect(
      forms == [
        [
          "grant_type": "authorization_code", "code": "c", "client_id": "a\"p\np", "client_secret": "s",
          "audience": "api",
        ]
      ])
  }
}
