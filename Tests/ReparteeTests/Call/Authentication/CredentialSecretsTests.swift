import Foundation
import HTTPTypes
@testable import Repartee
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

/// A secret of every kind is planted, calls of every kind are made with it, and all that can be seen of them is
/// searched.
@Suite(.timeLimit(.minutes(2))) struct CredentialSecretsTests {
  /// No one of them is a part of another, or of a name.
  private enum Secret: String, CaseIterable {
    case token = "zt0k3nA", newToken = "zt0k3nB", refreshToken = "zr3fr3shC", newRefreshToken = "zr3fr3shD"
    case password = "zp4ssE", apiKey = "zk3yF", clientSecret = "zcl13ntG", code = "zc0d3H"
    case verifier = "zv3r1fI", deviceCode = "zd3v1c3J", cookie = "zc00k13K", signature = "zs1gnL", vault =
      "zv4ultM"
  }

  private static func text(_ secret: Secret) -> String { secret.rawValue }

  /// All that can be seen of a value.
  private func shown(_ value: Any, depth: Int = 0) -> String {
    var text = "\(value)\n\(String(reflecting: value))\n\(String(describing: [value]))\n"
    dump(value, to: &text)
    if let failure = value as? any CallErrorProtocol {
      text += "\(failure.report)\n\(failure.summary)\n\(failure.localizedDescription)\n"
      for attempt in failure.attempts { text += shown(attempt, depth: depth) }
      for redirect in failure.redirects { text += "\(redirect.url) \(redirect.source)\n" }
      if let request = failure.request { text += allShown(of: request) }
      dump(failure.attempts, to: &text)
      if let underlying = failure.underlying, !(underlying is PlainError), depth < 5 {
        text += shown(underlying, depth: depth + 1)
      }
    }
    if let error = value as? AuthenticationError {
      text += "\(error.message)\n\(error.localizedDescription)\n"
      if let underlying = error.underlying, !(underlying is PlainError), depth < 5 {
        text += shown(underlying, depth: depth + 1)
      }
    }
    if let attempt = value as? Attempt, let request = attempt.request { text += allShown(of: request) }
    var mirrors = [Mirror(reflecting: value)]
    for _ in 0..<200 {
      guard let mirror = mirrors.popLast() else { break }
      for child in mirror.children {
        text += "\(child.label ?? ""): \(child.value)\n"
        mirrors.append(Mirror(reflecting: child.value))
      }
    }
    return text
  }

  private func search(_ text: String, _ what: String) {
    for secret in Secret.allCases where text.contains(secret.rawValue) {
      let place = text.range(of: secret.rawValue)?.lowerBound ?? text.startIndex
      let start = text.index(place, offsetBy: -200, limitedBy: text.startIndex) ?? text.startIndex
      Issue.record("\(secret) is in \(what): …\(text[start...].prefix(300))…")
    }
    for secret in Secret.allCases {
      let encoded = Data("ada:\(secret.rawValue)".utf8).base64EncodedString()
      #expect(!text.contains(encoded), "\(secret) is in \(what), encoded")
    }
  }

  @Test func theSearchFindsWhatIsThere() {
    struct Open { var token = Secret.token.rawValue }
    #expect(shown(Open()).contains(Secret.token.rawValue))
    #expect(shown(PlainError(Secret.code.rawValue)).contains(Secret.code.rawValue))
  }

  @Test func noValueShowsASecret() throws {
    let token = BearerToken(
      Self.text(.token), refreshToken: Self.text(.refreshToken), expiration: .distantFuture, scope: "read")
    let basic = BasicCredential(username: "ada", password: Self.text(.password))
    let session = Session<BearerToken>(store: Memory(StoredCredential(token, identity: "ada", version: "1")))
    let oauth = OAuthClient(
      id: "app", secret: Self.text(.clientSecret),
      tokenURL: "\(api)/token?signature=\(Self.text(.signature))")
    let device = try JSONDecoder().decode(
      DeviceAuthorization.self, from: Data(Self.device.utf8))
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    client.authentication = .bearer(Self.text(.token))
    client.authentications = [
      "a": .basic(username: "ada", password: Self.text(.password)),
      "b": .apiKey(Self.text(.apiKey), header: "X-Vault"), "c": .apiKey(Self.text(.apiKey), query: "appid"),
      "d": .credential(token), "e": .session(session),
    ]
    let refresh = SessionRefresh(
      client: client, callMiddleware: [], identity: "ada",
      refusal: HTTPResponse(status: 401, headerFields: [.setCookie: "id=\(Self.text(.token))"]))
    let values: [Any] = [
      token, basic, session, oauth, device, client, client.authentication, client.authentications, refresh,
      StoredCredential(token, identity: "ada", version: "1"),
      StoredCredential(basic, identity: nil, version: "1"),
      SessionState.signedOut(
        AuthenticationError(.refreshFailed, underlying: PlainError(Self.text(.refreshToken)))),
      AuthenticationError(.refreshFailed, underlying: OAuthError(.invalidGrant, message: Self.text(.code))),
      OAuthError(.invalidGrant, message: Self.text(.code)),
      oauth.token(code: Self.text(.code), verifier: Self.text(.verifier)),
      oauth.token(refreshToken: Self.text(.refreshToken)), oauth.clientToken(),
      oauth.token(deviceCode: Self.text(.deviceCode)),
      Request.get("/a").authenticated(.bearer(Self.text(.token))),
      FileCredentialStore<BearerToken>(path: "/tmp/x"), RefusalRule.unauthorized,
    ]
    for value in values {
      var text = "\(value)\n\(String(reflecting: value))\n"
      dump(value, to: &text)
      dump([value], to: &text)
      search(text, "\(type(of: value))")
    }
  }

  private static let device =
    #"{"device_code":"\#(text(.deviceCode))","user_code":"u","verification_uri":"https://a.example","expires_in":60}"#

  /// A server of everything: `/fail…` fails in one way or another and repeats what it got.
  private func client(_ arrivals: Arrivals, _ events: SeenEvents) throws -> Client {
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        let (head, path) = (request.head, request.head.path ?? "/")
        let target = path.split(separator: "?", maxSplits: 1)
        let query = target.count > 1 ? "?\(target[1])" : ""
        switch target.first {
        case "/ok": return .text("fine")
        case "/401": return .json(#"{"token":"\#(Self.text(.token))"}"#, status: 401)
        case "/redirect": return .status(302, headers: [.location: "https://other.example.com/fail\(query)"])
        case "/around": return .status(302, headers: [.location: "/fail\(query)"])
        case "/lost": throw TransportError(.connectionLost)
        case "/token", "/token/fails", "/token/odd", "/token/text":
          let body =
            "{\"access_token\":\"\(Self.text(.newToken))\",\"refresh_token\":\"\(Self.text(.newRefreshToken))\",\"token_type\":\"\(path.hasPrefix("/token/odd") ? "mac" : "bearer")\"}"
          if path.hasPrefix("/token/text") { return .text(body + "}", contentType: "text/html", status: 502) }
          if path.hasPrefix("/token/fails") {
            return .json(
              #"{"error":"invalid_grant","error_description":"it is spent"}"#, status: 400)
          }
          return .json(body)
        default:
          let headers: HTTPFields = [
            .setCookie: "sid=\(Self.text(.cookie))", .location: "/x?signature=\(Self.text(.signature))",
          ]
          return .json(
            "{\"authorization\":\"\(head.headerFields[.authorization] ?? "")\",\"password\":\"\(Self.text(.password))\"}",
            status: 500, headers: headers)
        }
      })
    client.clock = SkippingClock(end: .seconds(60))
    client.cookies = CookieJar()
    let cookie = HTTPFields([HTTPField(name: .setCookie, value: "sid=\(Self.text(.cookie)); Path=/")])
    client.cookies?.receive(cookie, from: try AbsoluteURL(api, kind: .url), at: client.now())
    client.observers = [.handler { events.add($0) }]
    return client
  }

  private struct Vault: Credential {
    func authenticate(_ request: inout AttemptRequest) throws(AuthenticationError) {
      request.headers[.from] = CredentialSecretsTests.text(.vault)
    }
  }

  @Test func noCallShowsASecret() async throws {
    let (arrivals, events) = (Arrivals(), SeenEvents())
    let client = try client(arrivals, events)
    let session = Session<BearerToken> { _, refresh in
      let oauth = OAuthClient(
        id: "app", secret: Self.text(.clientSecret), tokenURL: "\(api)/token/fails")
      return try await refresh.client.send(oauth.token(refreshToken: Self.text(.refreshToken)))
    }
    let authentications: [Authentication] = [
      .bearer(Self.text(.token)), .basic(username: "ada", password: Self.text(.password)),
      .apiKey(Self.text(.apiKey), header: "X-Api-Key"), .apiKey(Self.text(.apiKey), header: "X-Plain"),
      .apiKey(Self.text(.apiKey), query: "api_key"), .apiKey(Self.text(.apiKey), query: "appid"),
      .credential(Vault()), .bearer("\(Self.text(.token))\n"), .named("none"),
      .signing { request in
        let path = request.head.path ?? "/"
        request.head.path = "\(path)\(path.contains("?") ? "&" : "?")seal=\(Self.text(.signature))"
        request.headers[.from] = Self.text(.signature)
      },
      .signing { request throws(AuthenticationError) in
        request.headers[.from] = Self.text(.signature)
        throw AuthenticationError(.unusable, underlying: PlainError(Self.text(.signature)))
      },
      .session(session),
    ]
    var text = ""
    for authentication in authentications {
      for path in ["/ok", "/401", "/redirect", "/around", "/lost", "/fail"] {
        try await session.signIn(
          BearerToken(Self.text(.token), refreshToken: Self.text(.refreshToken)), as: "ada")
        var client = client
        client.authentication = authentication
        let request = Request.get(
          Request.Path(stringLiteral: path), query: ["signature": Self.text(.signature), "page": "2"])
        do {
          let response = try await client.response(
            to: Resource<String, Never>(request, [.code(200, .decode)]))
          for attempt in response.attempts { text += shown(attempt) }
          text += shown(response.attempts) + shown(response.request) + shown(response.redirects)
        } catch {
          text += shown(error)
        }
        text += shown(session) + shown(session.state) + shown(client)
      }
    }
    search(text, "errors and replies")
    search(events.text, "events")
    let sent = arrivals.all.map { "\($0.head.path ?? "")\($0.head.headerFields)" }.joined()
    for secret in [Secret.token, .apiKey, .vault, .signature, .cookie] {
      #expect(sent.contains(secret.rawValue), "\(secret) was sent")
    }
    #expect(arrivals.all.count > 50 && events.text.utf8.count > 10_000 && text.utf8.count > 10_000)
  }

  @Test func noCallOfOAuthShowsASecret() async throws {
    let (arrivals, events) = (Arrivals(), SeenEvents())
    let client = try client(arrivals, events)
    var text = ""
    for path in ["/token", "/token/fails", "/token/odd", "/token/text", "/lost", "/redirect", "/fail"] {
      for authentication in [OAuthClient.Authentication.basic, .body] {
        let oauth = OAuthClient(
          id: "ada", secret: Self.text(.clientSecret), authentication: authentication,
          tokenURL: "\(api)\(path)?signature=\(Self.text(.signature))", deviceAuthorizationURL: "\(api)/fail")
        text += shown(oauth)
        for resource in [
          oauth.token(code: Self.text(.code), verifier: Self.text(.verifier)),
          oauth.token(refreshToken: Self.text(.refreshToken)), oauth.clientToken(),
          oauth.token(deviceCode: Self.text(.deviceCode)),
        ] {
          do {
            let response = try await client.response(to: resource)
            #expect(response.value.accessToken == Self.text(.newToken))
            text += shown(response.value) + shown(response.attempts) + shown(response.request)
          } catch {
            text += shown(error) + shown(error.reason)
          }
        }
        do {
          _ = try await client.authorizeDevice(oauth) { _ in }
        } catch {
          text += shown(error)
        }
      }
    }
    search(text, "errors and replies")
    search(events.text, "events")
    #expect(
      arrivals.all.contains { String(decoding: $0.bytes, as: UTF8.self).contains(Self.text(.clientSecret)) })
  }
}

/// A store that is there already.
private struct Memory: CredentialStore {
  var stored: StoredCredential<BearerToken>?
  init(_ stored: StoredCredential<BearerToken>?) { self.stored = stored }
  func load() -> StoredCredential<BearerToken>? { stored }
  func save(_ stored: StoredCredential<BearerToken>?) {}
}
