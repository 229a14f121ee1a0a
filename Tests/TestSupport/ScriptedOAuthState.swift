import Foundation

/// Fields of a form or a query.
struct ScriptedForm {
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

/// What the server knows: a value without I/O.
struct ScriptedOAuthState {
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

  mutating func token(_ form: ScriptedForm, _ authorization: String?) -> Answer {
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
  private func isKnown(_ form: ScriptedForm, _ authorization: String?) -> Bool {
    if let basic = authorization?.split(separator: " "), basic.count == 2, basic[0] == "Basic" {
      let pair = Data(base64Encoded: String(basic[1])).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let parts = pair.split(separator: ":").map(ScriptedForm.decoded)
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

  mutating func revoke(_ form: ScriptedForm) -> Answer {
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

  mutating func registryToken(_ query: ScriptedForm) -> Answer {
    guard query["service"] == "registry", let scope = query["scope"] else { return .error("bad", 400) }
    count += 1
    grants.append("registry \(scope)")
    registryTokens["registry-\(count)"] = scope
    return Answer(body: #"{"token":"registry-\#(count)","expires_in":300}"#)
  }
}
