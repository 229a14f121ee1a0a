import Foundation
import Repartee
import ReparteeJSON
import TestSupport
import Testing

struct SecretTextURLTests {
  private func record(_ request: Request) async throws -> SentRequest {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) })
    return try await client.response(to: Resource<Void, Never>(request, [.any(.noContent)])).request
  }

  @Test(arguments: [
    (
      "X-Amz-Credential=AKIA%2F2026&X-Amz-Date=1&X-Amz-Security-Token=t&X-Amz-Signature=s",
      "X-Amz-Credential=***&X-Amz-Date=1&X-Amz-Security-Token=***&X-Amz-Signature=***"
    ),
    ("sv=2024&se=x&sr=b&sp=r&sig=abc", "sv=2024&se=x&sr=b&sp=r&sig=***"),
    ("Expires=1&Policy=p&Signature=s&Key-Pair-Id=k", "Expires=1&Policy=p&Signature=***&Key-Pair-Id=k"),
    ("uploadType=resumable&upload_id=abc", "uploadType=resumable&upload_id=***"),
    ("next=https%3A%2F%2Fh%2F%3Ftoken%3Dabc&a=1", "next=***&a=1"),
    ("a=ghp_16C7e42F292c6912E7&ghp_16C7e42F292c6912E7", "a=***&***"),
  ])
  func signedQueriesAreMasked(query: String, masked: String) async throws {
    #expect(try await record(.get(Request.Path("/f?" + query))).url == "\(api)/f?\(masked)")
  }

  @Test(arguments: [
    ("/users/7/posts/first", "/users/7/posts/first"), ("/bot123:ABC/sendMessage", "/***/sendMessage"),
    ("/users/550e8400-e29b-41d4-a716-446655440000", "/users/550e8400-e29b-41d4-a716-446655440000"),
    ("/blog/what-is-new-in-swift-6-this-year", "/blog/what-is-new-in-swift-6-this-year"),
    ("/reset/a1b2c3d4e5f6a7b8c9d0e1f2", "/reset/***"), ("/password/hunter2", "/password/***"),
    ("/tokens/12", "/tokens/12"), ("/oauth/token/revoke", "/oauth/token/revoke"),
    ("/x/eyJhbGciOiJIUzI1NiJ9.e30.x", "/x/***"), ("/x/sk_live_abcdefgh/y", "/x/***/y"),
    ("/a;jsessionid=ABC/b", "/a;jsessionid=***/b"),
  ])
  func segmentsThatLookLikeTokensAreMasked(path: String, masked: String) async throws {
    let record = try await record(.get(Request.Path(path)))
    #expect(record.url == api + masked)
    #expect(record.description == "GET \(masked)")
    #expect("\(Request.get(Request.Path(path)))" == "GET \(masked)")
  }

  @Test func interpolatedValuesAreShownUnlessTheyLookLikeTokens() async throws {
    let token = "123456:AAF-x7Gh2kQ9sYzRtUvWqLmN"
    let record = try await record(.get("/bot\(token)/users/\(7)"))
    #expect(record.url == "\(api)/***/users/7" && record.description == "GET /bot{}/users/{}")
  }

  @Test(arguments: [
    (
      "Location", "https://u:p@h.example/a?code=abcdef&b=1#access_token=y&c=2",
      "https://***@h.example/a?code=***&b=1#access_token=***&c=2"
    ),
    ("Location", "/a?upload_id=x", "/a?upload_id=***"), ("Content-Location", "?sig=x", "?sig=***"),
    ("Location", "//u:p@h/x", "//***@h/x"), ("Location", "https://u:p/w@h/x", "https://***@h/x"),
    ("Location", "https://u:p#w@h/x", "https://***@h/x"),
    ("Location", "https://u:p?w@h/x", "https://***@h/x"),
    ("Location", "https://u:p#3@h/reset/a1b2c3d4e5f6a7b8c9d0e1f2", "https://***@h/reset/***"),
    ("Location", "https://u:#w@h/x?sig=a", "https://***@h/x?sig=***"),
    ("Location", "https://u:123456?w@h/x", "https://***@h/x"),
    ("Location", "https://h:8080?mail=a@b", "https://h:8080?mail=a@b"),
    ("Location", "https://h?mail=a@b", "https://h?mail=a@b"),
    ("Location", "https://[::1]:80/#a@b", "https://[::1]:80/#a@b"),
    ("Location", "https://[::1]?mail=a@b", "https://[::1]?mail=a@b"),
    (
      "X-Original", "jdbc:sqlserver://h:1433;user=u;password=x y",
      "jdbc:sqlserver://h:1433;user=u;password=*** y"
    ), ("Location", "//u;v@h/x", "//***@h/x"),
    ("X-Original", "to postgres://app:S3cr?et@db:5432/x", "to postgres://***@db:5432/x"),
    ("X-Original", "to postgres://app:S3cr^et@db:5432/x", "to postgres://***@db:5432/x"),
    ("X-Original", "to postgres://app:S3{r}|\\et@db:5432/x y@z", "to postgres://***@db:5432/x y@z"),
    ("Location", "https://u:p@s#1@h/x", "https://***@h/x"),
    ("Location", "https://u:p@s?1@h/x", "https://***@h/x"),
    (
      "Location", "sqlserver://h:1433;user=u;password=pa/s?w#1;x=2",
      "sqlserver://h:1433;user=u;password=***;x=2"
    ),
    ("Location", "app://cb#/login?code=abcdef", "app://cb#/login?code=***"),
    (
      "Link", #"</a?token=x>; rel="next", <https://u@h/b?p=2>; rel=last"#,
      #"</a?token=***>; rel="next", <https://***@h/b?p=2>; rel=last"#
    ),
    ("Refresh", "5; url=/a?code=abcdef&b=1", "5; url=/a?code=***&b=1"), ("Referer", "/a?key=x", "/a?key=***"),
    ("Refresh", "5; url=/password/hunter2", "5; url=/password/***"), ("Refresh", "5", "5"),
    ("Content-Location", "/password/hunter2", "/password/***"),
    ("Referer", "/password/hunter2", "/password/***"),
    ("X-Original", "https://u:p@h/a?sig=x&b=1", "https://***@h/a?sig=***&b=1"),
    ("X-Debug", "Bearer hunter2", "Bearer ***"), ("X-Debug", "password=hunter2", "password=***"),
    ("WWW-Authenticate", #"Bearer realm="a""#, #"Bearer realm="a""#),
  ])
  func urlsInHeaderFieldsAreMasked(name: String, value: String, masked: String) async throws {
    let response = TransportResponse.status(500, headers: [try #require(.init(name)): value])
    let error = try #require(await failure(response, [] as ResponseMap<User, Never>))
    #expect(error.report.contains("  \(name): \(masked)\n") || error.report.hasSuffix("  \(name): \(masked)"))
    let record = try await record(.get("/x", headers: [name: value]))
    #expect(record.headers[try #require(.init(name))] == masked)
  }
}
