import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import ReparteeOAuth

/// ID tokens that are missing, of others or expired (OpenID Connect Core 1.0, sections 3.1.3.7 and 12.2).
struct IDTokenRulesTests {
  private static let now = 1_800_000_000

  private var oauth: OAuthClient {
    var oauth = OAuthClient(
      id: "app", tokenURL: "https://login.example.com/token",
      deviceAuthorizationURL: "https://login.example.com/device")
    oauth.authorizationURL = "https://login.example.com/authorize"
    oauth.issuer = "https://login.example.com"
    oauth.now = { Date(timeIntervalSince1970: Double(Self.now)) }
    return oauth
  }

  private static func jwt(_ claims: String) -> String {
    "\(Base64URL.encode(#"{"alg":"RS256"}"#.utf8)).\(Base64URL.encode(claims.utf8)).planted"
  }

  /// An ID token with these claims in place of, or besides, good ones; nil leaves one out.
  private static func idToken(_ changes: [String: JSONValue?] = [:]) -> String {
    var claims: [String: JSONValue] = [
      "iss": "https://login.example.com", "sub": "ada", "aud": "app", "exp": JSONValue(now + 60),
      "iat": JSONValue(now),
    ]
    for (name, value) in changes { claims[name] = value }
    return jwt(JSONValue(claims).description)
  }

  private static func body(_ members: String) -> String {
    #"{"access_token":"a1","token_type":"Bearer","refresh_token":"r2"\#(members)}"#
  }

