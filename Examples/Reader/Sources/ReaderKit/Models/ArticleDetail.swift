import Observation
import Repartee
import ReparteeCaching

/// An article: first as the cache has it, then as the server has it.
@Observable
public final class ArticleDetail {
  public let id: Int
  public var article: Article? { version?.article }
  /// Whether the article is from the cache, and the server has not confirmed it.
  public private(set) var isOutdated = false
  public private(set) var problem: String?

  private var version: Version?
  private let client: Client

  public init(id: Int, _ reader: Reader) {
    self.id = id
    client = reader.client
  }

  public func load() async {
    if let stored = try? await get(.onlyIfCached) { (version, isOutdated) = (stored, true) }
    do {
      (version, isOutdated, problem) = (try await get(.noCache), false, nil)
    } catch  where error.declared == .removed {
      (version, isOutdated, problem) = (nil, false, "The article was removed.")
    } catch {
      problem = message(for: error)
    }
  }

  /// A form for the article, as soon as there is one.
  public func editor() -> ArticleEditor? { version.map { ArticleEditor($0, client) } }

  private func get(_ policy: CachePolicy) async throws(CallError<GetArticle.Failure>) -> Version {
    try await client.send(GetArticle(id: id)) { $0.cachePolicy = policy }
  }
}
