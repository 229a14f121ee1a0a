import ArgumentParser

/// The name of something on the shelf: a repository of the registry and a tag in it, `ada/notes:draft`.
struct Item: Sendable, Hashable, LosslessStringConvertible, ExpressibleByArgument {
  let repository: String
  let tag: String

  /// Reads `repository` or `repository:tag`; the tag is `latest` without one. No segment of it leads to another path.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false) + parts.dropFirst()
    guard parts.count <= 2, segments.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
    repository = String(parts[0])
    tag = parts.count == 2 ? String(parts[1]) : "latest"
  }

  var description: String { "\(repository):\(tag)" }
}