  private static func body(idToken: String) -> String { body(#","id_token":"\#(idToken)""#) }

  private func result<Output>(
    _ resource: Resource<Output, OAuthError>, _ json: String
  ) async -> Result<Output, CallError<OAuthError>> {
    await Client(baseURL: api, transport: InMemoryTransport { _ in .json(json) }).result(of: resource)
  }

  /// What is wrong; nil if the response is accepted. No text shows the token.
  private func refusal<Output>(
    _ resource: Resource<Output, OAuthError>, _ json: String
  ) async throws -> BodyDecodingError? {
    guard let error = await result(resource, json).error else { return nil }
    let failure = try #require(error.decodingError)
    #expect(failure.path == "id_token")
    #expect(!"\(error)\(error.report)".contains("planted"))
    return failure
  }

  private func accepts<Output>(_ resource: Resource<Output, OAuthError>, _ json: String) async throws -> Bool
  {
    try await refusal(resource, json) == nil
  }

  private func code(_ scope: String? = "openid", of oauth: OAuthClient? = nil) throws -> (
    Resource<TokenResponse, OAuthError>, nonce: String?
  ) {
    let oauth = oauth ?? self.oauth
    let request = try oauth.authorizationRequest(redirectURI: "app://done", scope: scope)
    return (oauth.tokens(code: "c", for: request), request.nonce)
  }

  // MARK: Missing

  @Test(
    arguments: [
      ("", .keyNotFound), (#","id_token":null"#, .keyNotFound), (#","id_token":"""#, .keyNotFound),
      (#","id_token":7"#, .typeMismatch), (#","id_token":{}"#, .typeMismatch),
      (#","id_token":["a.b.c"]"#, .typeMismatch), (#","id_token":false"#, .typeMismatch),
      (#","id_token":"planted""#, .corrupted), (#","idToken":"planted""#, .keyNotFound),
    ] as [(String, BodyDecodingError.Kind)])
  func theScopeOpenIDNeedsAnIDToken(member: String, kind: BodyDecodingError.Kind) async throws {
    let json = Self.body(member)
    #expect(try await refusal(code().0, json)?.kind == kind)
    #expect(try await refusal(code("email openid").0, json)?.kind == kind)
    let device = oauth.token(deviceCode: "d", scope: "openid email")
    #expect(try await refusal(device, json)?.kind == kind)
    var all = oauth
    all.parameters = ["scope": "openid"]
    #expect(try await refusal(code(nil, of: all).0, json)?.kind == kind)
    #expect(try code(nil, of: all).nonce != nil)
    if kind == .keyNotFound {
      #expect(
        try await refusal(code().0, json)?.message.contains("no ID token, which the scope openid") == true)
      for scope in [nil, "email", "openid2", "OPENID"] {
        #expect(try await accepts(code(scope).0, json))
        #expect(try await accepts(oauth.token(deviceCode: "d", scope: scope), json))
      }
    }
  }

  @Test(arguments: [nil, "openid"])
  func aDeviceGetsItsIDToken(scope: String?) async throws {
    var oauth = oauth
    if scope == nil { oauth.parameters = ["scope": "openid"] }
    let idToken = Self.idToken()
    for json in [Self.body(idToken: idToken), Self.body("")] {
      let client = Client(
        baseURL: api,
        transport: InMemoryTransport { request in
          request.head.path == "/device"
            ? .json(#"{"device_code":"d","user_code":"u","verification_uri":"https://login.example.com"}"#)
            : .json(json)
        })
      var skipping = client
      skipping.clock = SkippingClock(end: .seconds(60))
      do throws(CallError<OAuthError>) {
        let token = try await skipping.authorizeDevice(oauth, scope: scope) { _ in }
        #expect(token == BearerToken("a1", refreshToken: "r2", scope: "openid", idToken: idToken))
      } catch { #expect(error.decodingError?.kind == .keyNotFound && json == Self.body("")) }
    }
  }

  @Test func anIDTokenThatADeviceDidNotRequestIsIgnored() async throws {
    for idToken in [Self.idToken(["aud": "other"]), "planted", Self.idToken()] {
      let token = try await result(oauth.token(deviceCode: "d"), Self.body(idToken: idToken)).get()
      #expect(token == BearerToken("a1", refreshToken: "r2"))
    }
  }

  // MARK: Of others, or expired

  @Test(
    arguments: [
      ([:], true), (["azp": "app"], true), (["azp": nil], true), (["azp": .null], true),
      (["azp": "other"], false), (["azp": "App"], false), (["azp": ""], false), (["azp": 7], false),
      (["azp": ["app"]], false), (["aud": ["app", "x"]], false),
      (["aud": ["app", "x"], "azp": "app"], true),
      (["aud": ["app", "x"], "azp": "x"], false), (["aud": ["app", "app"]], true),
      (["aud": ["app", 7]], false),
      (["aud": ["x"], "azp": "app"], false), (["aud": nil], false), (["sub": nil], false),
      (["sub": ""], false), (["sub": 7], false), (["iss": nil], false),
      (["iss": "https://evil.example"], false),
    ] as [([String: JSONValue?], Bool)])
  func anIDTokenIsForThisClientOnly(changes: [String: JSONValue?], isGood: Bool) async throws {
    let (code, nonce) = try code()
    var changes = changes
    let device = Self.body(idToken: Self.idToken(changes))
    #expect(try await accepts(oauth.token(deviceCode: "d", scope: "openid"), device) == isGood)
    changes["nonce"] = .some(nonce.map { .string($0) })
    #expect(try await accepts(code, Self.body(idToken: Self.idToken(changes))) == isGood)
  }

  /// RFC 7519, section 2: a number, also with a fraction.
  @Test(arguments: [
    ("1800000000", true), ("1799999701", true), ("1799999700.5", true), ("1799999700", false),
    ("1799999699.5", false), ("1e9", false), ("1.8e9", true), ("0", false), ("-1", false),
    ("-9223372036854775808", false), ("9223372036854775807", true), ("18446744073709551616", true),
    ("1e308", true), ("1e400", true), ("-1e400", false), ("null", false), (#""1900000000""#, false),
    ("true", false), ("[1900000000]", false), ("{}", false),
  ])
  func anExpirationHasFiveMinutesOfLeeway(exp: String, isGood: Bool) async throws {
    let claims = #""iss":"https://login.example.com","sub":"ada","aud":"app","exp":\#(exp)"#
    let (code, nonce) = try code()
    let idToken = Self.jwt(#"{\#(claims),"nonce":"\#(nonce ?? "")"}"#)
    #expect(try await accepts(code, Self.body(idToken: idToken)) == isGood)
    let device = oauth.token(deviceCode: "d", scope: "openid")
    #expect(try await accepts(device, Self.body(idToken: Self.jwt("{\(claims)}"))) == isGood)
  }

  /// The range is the client's to choose (section 3.1.3.7), and many clocks are wrong.
  @Test(arguments: ["iat", "nbf", "auth_time"])
  func noOtherTimeIsChecked(name: String) async throws {
    for time: JSONValue? in [nil, 0, 1_900_000_000, -1, "soon"] {
      let json = Self.body(idToken: Self.idToken([name: time]))
      #expect(try await accepts(oauth.token(deviceCode: "d", scope: "openid"), json))
    }
  }

  // MARK: After a refresh

  @Test(
    arguments: [
      ([:], [:], true), ([:], ["iss": "https://evil.example"], false), ([:], ["sub": "grace"], false),
      ([:], ["sub": nil], false), ([:], ["sub": "Ada"], false), ([:], ["aud": ["app"]], true),
      ([:], ["aud": ["app", "x"], "azp": "app"], false), ([:], ["azp": "app"], false),
      (["azp": "app"], [:], false), (["azp": "app"], ["azp": "app"], true),
      (["azp": "app"], ["azp": "x"], false),
      (["aud": ["app", "x"], "azp": "app"], ["aud": ["x", "app"], "azp": "app"], true),
      (["aud": ["app", "x"], "azp": "app"], ["aud": ["app", "y"], "azp": "app"], false),
      (["nonce": "n"], [:], true), (["nonce": "n"], ["nonce": "n"], true),
      (["nonce": "n"], ["nonce": "m"], false),
      (["nonce": "n"], ["nonce": 7], true), ([:], ["nonce": "n"], true),
      (["auth_time": 7], ["auth_time": 7], true), (["auth_time": 7], ["auth_time": 8], false),
      (["auth_time": 7], [:], true), ([:], ["auth_time": 7], true), ([:], ["exp": 1_799_999_000], false),
      ([:], ["exp": nil], false), (["sub": "\u{E9}"], ["sub": "e\u{301}"], false),
      (["exp": 1, "iat": 0], [:], true),
    ] as [([String: JSONValue?], [String: JSONValue?], Bool)])
  func anIDTokenOfARefreshIsTheSameUsers(
    last: [String: JSONValue?], new: [String: JSONValue?], isGood: Bool
  ) async throws {
    let token = BearerToken("a0", refreshToken: "r1", scope: "openid", idToken: Self.idToken(last))
    let idToken = Self.idToken(new)
    let json = Self.body(idToken: idToken)
    #expect(try await accepts(oauth.token(refreshing: token), json) == isGood)
    guard isGood else { return }
    let refreshed = try await result(oauth.token(refreshing: token), json).get()
    #expect(refreshed == BearerToken("a1", refreshToken: "r2", scope: "openid", idToken: idToken))
  }

  @Test func theLastIDTokenStays() async throws {
    let idToken = Self.idToken()
    var token = BearerToken("a0", refreshToken: "r1", scope: "openid", idToken: idToken)
    for member in ["", #","id_token":null"#, #","id_token":"""#] {
      let refreshed = try await result(oauth.token(refreshing: token), Self.body(member)).get()
      #expect(refreshed == BearerToken("a1", refreshToken: "r2", scope: "openid", idToken: idToken))
    }
    for member in [#","id_token":7"#, #","id_token":"planted""#] {
      #expect(try await refusal(oauth.token(refreshing: token), Self.body(member)) != nil)
    }
    // One that was stored before there were ID tokens in it.
    token.idToken = nil
    #expect(try await result(oauth.token(refreshing: token), Self.body("")).get().idToken == nil)
    let first = try await result(oauth.token(refreshing: token), Self.body(idToken: idToken)).get()
    #expect(first.idToken == idToken)
    let other = Self.body(idToken: Self.idToken(["aud": "other"]))
    #expect(try await refusal(oauth.token(refreshing: token), other) != nil)
    // What was not asked for is neither checked nor kept.
    token.scope = "email"
    #expect(try await result(oauth.token(refreshing: token), other).get().idToken == nil)
  }

  @Test func withoutARefreshTokenNothingIsSent() async throws {
    let error = try #require(await result(oauth.token(refreshing: BearerToken("a0")), Self.body("")).error)
    #expect(error.requestError?.kind == .body && error.attempts.isEmpty)
  }

  /// The tokens of another user are refused, and no session continues as another user.
  @Test(arguments: [true, false])
  func aSessionTakesNoOtherUsersToken(isOther: Bool) async throws {
    let new = Self.idToken(isOther ? ["sub": "grace"] : ["jti": "2"])
    let session = Session(refreshing: oauth)
    let old = BearerToken("a0", refreshToken: "r1", scope: "openid", idToken: Self.idToken())
    try await session.signIn(old, as: "ada")
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        if request.head.method == .post { return .json(Self.body(idToken: new)) }
        return request.head.headerFields[.authorization] == "Bearer a1" ? .status(204) : .status(401)
      })
    client.authentication = .session(session)
    let error = await client.result(of: Resource<Void, Never>(.get("/a"), [.success(.noContent)])).error
    #expect((error != nil) == isOther)
    if isOther {
      guard case .authentication(let why)? = error?.reason else { throw Unexpected() }
      #expect(
        why.kind == .refreshFailed && session.credential == old && session.state == .signedIn(as: "ada"))
    } else {
      #expect(session.credential == BearerToken("a1", refreshToken: "r2", scope: "openid", idToken: new))
    }
  }

  @Test func anIDTokenIsStoredAndNotShown() throws {
    let token = BearerToken("a0", idToken: Self.idToken())
    #expect(token.secrets == ["a0", Self.idToken()])
    var text = "\(token)\(String(reflecting: token))"
    dump(token, to: &text)
    #expect(!text.contains("planted"))
    let stored = try JSONEncoder().encode(token)
    #expect(try JSONDecoder().decode(BearerToken.self, from: stored) == token)
    let former = Data(#"{"accessToken":"a0"}"#.utf8)
    #expect(try JSONDecoder().decode(BearerToken.self, from: former) == BearerToken("a0"))
  }

  private struct Unexpected: Error {}
}
