import Repartee
import ReparteeTesting
import Testing

@testable import ReaderKit

struct NewsTests {
  @Test func changesAreShownAlsoAfterTheStreamWasLost() async throws {
    func events(_ id: Int, _ title: String) -> StubResponse<FollowChanges.Output, Never> {
      let text = "id: \(id)\ndata: {\"added\": {\"id\": \(id), \"title\": \"\(title)\"}}\n\n"
      return .response(.text(text, contentType: "text/event-stream"))
    }
    let stubs = Stubs { Stub(FollowChanges.self, events(1, "one"), events(2, "two"), .status(204)) }
    let news = try await News(Reader.signedIn(stubs))
    await news.follow()
    #expect(news.headlines.map(\.title) == ["two", "one"] && news.problem == nil)
    let requests = stubs.calls(of: FollowChanges.self).flatMap(\.requests)
    #expect(requests.count == 3)
  }
}
