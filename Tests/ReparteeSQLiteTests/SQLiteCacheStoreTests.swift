#if SQLite
import Foundation
import Repartee
import ReparteeCaching
import Testing

@testable import ReparteeSQLite

/// What the store keeps, and how.
@Suite(.timeLimit(.minutes(2))) struct SQLiteCacheStoreTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func whatIsStoredIsFoundByAnotherStore() async throws {
    let entry = try await SQLiteCacheStore(path: folder.cache).insert("hello", at: "/a", identity: "=ada")
    let store = SQLiteCacheStore(path: folder.cache)
    #expect(try await store.entries(for: CacheKey(url: "/a", identity: "=ada")) == [entry])
    #expect(try await store.body(of: entry.id) == Data("hello".utf8))
    #expect(try await store.bodies(at: "/a").isEmpty)
    #expect(store.damagedFiles.isEmpty)
  }

  @Test func nothingIsOpenedBeforeItIsUsed() throws {
    _ = SQLiteCacheStore(path: folder.cache)
    #expect(try folder.names.isEmpty)
  }

  @Test func onlyItsOwnerMayReadIt() async throws {
    let store = SQLiteCacheStore(path: folder.cache)
    try await store.insert("hello", at: "/a")
    #expect(try folder.names == ["cache.db", "cache.db-lock", "cache.db-shm", "cache.db-wal"])
    for name in try folder.names { #expect(folder.permissions(name) == 0o600, "\(name)") }
  }
}
#endif
