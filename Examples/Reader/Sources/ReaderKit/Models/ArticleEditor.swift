import Observation
import Repartee

/// A form for an article: what the server refuses is shown at its field.
@Observable
public final class ArticleEditor {
  public var article: Article
  public private(set) var isSaved = false
  /// A message for each field that the server refused.
  public private(set) var problems: [String: String] = [:]
  /// What belongs to no field.
  public private(set) var problem: String?
  private var tag: EntityTag
  private let client: Client

  init(_ version: Version, _ client: Client) {
    (article, tag) = (version.article, version.tag)
    self.client = client
  }

  public func save() async {
    (isSaved, problems, problem) = (false, [:], nil)
    do {
      let edit = EditArticle(article: article, tag: tag)
      let version = try await client.send(edit)
      (article, tag) = (version.article, version.tag)
      isSaved = true
    } catch {  // CallError<EditArticle.Failure>
      switch error.reason {
      case .declared(.invalid(let fields)): problems = fields
      case .declared(.changedMeanwhile):
        problem = "Somebody else has changed the article."
      default: problem = message(for: error)
      }
    }
  }
}
