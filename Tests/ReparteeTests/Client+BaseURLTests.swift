import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

struct ClientBaseURLTests {
  private static let call = Resource<Void, Never>(.get("/a"), [.any(.noContent)])

  private func client(_ arrivals: Arrivals) -> Client {
    var client = Client(
      baseURL: "\(api)/v1?region=eu", transport: arrivals.transport(),
      headers: ["X-Api-Key": "k-12345678", "Authorization": "Own x", "Accept-Language": "de"])
    client.authentication = .bearer("t")
    client.authentications["admin"] = .bearer("admin")
    return client
  }

  @Test func itIsReadAsItIsUsed() throws {
    let client = client(Arrivals())
    #expect(client.baseURL?.absoluteString == "\(api)/v1?region=eu")
    let other = Client(baseURL: "HTTP://Example.com:80#part", transport: Arrivals().transport())
    #expect(other.baseURL?.absoluteString == "http://example.com")
  }

  @Test(arguments: ["", "example.com", "ftp://example.com", "https://", "https://a b", "https://a\n"])
  func anInvalidOneIsNil(text: String) {
    let client = Client(baseURL: text, transport: Arrivals().transport())
    #expect(client.baseURL == nil && client.baseURLError?.kind == .baseURL)
  }

  @Test func aURLIsTakenAsItsText() async throws {
    let arrivals = Arrivals()
    let url = try #require(URL(string: "\(api)/v2"))
    try await Client(baseURL: url, transport: arrivals.transport()).send(Self.call)
    try await client(arrivals).with(baseURL: url).send(Self.call)
    #expect(arrivals.all.map(\.head.path) == ["/v2/a", "/v2/a"])
  }

  @Test func aFileIsNoBaseURL() async throws {
    let client = Client(baseURL: URL(fileURLWithPath: "/tmp"), transport: Arrivals().transport())
    #expect(client.baseURLError?.kind == .baseURL)
  }

  @Test func atTheSameOriginTheCredentialsStay() async throws {
    let arrivals = Arrivals()
    let other = client(arrivals).with(baseURL: "https://API.example.com:443/v2")
    try await other.send(Self.call)
    let head = try #require(arrivals.all.first).head
    #expect(head.path == "/v2/a" && head.headerFields[.authorization] == "Bearer t")
    #expect(head.headerFields["X-Api-Key"] == "k-12345678")
  }

  @Test(arguments: [
    "https://staging.example.com", "http://api.example.com", "https://api.example.com:8443",
    "https://api.example.com.evil.example",
  ])
  func atAnotherOriginThereIsNoCredential(url: String) async throws {
    let arrivals = Arrivals()
    let other = client(arrivals).with(baseURL: url)
    try await other.send(Self.call)
    let fields = try #require(arrivals.all.first).head.headerFields
    #expect(fields[.authorization] == nil && fields["X-Api-Key"] == nil)
    #expect(fields["Accept-Language"] == "de" && arrivals.all.first?.head.path == "/a")
    #expect(other.authentications.isEmpty)
    let error = await other.result(of: Self.call) { $0.authentication = .named("admin") }.error
    guard case .authentication(let reason) = error?.reason else {
      Issue.record("it was sent")
      return
    }
    #expect(reason.kind == .missing)
  }

  @Test func oneCanSayThatTheCredentialGoesAlong() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals)
    var other = client.with(baseURL: "https://eu.example.com")
    other.authentication = client.authentication
    try await other.send(Self.call)
    #expect(arrivals.all.first?.head.headerFields[.authorization] == "Bearer t")
  }

  @Test func whatIsInvalidOnceHasNoCredentialAfterwards() async throws {
    let arrivals = Arrivals()
    let other = client(arrivals).with(baseURL: "nothing").with(baseURL: api)
    try await other.send(Self.call)
    #expect(arrivals.all.first?.head.headerFields[.authorization] == nil)
  }

  @Test func theOldClientIsAsItWas() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals)
    _ = client.with(baseURL: "https://staging.example.com")
    try await client.send(Self.call)
    #expect(arrivals.all.first?.head.headerFields[.authorization] == "Bearer t")
  }

  @Test func theRetryBudgetIsShared() async throws {
    let arrivals = Arrivals()
    var client = Client(baseURL: api, transport: arrivals.transport { _ in .status(503) })
    client.clock = SkippingClock()
    // Each retry costs two units of two hundred.
    for _ in 0..<60 { _ = await client.with(baseURL: "\(api)/v2").result(of: Self.failing) }
    let before = arrivals.all.count
    _ = await client.result(of: Self.failing)
    #expect(arrivals.all.count == before + 1)
  }

  private static let failing = Resource<Void, Never>(.get("/a"), [.success(.noContent)])
}
