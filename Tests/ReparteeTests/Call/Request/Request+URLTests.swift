import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

struct RequestURLTests {
  private let url = URL(string: "https://elsewhere.example/b?c=d")

  @Test func aURLReplacesTheBaseURLWithEachMethod() async throws {
    let url = try #require(url)
    let requests: [Request] = [
      .get(url), .head(url), .post(url), .put(url), .patch(url), .delete(url), .get(url: url),
      .get(url: url.absoluteString), Request(url: url), Request(url: url.absoluteString),
    ]
    for request in requests {
      let head = try await arrival(of: request).head
      #expect(head.authority == "elsewhere.example" && head.path == "/b?c=d")
      #expect(head.method == request.method)
    }
    #expect(requests.map(\.method) == [.get, .head, .post, .put, .patch, .delete, .get, .get, .get, .get])
  }

  @Test func itTakesQueryFieldsAndBody() async throws {
    let arrived = try await arrival(
      of: .post(try #require(url), query: ["e": 1], headers: ["X-A": "b"], body: .text("x")))
    #expect(arrived.head.path == "/b?c=d&e=1" && arrived.head.headerFields["X-A"] == "b")
    #expect(arrived.bytes == Data("x".utf8))
  }

  @Test func itCanBeSetAndReadAsAURL() async throws {
    var request: Request = .get("/a")
    #expect(request.url as URL? == nil && request.url as String? == nil)
    request.url = url
    #expect(request.url as String? == "https://elsewhere.example/b?c=d" && request.url as URL? == url)
    request.url = nil as URL?
    #expect(request.url as String? == nil)
    #expect(try await target(of: request) == "/")
  }

  @Test func anotherSchemeIsRefused() async {
    #expect(await refusal(of: .get(URL(fileURLWithPath: "/etc/passwd")))?.kind == .url)
  }
}
