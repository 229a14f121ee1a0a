import Foundation
import Repartee
import TestSupport
import Testing

struct PercentEncodingTests {
  /// A value that a path takes: it is not empty and no dot segment.
  private func isSegment(_ text: String) -> Bool { !["", ".", ".."].contains(text) }

  @Test func anyTextIsReadBackFromItsSegmentAndAddsNone() async throws {
    try await forAll { generator in
      let values = generator.array(1...4) { $0.text() }.filter(isSegment)
      guard let first = values.first else { return }
      let last = values[values.count - 1]
      let path: Request.Path = "/a/\(first)/b/\(segments: values)/\(last)"
      let arrived = try await arrival(of: .get(path), at: "https://api.example.com/base").head
      let target = try #require(arrived.path)
      let segments = target.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      #expect(segments.map(\.removingPercentEncoding) == ["", "base", "a", first, "b"] + values + [last])
      #expect(arrived.authority == "api.example.com")
      // Foundation's parser sees the same segments, and nothing else.
      let url = try #require(URLComponents(string: "https://api.example.com\(target)"))
      #expect(url.percentEncodedPath == target)
      #expect(url.host == "api.example.com" && url.query == nil && url.fragment == nil && url.user == nil)
    }
  }

  @Test func anyTextIsReadBackFromTheQueryOfAPath() async throws {
    try await forAll { generator in
      let name = generator.text(1...8)
      let value = generator.text()
      let path: Request.Path = "/x?\(name)=\(value)"
      let target = try await target(of: .get(path))
      let url = try #require(URLComponents(string: "https://api.example.com\(target ?? "")"))
      #expect(url.queryItems == [URLQueryItem(name: name, value: value)])
    }
  }

  @Test func noTextLeavesTheBaseURL() async {
    await forAll(runs: 1_000) { generator in
      let shape = generator.one(of: [
        "//evil.example/x", "https://evil.example", "/a/../../b", "/%2e%2e/x", "@evil.example",
        "\\\\evil.example",
        "/a?b=c#d", "",
      ])
      let arrivals = Arrivals()
      let client = Client(baseURL: "https://api.example.com/base/", transport: arrivals.transport())
      let path = Request.Path(generator.mangled(shape))
      let result = await client.result(of: Resource<Void, Never>(.get(path), [.any(.noContent)]))
      switch (result, arrivals.all.first?.head) {
      case (.success, let head?):
        let target = head.path ?? ""
        let url = URLComponents(string: "https://api.example.com\(target)")
        #expect(head.authority == "api.example.com" && head.scheme == "https")
        #expect(target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(url?.percentEncodedPath.hasPrefix("/base") == true)
        let segments = target.prefix { $0 != "?" }.lowercased().split(separator: "/")
        #expect(!segments.contains { [".", ".."].contains(String($0).removingPercentEncoding) })
        #expect(!target.hasPrefix("//") && !target.contains("#"))
      case (.failure(let error), nil): #expect(error.requestError?.kind == .path)
      default: Issue.record("sent and refused at once")
      }
    }
  }
}
