import ArgumentParser

/// The name of an item on the shelf: a repository of the registry and a tag, such as `ada/notes:draft`.
struct Item: Sendable, Hashable, LosslessStringConvertible, ExpressibleByArgument {
  let repository: String
  let tag: String

  /// Parses `repository` or `repository:tag`; the default tag is `latest`. Segments that lead to another path are
  /// refused.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false) + parts.dropFirst()
    guard parts.count <= 2, segments.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
    repository = String(parts[0])
    tag = parts.count == 2 ? String(parts[1]) : "latest"
  }

  var description: String { "\(repository):\(tag)" }
}
