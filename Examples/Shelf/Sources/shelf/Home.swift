import Crypto
import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeCaching
import ReparteeSQLite
import ShelfKit

/// The state that is kept between runs, in `~/.shelf` or `$SHELF_HOME`: the login, the cache, and the position in a
/// list.
struct Home {
  let folder: URL
  let store: FileCredentialStore<Login>
  let session: Session<Login>
  let cache: ResponseCache

  init() throws {
    folder =
      ProcessInfo.processInfo.environment["SHELF_HOME"].map { URL(filePath: $0) }
      ?? .homeDirectory.appending(path: ".shelf")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    store = FileCredentialStore(path: folder.appending(path: "login.json").path)
    session = Login.session(keptIn: store)
    cache = ResponseCache(
      store: SQLiteCacheStore(path: folder.appending(path: "cache.db").path), maximumBodySize: 100 << 20)
  }

  /// Returns the shelf at `registry`; without it, the one that the user is signed in to.
  func shelf(at registry: String? = nil) throws -> Shelf {
    guard let registry = try registry ?? store.load()?.credential.registry else {
      throw Advice(description: "Sign in first: shelf sign-in URL --username NAME")
    }
    return Shelf(
      registry: registry, session: session, transport: .asyncHTTPClient, cache: cache, digest: sha256)
  }

  private var list: URL { folder.appending(path: "list.json") }

  func cursor() throws -> Cursor? {
    FileManager.default.fileExists(atPath: list.path)
      ? try JSONDecoder().decode(Cursor.self, from: Data(contentsOf: list)) : nil
  }

  func save(_ cursor: Cursor?) throws {
    if let cursor {
      try JSONEncoder().encode(cursor).write(to: list, options: .atomic)
    } else if FileManager.default.fileExists(atPath: list.path) {
      try FileManager.default.removeItem(at: list)
    }
  }
}

/// Returns the SHA-256 of a file in the notation of registries.
@Sendable func sha256(_ file: URL) throws -> String {
  let handle = try FileHandle(forReadingFrom: file)
  var hash = SHA256()
  while let chunk = try handle.read(upToCount: 1 << 16), !chunk.isEmpty { hash.update(data: chunk) }
  return "sha256:" + hash.finalize().map { String(format: "%02x", $0) }.joined()
}
