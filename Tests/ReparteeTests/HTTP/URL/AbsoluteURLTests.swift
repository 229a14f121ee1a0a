import Foundation
import Repartee
import TestSupport
import Testing

struct AbsoluteURLTests {
  @Test(arguments: [
    ("https://a.example", "/x", "/x"), ("https://a.example/", "/x", "/x"), ("https://a.example", "", "/"),
    ("https://a.example/v1", "/x", "/v1/x"), ("https://a.example/v1/", "/x", "/v1/x"),
    ("https://a.example/v1//", "/x", "/v1/x"), ("https://a.example//", "/x", "/x"),
    ("https://a.example/v1/", "", "/v1/"), ("https://a.example/v1", "/x/", "/v1/x/"),
    ("https://a.example/v1", "/", "/v1/"), ("https://a.example?k=v", "/x", "/x?k=v"),
    ("https://a.example?k=v", "", "/?k=v"), ("https://a.example/v1?k=v", "x?a=b", "/v1/x?k=v&a=b"),
    ("https://a.example/v1#frag", "/x", "/v1/x"), ("https://a.example/v1?k=v#f", "/x", "/v1/x?k=v"),
    ("https://a.example/a%2Fb/ä c", "/x", "/a%2Fb/%C3%A4%20c/x"),
  ])
  func aPathFollowsTheBasesWithOneSlash(base: String, path: String, expected: String) async throws {
    let arrived = try await arrival(of: .get(Request.Path(path)), at: base).head
    #expect(arrived.path == expected)
    #expect(arrived.authority == "a.example")
  }

  @Test(arguments: [
    ("https://A.Example:443", "https", "a.example"), ("http://a.example:80/", "http", "a.example"),
    ("https://a.example:80", "https", "a.example:80"), ("http://a.example:443", "http", "a.example:443"),
    ("HTTP://a.example:8080/x", "http", "a.example:8080"), ("http://127.0.0.1:1", "http", "127.0.0.1:1"),
    ("http://[::1]:65535", "http", "[::1]:65535"), ("https://[FE80::A]/", "https", "[fe80::a]"),
    ("https://xn--bcher-kva.example", "https", "xn--bcher-kva.example"),
    ("http://localhost:", "http", "localhost"),
  ])
  func theAuthorityIsTheHostAndAPortUnlessItIsTheSchemesOwn(
    base: String, scheme: String, authority: String
  ) async throws {
    let arrived = try await arrival(of: .get("/x"), at: base).head
    #expect(arrived.scheme == scheme)
    #expect(arrived.authority == authority)
  }

  static let junk = [
    "", "a.example", "//a.example", "/v1", "ftp://a.example", "https:", "https://", "https:///v1",
    "https://:443", "https:a.example", "https:\\\\a.example", "https://a.example:0",
    "https://a.example:65536",
    "https://a.example:x", "https://a.example:-1", "https://user@a.example", "https://user:pw@a.example",
    "https://@a.example", "https://a.example\\@evil.example", "https://a.example\\.evil.example",
    "https://a.example%2Fevil", "https://a%2eexample", "https://bücher.example", "https://[::1",
    "https://[x]",
    "https://a.example\r\nEvil: 1", "https://a.example/\n", "https://a.example/\0", " https://a.example",
    "https://a example", "javascript:alert(1)", "https://a.example:443@evil.example",
  ]

  @Test(arguments: junk)
  func aBaseURLThatIsNoneFailsEveryCall(base: String) async {
    #expect(await refusal(of: .get("/x"), at: base)?.kind == .baseURL)
    #expect(await refusal(of: Request(.get, url: "https://b.example"), at: base)?.kind == .baseURL)
  }

  @Test(arguments: junk)
  func aFullURLThatIsNoneFailsItsCall(url: String) async {
    #expect(await refusal(of: Request(.get, url: url))?.kind == .url)
  }

  @Test func theMessageShowsNoPassword() async {
    let refused = await refusal(of: .get("/x"), at: "https://user:hunter2@a.example")
    #expect(refused?.message.contains("hunter2") == false)
    #expect(refused?.message.contains("Authorization") == true)
  }

  @Test func noTextCrashesAndOnlyAURLIsSent() async throws {
    let name = try #require(HTTPField.Name("X-Key"))
    await forAll(runs: 1_000) { generator in
      let shape = generator.one(of: [
        "https://a.example:8443/v1?k=v#f", "http://[::1]/x", "", "https://u:p@b.example",
      ])
      let arrivals = Arrivals()
      let client = Client(baseURL: api, transport: arrivals.transport(), headers: ["X-Key": "k"])
      let request = Request(.get, url: generator.mangled(shape))
      let result = await client.result(of: Resource<Void, Never>(request, [.any(.noContent)]))
      guard let head = arrivals.all.first?.head else {
        if case .failure(let error) = result { #expect(error.requestError?.kind == .url) }
        return
      }
      let authority = head.authority ?? ""
      #expect(head.scheme == "http" || head.scheme == "https")
      #expect(
        !authority.isEmpty && !authority.contains { "@/\\?#% ".contains($0) }
          && authority.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(head.path?.first == "/" && head.path?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } == true)
      #expect(head.headerFields[name] == (authority == "api.example.com" ? "k" : nil))
    }
  }
}
