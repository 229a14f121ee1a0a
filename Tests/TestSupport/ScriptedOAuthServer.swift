import Foundation
package import Repartee
import Synchronization

/// An authorization server, and an API and a registry that take its tokens, in memory or on the loopback interface.
///
/// Tokens are numbered: `access-1`, `refresh-1`. A refresh token is good for one use (rotation); one that comes a second time
/// revokes all that followed from the same sign-in (RFC 9700, section 4.14.2).
///
/// - `POST /token`: codes, refresh tokens, client credentials, device codes (RFC 6749, 8628)
/// - `POST /device`: a device code and a user code
/// - `POST /revoke`: RFC 7009
/// - `GET /token?service=…&scope=…`: a token for the registry, `{"token": …}`, without a sign-in
/// - `GET /api/…`: what needs an access token
/// - `GET /v2/…`: what needs a token of the registry with the scope of the path
package final class ScriptedOAuthServer: Sendable {
  /// A client that the server knows, by its secret.
  package static let clientID = "app 1"
  package static let clientSecret = "s/e+c r:e%t"

  /// Where it is.
  package let baseURL: String
  private let state: Mutex<State>

  package init(baseURL: String = "https://auth.example.com") {
    self.baseURL = baseURL
    state = Mutex(State(baseURL: baseURL))
  }

  /// What came to the token endpoint, in order: the grant, and what was spent.
  package var grants: [String] { state.withLock { $0.grants } }
  /// How many requests the API has refused.
  package var refusals: Int { state.withLock { $0.refusals } }
  /// Refresh tokens that were spent a second time.
  package var reused: [String] { state.withLock { $0.reused } }

  /// A code, as a browser would bring it.
  package func code() -> String { state.withLock { $0.newCode() } }

  /// No access token is good any more; refresh tokens are.
  package func expireAccessTokens() { state.withLock { $0.access = [:] } }

  /// All that followed from all sign-ins is revoked.
  package func revokeAll() { state.withLock { $0.revokeAll() } }

  /// What the user of a device says, once the device has asked that often.
  package func device(says answer: Bool, afterQuestions count: Int) {
    state.withLock { $0.deviceAnswer = (answer, count) }
  }

  // MARK: As a transport, and as a server

  package var transport: InMemoryTransport {
    InMemoryTransport { [self] request in
      let answer = respond(
        Request(
          method: request.head.method.rawValue, target: request.head.path ?? "/",
          authorization: request.head.headerFields[.authorization],
          body: String(decoding: request.body, as: UTF8.self)))
      return .text(
        answer.body, "application/json", status: answer.code,
        headers: answer.challenge.map { [.wwwAuthenticate: $0] } ?? [:])
    }
  }

  /// Serves for as long as `body` runs.
  package static func run<Value>(
    _ body: (ScriptedOAuthServer) async throws -> Value
  ) async throws -> Value {
    let server = Mutex<ScriptedOAuthServer?>(nil)
    return try await LoopbackServer.run { exchange in
      guard let server = server.withLock({ $0 }) else { return exchange.close() }
      let request = exchange.request
      let answer = server.respond(
        Request(
          method: request.method, target: request.target,
          authorization: request.values("Authorization").first,
          body: String(decoding: request.body, as: UTF8.self)))
      let type = "Content-Type: application/json"
      if let challenge = answer.challenge {
        exchange.answer("\(answer.code) X", type, "WWW-Authenticate: \(challenge)", body: answer.body)
      } else {
        exchange.answer("\(answer.code) X", type, body: answer.body)
      }
    } _: { loopback in
      let scripted = ScriptedOAuthServer(baseURL: "http://\(loopback.authority)")
      server.withLock { $0 = scripted }
      return try await body(scripted)
    }
  }

  private struct Request {
    var method: String
    var target: String
    var authorization: String?
    var body: String
  }

  fileprivate struct Answer {
    var code = 200
    var body = ""
    var challenge: String?

    static func error(_ name: String, _ code: Int = 400) -> Answer {
      Answer(code: code, body: #"{"error":"\#(name)","error_description":"no: \#(name)"}"#)
    }
  }

  private func respond(_ request: Request) -> Answer {
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    let (path, query) = (parts.first ?? "/", Form(parts.count > 1 ? parts[1] : ""))
    return state.withLock { state in
      switch (request.method, path) {
      case ("POST", "/token"): state.token(Form(request.body), request.authorization)
      case ("GET", "/token"): state.registryToken(query)
      case ("POST", "/device"): state.device()
      case ("POST", "/revoke"): state.revoke(Form(request.body))
      case ("GET", let path) where path.hasPrefix("/v2/"): state.registry(path, request.authorization)
      case ("GET", _): state.api(request.authorization)
      default: Answer(code: 404)
      }
    }
  }
}

/// Fields of a form or a query.
private struct Form {
  private var values: [String: String] = [:]

  init(_ text: String) {
    for item in text.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[Self.decoded(parts[0])] = parts.count > 1 ? Self.decoded(parts[1]) : ""
    }
  }

  subscript(name: String) -> String? { values[name] }

  static func decoded(_ text: Substring) -> String {
    text.replacing("+", with: " ").removingPercentEncoding ?? ""
  }
}

private struct State {
  typealias Answer = ScriptedOAuthServer.Answer

