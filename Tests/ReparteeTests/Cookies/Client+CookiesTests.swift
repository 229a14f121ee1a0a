import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

struct ClientCookiesTests {
  private static let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  /// Sets a cookie at `/login`, redirects from there, and shows the Cookie field everywhere else.
  private let transport = InMemoryTransport { request in
    guard request.head.path == "/login" else { return .text(request.head.headerFields[.cookie] ?? "none") }
    var fields: HTTPFields = [.location: "/home"]
    fields.append(HTTPField(name: .setCookie, value: "sid=\(request.head.authority ?? ""); Path=/"))
    fields.append(HTTPField(name: .setCookie, value: "wide=1; Path=/; Domain=example.com"))
    return .status(303, headers: fields)
  }

  private func client(_ jar: CookieJar?) -> Client {
    var client = Client(baseURL: api, transport: transport)
    client.cookies = jar
    return client
  }

  private static let login = Resource<String, Never>(.post("/login"), [.code(200, .decode)])

  @Test func withoutAJarThereAreNone() async throws {
    let client = client(nil)
    #expect(try await client.send(Self.login) == "none")
    #expect(try await client.send(Self.text) == "none")
  }

  @Test func theJarGoesAlongARedirect() async throws {
    let client = client(CookieJar())
    #expect(try await client.send(Self.login) == "sid=api.example.com; wide=1")
    #expect(try await client.send(Self.text) == "sid=api.example.com; wide=1")
  }

  @Test func copiesShareAJarAndTwoClientsDoNot() async throws {
    let client = client(CookieJar())
    var copy = client
    copy.headers = ["X-A": "b"]
    _ = try await copy.send(Self.login)
    #expect(try await client.send(Self.text) == "sid=api.example.com; wide=1")
    #expect(try await self.client(CookieJar()).send(Self.text) == "none")
  }

  @Test func anotherHostHasItsOwn() async throws {
    let client = client(CookieJar())
    _ = try await client.send(Self.login)
    for url in ["https://other.example.com/a", "https://example.com/a", "https://api.example.com.evil.com/a"]
    {
      #expect(
        try await client.send(Resource<String, Never>(Request(.get, url: url), [.code(200, .decode)]))
          == "none")
    }
  }

  @Test func aCookieFieldOfOnesOwnReplacesThatOfTheJar() async throws {
    var client = client(CookieJar())
    _ = try await client.send(Self.login)
    #expect(try await client.send(Self.text) { $0.headers["Cookie"] = "own=1" } == "own=1")
    #expect(try await client.send(Self.text) { $0.headers["Cookie"] = nil } == "none")
    // Also behind a redirect, of which the jar has cookies.
    #expect(try await client.send(Self.login) { $0.headers["Cookie"] = "own=1" } == "own=1")
    #expect(try await client.send(Self.login) { $0.headers["Cookie"] = nil } == "none")
    client.headers["Cookie"] = "mine=1"
    #expect(try await client.send(Self.text) == "mine=1")
  }

  @Test func cookiesExpireByTheClientsTime() async throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let transport = InMemoryTransport { request in
      guard request.head.headerFields[.cookie] == nil else { return .text("known") }
      return .text("new", headers: [.setCookie: "a=1; Max-Age=60"])
    }
    var client = Client(baseURL: api, transport: transport)
    client.cookies = CookieJar()
    client.now = { start }
    #expect(try await client.send(Self.text) == "new")
    client.now = { start + 59 }
    #expect(try await client.send(Self.text) == "known")
    client.now = { start + 60 }
    #expect(try await client.send(Self.text) == "new")
  }

  @Test func valuesAreMaskedWhereTheyAreShown() async throws {
    let jar = CookieJar()
    try jar.set("sid", to: "planted", for: api)
    let transport = InMemoryTransport { _ in .status(500, headers: [.setCookie: "sid=planted2"]) }
    var client = Client(baseURL: api, transport: transport)
    client.cookies = jar
    let error = try #require(await client.result(of: Self.text).error)
    #expect(error.report.contains("Cookie: ***") && !error.report.contains("planted"))
  }

  /// RFC 6265, section 8.5: cookies are not isolated by port.
  @Test func aCookieGoesToEveryPortOfItsHostAndNoOther() async throws {
    let arrivals = Arrivals()
    let jar = CookieJar()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        if request.head.path == "/away" {
          return .status(307, headers: [.location: "https://api.example.com:8443/there"])
        }
        return .status(200, headers: request.head.path == "/first" ? [.setCookie: "sid=1; Secure"] : [:])
      })
    client.cookies = jar
    func send(_ request: Request) async throws {
      try await client.send(Resource<Void, Never>(request, [.any(.noContent)]))
    }
    try await send(.get("/first"))
    try await send(.get("/away"))
    try await send(Request(.get, url: "https://api.example.com:9000/x"))
    try await send(Request(.get, url: "http://api.example.com:8080/x"))
    try await send(Request(.get, url: "https://www.api.example.com/x"))
    #expect(
      arrivals.all.map { $0.head.headerFields[.cookie] } == [nil, "sid=1", "sid=1", "sid=1", nil, nil])
  }
}
