import Foundation
import HTTPTypes
import Repartee
import ReparteeOAuth
import ReparteeTesting
import TestSupport
import Testing

/// What a server says of itself (RFC 8414; OpenID Connect Discovery 1.0).
struct AuthorizationServerTests {
  private typealias Metadata = (String, Bool) -> Resource<AuthorizationServer, Never>

  private static let issuer = "https://login.example.com"

  private func document(_ issuer: String = issuer, _ more: String = "") -> String {
    """
    {"issuer":"\(issuer)","token_endpoint":"https://login.example.com/token",\
    "authorization_endpoint":"https://login.example.com/authorize"\(more)}
    """
  }

  private func result(
    _ issuer: String, _ response: TransportResponse,
    _ metadata: Metadata = AuthorizationServer.discovery, allowsPlainHTTP: Bool = false
  ) async -> (arrived: [TransportRequest], Result<AuthorizationServer, CallError<Never>>) {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport { _ in response })
    client.authentication = .bearer("planted")
    client.json.keys = .snakeCase
    let result = await client.result(of: metadata(issuer, allowsPlainHTTP))
    return (arrivals.all, result)
  }

  @Test(arguments: [
    ("https://a.example", "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"),
    ("https://a.example/", "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"),
    (
      "https://a.example/t/1", "/t/1/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/t/1"
    ),
    (
      "https://a.example:8443/t/", "/t/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/t"
    ),
  ])
  func eachDocumentHasItsPlace(issuer: String, openID: String, oauth: String) async throws {
    let places: [(Metadata, String)] = [
      (AuthorizationServer.discovery, openID), (AuthorizationServer.oauthMetadata, oauth),
    ]
    for (metadata, path) in places {
      let (arrived, result) = await result(issuer, .json(document(issuer)), metadata)
      #expect(arrived.map(\.head.path) == [path] && arrived[0].head.headerFields[.authorization] == nil)
      #expect(try result.get().issuer == issuer)
    }
  }

  @Test func itsEndpointsAreThoseOfTheClient() async throws {
    let more = """
      ,"revocation_endpoint":"https://x.example/r","userinfo_endpoint":"https://x.example/u",\
      "end_session_endpoint":"https://x.example/e","device_authorization_endpoint":"https://x.example/d",\
      "authorization_response_iss_parameter_supported":true,"scopes_supported":["openid"]
      """
    let server = try await result(Self.issuer, .json(document(Self.issuer, more))).1.get()
    #expect(server.metadata["scopes_supported"]?.array == ["openid"])
    let oauth = OAuthClient(id: "app", secret: "s", server: server)
    #expect(oauth.tokenURL == "https://login.example.com/token" && oauth.authentication == .basic)
    #expect(oauth.authorizationURL == "https://login.example.com/authorize")
    #expect(oauth.revocationURL == "https://x.example/r" && oauth.userInfoURL == "https://x.example/u")
    #expect(
      oauth.endSessionURL == "https://x.example/e" && oauth.deviceAuthorizationURL == "https://x.example/d")
    #expect(oauth.issuer == Self.issuer && oauth.requiresIssuer)
    let empty = try await result(Self.issuer, .json(document(Self.issuer, #","revocation_endpoint":"""#))).1
      .get()
    #expect(empty.revocationURL == nil)
    let bare = try await result(Self.issuer, .json(document())).1.get()
    #expect(bare.revocationURL == nil && !bare.namesIssuer)
  }

  @Test(arguments: [
    "https://evil.example", "https://login.example.com/", "https://login.example.com/x", "",
    "HTTPS://login.example.com",
  ])
  func aDocumentOfAnotherIssuerIsRefused(issuer: String) async throws {
    let error = try #require(await result(Self.issuer, .json(document(issuer))).1.error)
    #expect(error.decodingError?.path == "issuer")
  }

  @Test(arguments: [
    #"{"issuer":"https://login.example.com"}"#, "[]", "", "null", #"{"token_endpoint":"https://a.example"}"#,
    #"{"issuer":"https://evil.example","issuer":"https://login.example.com","token_endpoint":"https://a.example"}"#,
    #"{"issuer":7,"token_endpoint":"https://a.example"}"#,
  ])
  func whatIsNoDocumentIsUndecodable(json: String) async throws {
    #expect(try #require(await result(Self.issuer, .json(json)).1.error).decodingError != nil)
  }

  @Test(arguments: [
    "http://login.example.com", "https://login.example.com?x=1", "https://login.example.com#x", "", "login",
    "file:///etc", "https://", "/", "://", "https://a\u{0}b", "https://\u{600}/",
  ])
  func anIssuerThatIsNoneSendsNothing(issuer: String) async throws {
    let both: [Metadata] = [AuthorizationServer.discovery, AuthorizationServer.oauthMetadata]
    for metadata in both {
      let (arrived, result) = await result(issuer, .json(document(issuer)), metadata)
      guard case .request = try #require(result.error).reason else { throw try #require(result.error) }
      #expect(arrived.isEmpty)
    }
  }

  @Test func plainHTTPIsSentIfAllowedAndARedirectIsNotFollowed() async throws {
    let issuer = "http://login.example.com"
    #expect(try await result(issuer, .json(document(issuer)), allowsPlainHTTP: true).1.get().issuer == issuer)
    let (arrived, result) = await result(
      Self.issuer, .status(302, headers: [.location: "https://evil.example/"]))
    #expect(arrived.count == 1 && result.error?.isUndeclared == true)
  }
}
