import Foundation
import HTTPTypes
import Repartee
@testable import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

/// What a response has besides the token: the ID token, whose signature is not verified, and the rest.
struct TokenResponseTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private var oauth: OAuthClient {
    var oauth = OAuthClient(id: "app", tokenURL: "https://login.example.com/token")
    oauth.authorizationURL = "https://login.example.com/authorize"
    oauth.now = { [now] in now }
    return oauth
  }

  private func jwt(_ claims: String, header: String = #"{"alg":"RS256"}"#) -> String {
    "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8)).c2ln"
  }

  private func send(
    _ resource: Resource<TokenResponse, OAuthError>, _ more: String
  ) async -> (form: String, Result<TokenResponse, CallError<OAuthError>>) {
    let arrivals = Arrivals()
    let body =
      #"{"access_token":"a1","token_type":"Bearer","expires_in":60,"refresh_token":"r1"\#(more)}"#
    let client = Client(baseURL: api, transport: arrivals.transport { _ in .json(body) })
    let result = await client.result(of: resource)
    return (String(decoding: arrivals.all.first?.bytes ?? Data(), as: UTF8.self), result)
  }

  @Test func aCodeReturnsTokenIDTokenAndExtras() async throws {
    let request = try oauth.authorizationRequest(redirectURI: "app://done", scope: "openid")
    let idToken = jwt(
      #"""
      {"sub":"ada","nonce":"\#(request.nonce ?? "")","aud":["app","other"],"azp":"app",\#
      "exp":1800000060}
      """#)
    let (form, result) = await send(
      oauth.tokens(code: "c1", for: request),
      #","id_token":"\#(idToken)","patient":{"id":7},"scope":"openid""#)
    let tokens = try result.get()
    #expect(
      form == "grant_type=authorization_code&code=c1&redirect_uri=app%3A%2F%2Fdone"
        + "&code_verifier=\(request.verifier)&client_id=app")
    #expect(
      tokens.token
        == BearerToken("a1", refreshToken: "r1", expiration: now + 60, scope: "openid", idToken: idToken))
    #expect(tokens.extras == ["patient": ["id": 7]])
    let token = try #require(tokens.idToken)
    #expect(token.subject == "ada" && token.audience == ["app", "other"] && token.expiration == now + 60)
    var text = "\(tokens) \(token) \(String(reflecting: tokens))"
    dump(tokens, to: &text)
    dump(token, to: &text)
    #expect(!text.contains("ada") && !text.contains("a1") && !text.contains(idToken), "\(text)")
  }

  @Test func theNonceIsChecked() async throws {
    let request = try oauth.authorizationRequest(redirectURI: "app://done", scope: "openid")
    let other = try oauth.authorizationRequest(redirectURI: "app://done", scope: "openid").nonce ?? ""
    for claims in [#"{"nonce":"\#(other)"}"#, "{}", #"{"nonce":7}"#, #"{"nonce":null}"#, #"{"nonce":""}"#] {
      let (_, result) = await send(oauth.tokens(code: "c", for: request), #","id_token":"\#(jwt(claims))""#)
      let error = try #require(result.error)
      #expect(error.decodingError?.path == "id_token" && !error.report.contains(other))
    }
    let plain = try oauth.authorizationRequest(redirectURI: "app://done")
    let without = await send(oauth.tokens(code: "c", for: plain), "").1
    #expect(try without.get().idToken == nil)
    let empty = try await send(oauth.tokens(code: "c", for: plain), #","id_token":"""#).1.get()
    #expect(empty.idToken == nil && empty.extras.isEmpty)
    let idToken = jwt(#"{"aud":"app"}"#)
    let unasked = await send(oauth.tokens(code: "c", for: plain), #","id_token":"\#(idToken)""#).1
    #expect(try unasked.get().idToken != nil)
  }

  /// A server could name another one's user, or pass on what it was given for another client.
  @Test(arguments: [
    (#""iss":"https://a.example","aud":"app""#, true),
    (#""iss":"https://a.example","aud":["app"]"#, true),
    (#""iss":"https://a.example","aud":["x","app"]"#, false),
    (#""iss":"https://b.example","aud":"app""#, false), (#""iss":"https://a.example/","aud":"app""#, false),
    (#""iss":"HTTPS://a.example","aud":"app""#, false), (#""iss":["https://a.example"],"aud":"app""#, false),
    (#""aud":"app""#, false), (#""iss":"https://a.example""#, false),
    (#""iss":"https://a.example","aud":"App""#, false), (#""iss":"https://a.example","aud":[]"#, false),
    (#""iss":"https://a.example","aud":["apps","ap"]"#, false),
    (#""iss":"https://a.example","aud":[["app"]]"#, false),
  ])
  func issuerAndAudienceAreChecked(claims: String, isGood: Bool) async throws {
    var oauth = oauth
    oauth.issuer = "https://a.example"
    let request = try oauth.authorizationRequest(redirectURI: "app://done", scope: "openid")
    let idToken = jwt(#"{"sub":"planted","exp":1800000060,"nonce":"\#(request.nonce ?? "")",\#(claims)}"#)
    let (_, result) = await send(oauth.tokens(code: "c", for: request), #","id_token":"\#(idToken)""#)
    #expect((result.error == nil) == isGood)
    guard let error = result.error else { return }
    #expect(error.decodingError?.path == "id_token" && error.decodingError?.kind == .corrupted)
    #expect(!error.report.contains(idToken) && !error.report.contains("planted"))
  }

  @Test(arguments: [
    "", ".", "..", "a.b.c", "e30.e30", "e30.e30.e30.e30", "e30.e30.e30.e30.e30", "e30=.e30.", "W10.e30.x",
    "e30.bnVsbA.x", "e30.\u{0}.x", "e30.e3 0.x",
  ])
  func whatIsNoJWTIsRefused(text: String) async throws {
    #expect(throws: BodyDecodingError.self) { try UnverifiedIDToken(text) }
  }

  @Test(arguments: ["1e400", "-1e400", "1e308", "\"soon\"", "null", "9223372036854775808"])
  func aClaimMayBeAnything(number: String) throws {
    let token = try UnverifiedIDToken(jwt(#"{"exp":\#(number),"aud":[1,"a",null],"sub":7}"#))
    #expect(token.audience == ["a"] && token.subject == nil)
    #expect(token.expiration.map { $0.timeIntervalSince1970.magnitude <= 1e12 } ?? true)
    #expect(try UnverifiedIDToken(jwt(#"{"aud":"one"}"#)).audience == ["one"])
    #expect(throws: BodyDecodingError.self) { try UnverifiedIDToken(jwt(#"{"sub":"a","sub":"b"}"#)) }
  }

  @Test func noTextStopsTheDecoder() async {
    let valid = jwt(#"{"sub":"ada","exp":1}"#)
    await forAll(runs: 1_000) { random in _ = try? UnverifiedIDToken(random.mangled(valid)) }
    await forAll { random in
      let bytes = random.array(0...40) { UInt8($0.int(0...255)) }
      let text = Base64URL.encode(bytes)
      #expect(Base64URL.decode(text).map(Array.init) == bytes && !text.contains("="))
    }
  }

  @Test func anyGrantCanBeSent() async throws {
    var oauth = oauth
    oauth.parameters = ["audience": "api", "resource": ["r1", "r2"]]
    let (form, result) = await send(
      oauth.tokens(grant: "urn:x", ["subject_token": "t", "grant_type": "evil"]),
      #","issued_token_type":"urn:y""#)
    #expect(form == "grant_type=urn%3Ax&subject_token=t&audience=api&resource=r1&resource=r2&client_id=app")
    #expect(try result.get().extras == ["issued_token_type": "urn:y"])
  }
}
