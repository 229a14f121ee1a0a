/// The name of something on the shelf: a repository of the registry and a tag in it, `ada/notes:draft`.
public struct Item: Sendable, Hashable, LosslessStringConvertible {
  public let repository: String
  public let tag: String

  /// Reads `repository` or `repository:tag`; the tag is `latest` without one.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    repository = String(parts[0])
    tag = parts.count == 2 ? String(parts[1]) : "latest"
  }

  public var description: String { "\(repository):\(tag)" }

  /// The repository as the segments of a path.
  var path: [Substring] { repository.split(separator: "/") }
}
