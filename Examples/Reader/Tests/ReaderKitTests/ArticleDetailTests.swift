import Repartee
import ReparteeTesting
import Testing

@testable import ReaderKit

struct ArticleDetailTests {
  private func response(_ title: String, tag: String) -> StubResponse<Version, GetArticle.Failure> {
    .json(encoding: Article(id: 7, title: title, text: "")).header("ETag", "\"\(tag)\"")
  }

  @Test func whatTheCacheHasIsShownWhileTheServerIsAsked() async throws {
    let clock = ManualClock()
    let stubs = Stubs {
      Stub(GetArticle.self, response("old", tag: "1"), response("new", tag: "2").after(.seconds(5)))
    }
    let reader = try await Reader.signedIn(stubs, clock: clock)
    await ArticleDetail(id: 7, reader).load()

    let detail = ArticleDetail(id: 7, reader)
    let loading = Task { await detail.load() }
    await clock.waitForSleep(of: .seconds(5))
    #expect(detail.article?.title == "old" && detail.isOutdated)
    clock.advance(by: .seconds(5))
    await loading.value
    #expect(detail.article?.title == "new" && !detail.isOutdated && detail.problem == nil)
  }

  @Test func anUnchangedArticleIsConfirmed() async throws {
    let stubs = Stubs { Stub(GetArticle.self, response("old", tag: "1"), .status(304)) }
    let reader = try await Reader.signedIn(stubs)
    await ArticleDetail(id: 7, reader).load()
    let detail = ArticleDetail(id: 7, reader)
    await detail.load()
    #expect(detail.article?.title == "old" && !detail.isOutdated)
    let requests = stubs.calls(of: GetArticle.self).flatMap(\.requests)
    #expect(requests.last?.head.headerFields[.ifNoneMatch] == "\"1\"")
  }

  @Test func offlineTheOldArticleStays() async throws {
    let stubs = Stubs { Stub(GetArticle.self, response("old", tag: "1"), .noResponse(.offline)) }
    let reader = try await Reader.signedIn(stubs)
    await ArticleDetail(id: 7, reader).load()
    let detail = ArticleDetail(id: 7, reader)
    await detail.load()
    #expect(detail.article?.title == "old" && detail.isOutdated && detail.problem == "You are offline.")
    await wait { reader.connection.isOffline }
    #expect(reader.connection.isOffline)
  }

  @Test func aRemovedArticleIsNoLongerShown() async throws {
    let stubs = Stubs { Stub(GetArticle.self, response("old", tag: "1"), .status(404)) }
    let reader = try await Reader.signedIn(stubs)
    let detail = ArticleDetail(id: 7, reader)
    await detail.load()
    await detail.load()
    #expect(detail.article == nil && detail.problem == "The article was removed.")
  }
}
