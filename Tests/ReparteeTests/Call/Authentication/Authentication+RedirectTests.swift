import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

/// Which requests after a redirect have the credential.
struct AuthenticationRedirectTests {
  private static let vault = HTTPField.Name("X-Vault")

  /// A server that sends each path where the table says, and responds to all others with 200.
  private func client(
    _ table: [String: String], _ arrivals: Arrivals, _ authentication: Authentication = .off
  ) -> Client {
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        let path = String((request.head.path ?? "").prefix { $0 != "?" })
        guard let target = table[path] else { return .text("there") }
        let query = request.head.path?.split(separator: "?").dropFirst().first ?? ""
        return .status(307, headers: [.location: target.replacing("{query}", with: query)])
      })
    client.authentication = authentication
    return client
  }

  private func send(
    _ request: Request = .get("/a"), _ table: [String: String], _ authentication: Authentication = .off
  ) async throws -> (arrived: [TransportRequest], response: TypedResponse<String>) {
    let arrivals = Arrivals()
    let response = try await client(table, arrivals, authentication).response(
      to: Resource<String, Never>(request, [.code(200, .decode)]))
    return (arrivals.all, response)
  }

  @Test func itStaysWithinAnOrigin() async throws {
    let (arrived, _) = try await send(.get("/a"), ["/a": "/b", "/b": "\(api):443/c"], .bearer("t"))
    #expect(arrived.map { $0.head.headerFields[.authorization] } == ["Bearer t", "Bearer t", "Bearer t"])
  }

  @Test(arguments: ["https://other.example.com/b", "https://api.example.com:8443/b", "//x.example/b"])
  func itIsGoneOnAnotherOriginAndOnTheWayBack(target: String) async throws {
    let table = ["/a": target, "/b": "\(api)/c", "/c": "/d"]
    for authentication in [
      Authentication.bearer("t"), .basic(username: "a", password: "b"), .apiKey("k", header: "X-Vault"),
      .apiKey("k", query: "appid"), .signing { $0.headers[.authorization] = "Signed" },
    ] {
      for isOwn in [false, true] {
        let request = isOwn ? Request.get("/a").authenticated(authentication) : .get("/a")
        let (arrived, response) = try await send(request, table, isOwn ? .off : authentication)
        let isThere = arrived.map { request in
          request.head.headerFields.contains(.authorization)
            || Self.vault.map(request.head.headerFields.contains) == true
            || request.head.path?.contains("appid") == true
        }
        #expect(isThere == [true, false, false, false], "\(authentication)")
        #expect(response.attempts.count == 4)
      }
    }
  }

  @Test func anUpgradeOfTheSchemeIsAnotherOrigin() async throws {
    let request = Request(.get, url: "http://api.example.com/a").authenticated(.bearer("t"))
    let (arrived, _) = try await send(request, ["/a": "\(api)/b"])
    #expect(arrived.map { $0.head.headerFields[.authorization] } == ["Bearer t", nil])
  }

  @Test func aRequestsOwnAuthenticationIsForItsFirstOrigin() async throws {
    let request = Request(.get, url: "https://other.example.com/a").authenticated(.bearer("t"))
    let (arrived, _) = try await send(request, ["/a": "/b", "/b": "\(api)/c"], .bearer("clients"))
    #expect(arrived.map { $0.head.headerFields[.authorization] } == ["Bearer t", "Bearer t", nil])
  }

  @Test func aSessionsCredentialIsGoneAndARefusalThereIsTheResponse() async throws {
    let arrivals = Arrivals()
    let session = Session<BearerToken> { _, _ in
      Issue.record("a refusal elsewhere says nothing of the credential")
      return BearerToken("new")
    }
    try await session.signIn(BearerToken("t"))
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        request.head.path == "/a" ? .status(302, headers: [.location: "https://x.example/b"]) : .status(401)
      })
    client.authentication = .session(session)
    let error = try #require(
      await client.result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)])).error)
    #expect(error.isUndeclared && error.status?.code == 401)
    #expect(arrivals.all.map { $0.head.headerFields[.authorization] } == ["Bearer t", nil])
    #expect(session.state == .signedIn(as: nil))
  }

  /// `return 301 https://other$request_uri` repeats the query.
  @Test(arguments: [("appid", "k/1 &ä"), ("q", "x"), ("schlüssel", "hunter2"), ("k[]", "a=b")])
  func aKeyThatALocationRepeatsIsTakenOut(name: String, key: String) async throws {
    let elsewhere = "https://other.example.com"
    let (arrived, response) = try await send(
      .get("/a", query: ["page": "2"]),
      ["/a": "/b?{query}", "/b": "\(elsewhere)/c?{query}&signature=new", "/c": "\(api)/d?{query}"],
      .apiKey(key, query: name))
    #expect(arrived[2].head.path == "/c?page=2&signature=new")
    #expect(arrived[3].head.path == "/d?page=2")
    #expect(
      arrived[1].head.path == arrived[0].head.path?.replacing("/a?", with: "/b?"), "within it is there once")
    let shown =
      response.redirects.flatMap { [$0.url, $0.source] } + response.attempts.compactMap { $0.request?.url }
    #expect(shown.allSatisfy { !$0.contains(key) || key == "x" } && shown.first?.contains("=***") == true)
  }

  @Test func aKeyIsMaskedWhateverItsName() async throws {
    for (authentication, planted) in [
      (Authentication.apiKey("planted", header: "X-Vault"), "planted"),
      (.apiKey("planted", header: "X-AppAuth"), "planted"),
      (.apiKey("planted", header: "userPIN"), "planted"),
      (.apiKey("planted", query: "appid"), "planted"),
      (.apiKey("plan ted", query: "zugangsschlüssel"), "plan%20ted"),
      (.signing { $0.headers[.from] = "planted" }, "planted"),
      (.signing { $0.head.path = "\($0.head.path?.prefix { $0 != "?" } ?? "")?planted7" }, "planted7"),
    ] {
      let (arrivals, events) = (Arrivals(), SeenEvents())
      var client = client(["/a": "/b?{query}", "/b": "/c?{query}"], arrivals, authentication)
      client.observers = [.handler { events.add($0) }]
      let error = try #require(
        await client.result(of: Resource<User, Never>(.get("/a"), [.any(.decode)])).error)
      #expect(
        arrivals.all.allSatisfy { "\($0.head)\($0.head.headerFields)".contains(planted) }
          && arrivals.all.count == 3)
      var text = error.report + events.text
      dump(error.attempts, to: &text)
      dump(error.redirects, to: &text)
      dump(error.request, to: &text)
      text += error.request?.headers.map(\.value).joined() ?? ""
      text += error.attempts.compactMap { $0.request?.url }.joined()
      #expect(!text.contains(planted) && !text.contains("plan ted") && text.contains("***"), "\(text)")
    }
  }

  @Test func otherFieldsAreNotMaskedForIt() async throws {
    let arrivals = Arrivals()
    var client = client([:], arrivals, .apiKey("planted", header: "X-Vault"))
    client.headers = ["X-Vault": "default", "X-Trace": "t7", "X-Tenant": "seven"]
    let error = try #require(await client.result(of: Resource<User, Never>(.get("/a"), [])).error)
    #expect(error.report.contains("X-Trace: t7") && error.report.contains("X-Tenant: seven"))
    #expect(error.report.contains("X-Vault: ***") && !error.report.contains("planted"))
  }

  @Test func aKeyInThePlaceOfAnItemIsMaskedToo() async throws {
    let arrivals = Arrivals()
    let client = client([:], arrivals, .apiKey("planted", query: "appid"))
    let error = try #require(
      await client.result(of: Resource<User, Never>(.get("/a", query: ["appid": "demo"]), [])).error)
    #expect(arrivals.all.map(\.head.path) == ["/a?appid=planted"])
    #expect(error.request?.url == "\(api)/a?appid=***" && !error.report.contains("planted"))
  }
}
