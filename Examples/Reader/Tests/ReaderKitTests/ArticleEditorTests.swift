import Repartee
import ReparteeTesting
import Testing

@testable import ReaderKit

struct ArticleEditorTests {
  private let article = Article(id: 7, title: "Ada", text: "")

  private func editor(_ stubs: Stubs) async throws -> ArticleEditor {
    let detail = try await ArticleDetail(id: 7, Reader.signedIn(stubs))
    await detail.load()
    return try #require(detail.editor())
  }

  @Test func whatTheServerRefusesIsShownAtItsField() async throws {
    let stubs = Stubs {
      Stub(GetArticle.self, .json(encoding: article).header("ETag", "\"1\""))
      Stub(
        EditArticle.self,
        .json(#"{"errors": {"title": "is too short"}}"#, status: 422),
        .json(encoding: article).header("ETag", "\"2\""))
    }
    let editor = try await editor(stubs)
    editor.article.title = ""
    await editor.save()
    #expect(editor.problems == ["title": "is too short"] && !editor.isSaved)

    editor.article.title = "Ada"
    await editor.save()
    #expect(editor.problems.isEmpty && editor.problem == nil && editor.isSaved)
    let conditions = stubs.calls(of: EditArticle.self).map { $0.requests[0].head.headerFields[.ifMatch] }
    #expect(conditions == ["\"1\"", "\"1\""])
  }

  @Test func aChangeOfSomebodyElseIsNotOverwritten() async throws {
    let stubs = Stubs {
      Stub(GetArticle.self, .json(encoding: article).header("ETag", "\"1\""))
      Stub(EditArticle.self, .failure(.changedMeanwhile))
    }
    let editor = try await editor(stubs)
    await editor.save()
    #expect(editor.problem == "Somebody else has changed the article.")
  }
}
