import Foundation

/// The state that is kept between runs, in `~/.shelf` or `$SHELF_HOME`: the login, the cache, and the position in a
/// list.
struct Home {
  let folder: URL
  let session: Session
  let cache: Cache

  init() throws {
    folder =
      ProcessInfo.processInfo.environment["SHELF_HOME"].map { URL(filePath: $0) }
      ?? .homeDirectory.appending(path: ".shelf")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    session = Session(file: folder.appending(path: "login.json"))
    cache = Cache(folder: folder.appending(path: "cache"))
  }

  /// Returns the shelf at `registry`; without it, the one that the user is signed in to.
  func shelf(at registry: String? = nil) async throws -> Shelf {
    guard let url = if let registry { URL(string: registry) } else { try await session.login.registry },
      url.isHTTP
    else { throw ShelfError.noURL }
    return Shelf(registry: url, session: session, cache: cache)
  }

  private var list: URL { folder.appending(path: "list.json") }

  func cursor() throws -> URL? {
    FileManager.default.fileExists(atPath: list.path)
      ? try JSONDecoder().decode(URL.self, from: Data(contentsOf: list)) : nil
  }

  func save(_ cursor: URL?) throws {
    if let cursor {
      try JSONEncoder().encode(cursor).write(to: list, options: .atomic)
    } else if FileManager.default.fileExists(atPath: list.path) {
      try FileManager.default.removeItem(at: list)
    }
  }
}
