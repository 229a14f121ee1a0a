import Observation
import Repartee

/// A form for an article: what the server refuses is shown at its field.
@Observable
public final class ArticleEditor {
  public enum Field: String, CaseIterable { case title, text }

  public var article: Article
  public private(set) var problems: [Field: String] = [:]
  /// What belongs to no field.
  public private(set) var problem: String?
  public private(set) var isSaved = false

  private var tag: EntityTag
  private let client: Client

  init(_ version: Version, _ client: Client) {
    (article, tag) = (version.article, version.tag)
    self.client = client
  }

  public func save() async {
    (problems, problem, isSaved) = ([:], nil, false)
    do {
      let version = try await client.send(EditArticle(article: article, tag: tag))
      (article, tag) = (version.article, version.tag)
      isSaved = true
    } catch {
      switch error.reason {
      case .declared(.invalid(let messages)): show(messages)
      case .declared(.changedMeanwhile): problem = "Somebody else has changed the article."
      default: problem = message(for: error)
      }
    }
  }

  private func show(_ messages: [String: String]) {
    for (name, message) in messages {
      if let field = Field(rawValue: name) { problems[field] = message } else { problem = message }
    }
  }
}
