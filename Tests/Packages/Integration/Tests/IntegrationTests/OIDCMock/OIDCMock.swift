import Foundation
import Repartee
import ReparteeOAuth

/// An OpenID provider that anyone signs in to (oidc-provider-mock), where REPARTEE_OIDCMOCK says that it is.
enum OIDCMock {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_OIDCMOCK"]

  static let isRunning = baseURL != nil

  /// Where the browser goes with the code; nobody is there.
  static let redirectURI = "http://127.0.0.1:1/done"
}

/// What the provider says of itself (OpenID Connect Discovery 1.0, section 4).
struct GetProvider: Endpoint {
  struct Provider: Decodable {
    var issuer: String
    var authorizationEndpoint: String
    var tokenEndpoint: String
    var userinfoEndpoint: String
  }

  var request: Request { .get("/.well-known/openid-configuration") }

  static let responses: ResponseMap<Provider, Never> = [.code(200, .decode.json { $0.keys = .snakeCase })]
}

/// The page where a user signs in, as a browser sends its form: the code is in the redirect, and so is a refusal (RFC
/// 6749, section 4.1.2).
struct Authorize: Endpoint {
  struct Grant: Equatable {
    var code: String
    var state: String?
  }

  /// Nil says no.
  var subject: String?
  var url: String
  var state = "s-1"

  var request: Request {
    let form: Request.Query = if let subject { ["sub": subject] } else { ["action": "deny"] }
    return Request(
      .post, url: url,
      query: [
        "client_id": "app", "response_type": "code", "redirect_uri": OIDCMock.redirectURI,
        "scope": "openid email", "state": state,
      ],
      body: .form(form))
  }

  static let responses: ResponseMap<Grant, OAuthError> = [
    .code(
      302,
      .init { response, _ in
        let items = response.location.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }?
          .queryItems
        func item(_ name: String) -> String? { items?.first { $0.name == name }?.value }
        if let code = item("code") { return .success(Grant(code: code, state: item("state"))) }
        guard let error = item("error") else {
          throw BodyDecodingError(message: "the redirect has a code or an error")
        }
        return .failure(OAuthError(.init(rawValue: error), message: item("error_description")))
      })
  ]
}

/// Who is signed in, as far as the scope goes.
struct GetUserInfo: Endpoint {
  struct User: Decodable, Equatable {
    var sub: String
    var email: String?
  }

  var url: String

  var request: Request { Request(.get, url: url) }

  static let responses: ResponseMap<User, OAuthError> = [
    .code(200, .decode),
    .clientError(.decodeError),
  ]
}

/// Every token of a user is of no use any more.
struct RevokeTokens: Endpoint {
  var subject: String

  var request: Request { .post("/users/\(subject)/revoke-tokens") }

  static let responses: ResponseMap<Void, Never> = [.code(204, .noContent)]
}
