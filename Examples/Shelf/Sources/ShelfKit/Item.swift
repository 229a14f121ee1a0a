/// The name of an item on the shelf: a repository of the registry and a tag, such as `ada/notes:draft`.
public struct Item: Sendable, Hashable, LosslessStringConvertible {
  public let repository: String
  public let tag: String

  /// Parses `repository` or `repository:tag`; the default tag is `latest`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    repository = String(parts[0])
    tag = parts.count == 2 ? String(parts[1]) : "latest"
  }

  public var description: String { "\(repository):\(tag)" }

  /// The repository as path segments.
  var path: [Substring] { repository.split(separator: "/") }
}
