import Foundation
package import Repartee
import ReparteeBase

/// An authorization server, and an API and a registry that take its tokens, in memory or on the loopback interface.
///
/// Tokens are numbered: `access-1`, `refresh-1`. A refresh token can be used once (rotation); one that is used a
/// second time revokes all that followed from the same sign-in (RFC 9700, section 4.14.2).
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

  /// The URL of the server.
  package let baseURL: String
  private let state: Mutex<ScriptedOAuthState>

  package init(baseURL: String = "https://auth.example.com") {
    self.baseURL = baseURL
    state = Mutex(ScriptedOAuthState(baseURL: baseURL))
  }

  /// The requests to the token endpoint, in order: the grant, and the code or token that it uses up.
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
          body: String(decoding: request.body?.bytes ?? Data(), as: UTF8.self)))
      return .text(
        answer.body, contentType: "application/json", status: answer.code,
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

  struct Answer {
    var code = 200
    var body = ""
    var challenge: String?

    static func error(_ name: String, _ code: Int = 400) -> Answer {
      Answer(code: code, body: #"{"error":"\#(name)","error_description":"no: \#(name)"}"#)
    }
  }

  private func respond(_ request: Request) -> Answer {
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    let (path, query) = (parts.first ?? "/", ScriptedForm(parts.count > 1 ? parts[1] : ""))
    return state.withLock { state in
      switch (request.method, path) {
      case ("POST", "/token"): state.token(ScriptedForm(request.body), request.authorization)
      case ("GET", "/token"): state.registryToken(query)
      case ("POST", "/device"): state.device()
      case ("POST", "/revoke"): state.revoke(ScriptedForm(request.body))
      case ("GET", let path) where path.hasPrefix("/v2/"): state.registry(path, request.authorization)
      case ("GET", _): state.api(request.authorization)
      default: Answer(code: 404)
      }
    }
  }
}