  let baseURL: String
  var grants: [String] = []
  var refusals = 0
  var reused: [String] = []
  /// Access tokens that are good, and the sign-in that each follows from.
  var access: [String: Int] = [:]
  /// Refresh tokens that are good, and those that were.
  private var refresh: [String: Int] = [:]
  private var spent: [String: Int] = [:]
  private var codes: Set<String> = []
  private var registryTokens: [String: String] = [:]
  private var count = 0
  private var family = 0
  private var deviceQuestions = 0
  var deviceAnswer: (isYes: Bool, after: Int) = (true, 0)

  init(baseURL: String) { self.baseURL = baseURL }

  mutating func newCode() -> String {
    count += 1
    codes.insert("code-\(count)")
    return "code-\(count)"
  }

  mutating func revokeAll() {
    access = [:]
    refresh = [:]
  }

  private mutating func revoke(family: Int) {
    access = access.filter { $0.value != family }
    refresh = refresh.filter { $0.value != family }
  }

  // MARK: The token endpoint

  mutating func token(_ form: Form, _ authorization: String?) -> Answer {
    guard isKnown(form, authorization) else { return .error("invalid_client", 401) }
    switch form["grant_type"] {
    case "authorization_code":
      grants.append("code")
      guard codes.remove(form["code"] ?? "") != nil else { return .error("invalid_grant") }
      family += 1
      return issue(family)
    case "refresh_token":
      let token = form["refresh_token"] ?? ""
      grants.append(token)
      if let family = spent[token] {
        reused.append(token)
        revoke(family: family)
        return .error("invalid_grant")
      }
      guard let family = refresh.removeValue(forKey: token) else { return .error("invalid_grant") }
      spent[token] = family
      return issue(family)
    case "client_credentials":
      grants.append("client")
      family += 1
      return issue(family, withRefresh: false)
    case "urn:ietf:params:oauth:grant-type:device_code":
      guard form["device_code"] == "device-1" else { return .error("invalid_grant") }
      deviceQuestions += 1
      grants.append("device")
      if deviceQuestions <= deviceAnswer.after {
        return .error(deviceQuestions == 2 ? "slow_down" : "authorization_pending")
      }
      guard deviceAnswer.isYes else { return .error("access_denied") }
      family += 1
      return issue(family)
    default: return .error("unsupported_grant_type")
    }
  }

  private mutating func issue(_ family: Int, withRefresh: Bool = true) -> Answer {
    count += 1
    access["access-\(count)"] = family
    var body = #""access_token":"access-\#(count)","token_type":"Bearer","expires_in":3600"#
    if withRefresh {
      refresh["refresh-\(count)"] = family
      body += #","refresh_token":"refresh-\#(count)""#
    }
    return Answer(body: "{\(body)}")
  }

  /// RFC 6749, section 2.3.1.
  private func isKnown(_ form: Form, _ authorization: String?) -> Bool {
    if let basic = authorization?.split(separator: " "), basic.count == 2, basic[0] == "Basic" {
      let pair = Data(base64Encoded: String(basic[1])).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let parts = pair.split(separator: ":").map(Form.decoded)
      return parts == [ScriptedOAuthServer.clientID, ScriptedOAuthServer.clientSecret]
    }
    guard form["client_id"] == ScriptedOAuthServer.clientID else { return false }
    return form["client_secret"].map { $0 == ScriptedOAuthServer.clientSecret }
      ?? (form["grant_type"] != "client_credentials")
  }

  mutating func device() -> Answer {
    Answer(
      body: """
        {"device_code":"device-1","user_code":"WDJB-MJHT","verification_uri":"\(baseURL)/yes",\
        "expires_in":600,"interval":5}
        """)
  }

  mutating func revoke(_ form: Form) -> Answer {
    let token = form["token"] ?? ""
    if let family = refresh[token] ?? access[token] ?? spent[token] { revoke(family: family) }
    return Answer()
  }

  // MARK: What needs a token

  mutating func api(_ authorization: String?) -> Answer {
    let token = authorization.map { String($0.dropFirst("Bearer ".count)) } ?? ""
    if access[token] != nil { return Answer(body: "fine") }
    refusals += 1
    return Answer(
      code: 401, body: #"{"title":"no"}"#, challenge: #"Bearer realm="api", error="invalid_token""#)
  }

  /// As the registry of Docker asks for it.
  mutating func registry(_ path: String, _ authorization: String?) -> Answer {
    let name = path.split(separator: "/").dropFirst().dropLast(2).joined(separator: "/")
    let scope = "repository:\(name):pull"
    let token = authorization.map { String($0.dropFirst("Bearer ".count)) } ?? ""
    if registryTokens[token] == scope { return Answer(body: name) }
    refusals += 1
    return Answer(
      code: 401, body: #"{"errors":[{"code":"UNAUTHORIZED"}]}"#,
      challenge: #"Bearer realm="\#(baseURL)/token",service="registry",scope="\#(scope)""#)
  }

  mutating func registryToken(_ query: Form) -> Answer {
    guard query["service"] == "registry", let scope = query["scope"] else { return .error("bad", 400) }
    count += 1
    grants.append("registry \(scope)")
    registryTokens["registry-\(count)"] = scope
    return Answer(body: #"{"token":"registry-\#(count)","expires_in":300}"#)
  }
}
