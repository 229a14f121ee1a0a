import Observation
import Repartee

/// The changes that the server reports. The stream opens again when it is lost.
@Observable
public final class News {
  public private(set) var headlines: [Headline] = []
  public private(set) var problem: String?
  private let client: Client

  public init(_ reader: Reader) { client = reader.client }

  /// Follows the changes until the task is cancelled.
  public func follow() async {
    do {
      problem = nil
      for try await change in try await client.send(FollowChanges()) {
        switch change {
        case .added(let headline): headlines.insert(headline, at: 0)
        case .removed(let id): headlines.removeAll { $0.id == id }
        }
      }
    } catch {
      if !Task.isCancelled { problem = message(for: error) }
    }
  }
}
