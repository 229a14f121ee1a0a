import TestSupport
import Testing

@testable import Repartee

struct CursorRuleTests {
  private func rule(_ first: Request = .get("/list"), allows: Bool = false, base: String = api) -> CursorRule
  {
    var client = Client(baseURL: base, transport: InMemoryTransport { _ in .status(200) })
    client.authentication = .bearer("secret")
    return CursorRule(client, first, of: "the operation", allowsOtherOrigins: allows)
  }

  private func prepared(_ request: Request, by rule: CursorRule) throws -> Request {
    var request = request
    try rule.prepare(&request)
    return request
  }

  @Test func theErrorNamesThePlace() {
    let error = #expect(throws: RequestError.self) {
      try prepared(Request(.get, url: "https://evil.example/1"), by: rule())
    }
    #expect(error?.kind == .nextPageOrigin)
    #expect(error?.message.hasPrefix("the operation of GET") == true)
  }

  @Test func anotherOriginIsAllowedWithoutCredentials() throws {
    var request = Request(.get, url: "https://other.example/1", query: ["token": "a", "b": "c"])
    request.headers["Authorization"] = "secret"
    let sent = try prepared(request, by: rule(allows: true))
    #expect(sent.headers["Authorization"] as String? == nil && sent.query.items.map(\.name) == ["b"])
    #expect(throws: RequestError.self) {
      try prepared(Request(.get, url: "http://other.example/1"), by: rule(allows: true))
    }
  }

  /// A start with a full URL is bound to that URL's origin, and no place leads to the base URL's.
  @Test func theOriginIsThatOfTheFirstRequest() throws {
    let rule = rule(Request(.post, url: "https://other.example/start"), allows: true)
    _ = try prepared(Request(.get, url: "https://other.example/1"), by: rule)
    #expect(throws: RequestError.self) { try prepared(Request(.get, url: "\(api)/1"), by: rule) }
  }

  @Test func aRequestBelowTheBaseURLIsUnchanged() throws {
    let request = try prepared(.get("/jobs/\(7)"), by: rule())
    #expect(request.url == nil && request.authentication == nil)
  }
}
