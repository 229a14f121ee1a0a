import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeOAuth

/// The project's own authorization server (Tests/Packages/Integration/Servers/oauthd.py), where REPARTEE_OAUTHD says
/// that it is.
enum OAuthd {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_OAUTHD"]

  static let isRunning = baseURL != nil

  /// A request that the server has seen.
  struct Visit: Decodable {
    var path: String
    var query: [String: String]
    var form: [String: String]
    var authorization: String?
  }

  static func visits() async throws -> [Visit] {
    let client = Client(baseURL: baseURL ?? "", transport: .asyncHTTPClient)
    return try await client.send(Resource([Visit].self, .get("/log")))
  }

  static let client = OAuthClient(
    id: "app", secret: "s3cr3t", tokenURL: "\(baseURL ?? "")/token",
    deviceAuthorizationURL: "\(baseURL ?? "")/device")

  /// A first token, and the name of its family.
  struct Grant {
    var token: BearerToken
    var family: String
  }

  /// Somebody has signed in.
  static let begin = Resource<Grant, Never>(
    .post("/begin"),
    [
      .code(
        200,
        .decode { (body: Begun, _) in
          Grant(
            token: BearerToken(body.access_token, refreshToken: body.refresh_token), family: body.family)
        })
    ])

  /// Which family's token the request had.
  static let me = Resource<String, Never>(.get("/me"), [.code(200, .decode(at: "family"))])

  /// The access token of a family is refused from now on.
  static func expire(_ family: String) -> Resource<Void, Never> {
    Resource(.post("/expire", query: ["family": family]), [.code(204, .noContent)])
  }

  /// And its refresh token as well.
  static func revoke(_ family: String) -> Resource<Void, Never> {
    Resource(.post("/revoke", query: ["family": family]), [.code(204, .noContent)])
  }

  private struct Begun: Decodable {
    var access_token: String
    var refresh_token: String
    var family: String
  }
}
