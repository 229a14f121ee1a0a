import Repartee
import ReparteeTesting
import Testing

@testable import ReaderKit

struct ArticleSearchTests {
  private static func page(_ titles: String..., next: String? = nil) -> HeadlinePage {
    HeadlinePage(headlines: titles.map { Headline(id: $0.utf8.count, title: $0) }, next: next)
  }

  @Test func eachKeyStrokeCancelsTheCallBefore() async throws {
    let clock = ManualClock()
    let stubs = Stubs {
      Stub(SearchArticles.self, where: { $0.text == "sw" }, .success(Self.page("swan")).after(.seconds(60)))
      Stub(SearchArticles.self, where: { $0.text == "swift" }, .success(Self.page("swift")))
    }
    let search = try await ArticleSearch(Reader.signedIn(stubs, clock: clock))
    search.text = "s"
    search.text = "sw"
    await clock.waitForSleep(of: .milliseconds(300))
    clock.advance(by: .milliseconds(300))
    let slow = search.call
    await clock.waitForSleep(of: .seconds(60))
    search.text = "swift"
    await slow?.value
    await clock.waitForSleep(of: .milliseconds(300))
    clock.advance(by: .milliseconds(300))
    await search.call?.value
    #expect(search.headlines.map(\.title) == ["swift"] && search.problem == nil)
    #expect(stubs.calls(of: SearchArticles.self).map(\.endpoint.text) == ["sw", "swift"])
  }

  @Test func furtherPagesAreAppended() async throws {
    let stubs = Stubs {
      Stub(
        SearchArticles.self, .json(encoding: Self.page("a", next: "2")), .json(encoding: Self.page("bb")))
    }
    let search = try await ArticleSearch(Reader.signedIn(stubs))
    search.text = "x"
    await search.call?.value
    #expect(search.headlines.map(\.title) == ["a"] && search.hasMore)
    search.loadMore()
    await search.call?.value
    #expect(search.headlines.map(\.title) == ["a", "bb"] && !search.hasMore)
    let requests = stubs.calls(of: SearchArticles.self).flatMap(\.requests)
    #expect(requests.last?.head.path == "/articles?search=x&cursor=2")
  }

  @Test func aFailureIsShownAndTheListStays() async throws {
    let stubs = Stubs {
      Stub(SearchArticles.self, .success(Self.page("a", next: "2")), .noResponse(.offline))
    }
    let reader = try await Reader.signedIn(stubs)
    let search = ArticleSearch(reader)
    search.text = "x"
    await search.call?.value
    search.loadMore()
    await search.call?.value
    #expect(search.headlines.map(\.title) == ["a"] && search.hasMore)
    #expect(search.problem == "You are offline.")
  }
}
