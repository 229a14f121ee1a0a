import Foundation
import Repartee

nonisolated struct Tokens: Codable, Sendable {
  var access: String
  var refresh: String
  var expires: Date

  var bearer: BearerToken { BearerToken(access, refreshToken: refresh, expiration: expires) }
}

struct SignIn: Endpoint {
  enum Failure: Error { case wrongPassword }

  var email: String
  var password: String

  var request: Request {
    .post("/tokens", body: .json(["email": email, "password": password])).authenticated(.off)
  }

  static let responses: ResponseMap<Tokens, Failure> = [
    .code(200, .decode),
    .code(401, .error(.wrongPassword)),
  ]
}

struct RefreshTokens: Endpoint {
  /// The refresh token is no longer valid: the user has to sign in again.
  struct Revoked: RefreshFailure {
    var isFinal: Bool { true }
    var description: String { "the refresh token is no longer valid" }
  }

  var token: String

  var request: Request { .post("/tokens/refresh", body: .json(["refresh": token])) }

  static let responses: ResponseMap<Tokens, Revoked> = [
    .code(200, .decode),
    .clientError(.error(Revoked())),
  ]
}
