#if SQLite
import Foundation
import GRDB
import Repartee
import ReparteeCaching
import Testing

@testable import ReparteeSQLite

/// How large it gets, and what goes first.
@Suite(.timeLimit(.minutes(5))) struct CacheFileBoundTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Sizes of bodies: small ones, those of about a page, large ones.
  @Test(arguments: [20...200, 2_000...2_200, 3_900...4_300, 10...60_000, 300_000...400_000])
  func theFileIsBounded(_ sizes: ClosedRange<Int>) async throws {
    let limit = sizes.upperBound < 1_000 ? 256 << 10 : 2 << 20
    let store = SQLiteCacheStore(path: folder.cache, maximumSize: limit)
    var generator = SplitMix(seed: 1)
    var (written, number, largest) = (0, 0, 0)
    while written < 10 * limit {
      let size = Int.random(in: sizes, using: &generator)
      let entry = CacheEntry.sample("\(number)", size: size)
      try await store.insert(
        entry, body: Data(repeating: 7, count: size),
        for: CacheKey(url: "https://api.example.com/items/\(number)"))
      written += size + 600
      number += 1
      if number % 20 == 0 { largest = max(largest, folder.size("cache.db") + folder.size("cache.db-wal")) }
    }
    let (file, log) = (folder.size("cache.db"), folder.size("cache.db-wal"))
    print("limit \(limit), \(sizes): wrote \(written), file \(file), log \(log), both at most \(largest)")
    #expect(file <= limit * 5 / 4)
    #expect(log <= CacheFile.keptLog + (2 << 20))
    #expect(largest <= limit * 5 / 4 + 8 << 20)
    #expect(try folder.problems().isEmpty)
    let kept = try folder.database {
      try Row.fetchOne($0, sql: "SELECT (SELECT bytes FROM total), sum(size), count(*) FROM entry")
    }
    #expect(kept?[0] as Int? == kept?[1] as Int?)
    #expect((kept?[0] as Int? ?? 0) <= limit)
    #expect((kept?[0] as Int? ?? 0) > limit - sizes.upperBound - 10_000)
  }

  @Test func theSpaceOfRemovedEntriesIsReturned() async throws {
    let store = SQLiteCacheStore(path: folder.cache)
    let body = String(repeating: "a", count: 100_000)
    for number in 0..<200 { try await store.insert(body, at: "/\(number)", identity: "\(number % 2)") }
    // The log holds what is not in the file yet.
    #expect(folder.size("cache.db") > 14_000_000)
    try await store.remove(.identity("0"))
    #expect(folder.size("cache.db") < 15_000_000)
    try await store.remove(.all)
    #expect(folder.size("cache.db") < 5_000_000)
    #expect(folder.size("cache.db-wal") < 5_000_000)
    try await store.insert(body, at: "/")
    #expect(try await store.bodies(at: "/") == [body])
    #expect(try folder.problems().isEmpty)
  }

  /// Stores 6 MB for each of two URLs. About 4 MB of free space are not returned to the file system.
  private func fill(_ store: SQLiteCacheStore) async throws {
    let body = String(repeating: "a", count: 100_000)
    for number in 0..<120 {
      try await store.insert(body, at: number < 60 ? "/1" : "/0", identity: "\(number)")
    }
  }

  private func pragma(_ name: String) throws -> Int? {
    try folder.database { try Int.fetchOne($0, sql: "PRAGMA \(name)") }
  }

  @Test func aFullDiskAfterARemovalRemovesNothingMore() async throws {
    let store = SQLiteCacheStore(path: folder.cache, now: { 0 }) { FullDisk().install(in: $0) }
    try await fill(store)
    try await store.remove(.url("/0"))
    #expect(try pragma("freelist_count") ?? 0 > 1_024, "nothing was returned")
    #expect(try await store.bodies(at: "/0", identity: "60").isEmpty)
    #expect(try await store.bodies(at: "/1", identity: "0").count == 1)
    #expect(try folder.problems().isEmpty)
  }

  @Test func theSpaceOfAFileThatAnotherProgramOpenedIsReturned() async throws {
    try DatabasePool(path: folder.cache).close()
    let store = SQLiteCacheStore(path: folder.cache)
    try await store.insert("", at: "/")
    try #require(try pragma("auto_vacuum") == 2)
    #expect(store.damagedFiles.isEmpty)
    try await fill(store)
    try await store.remove(.url("/0"))
    #expect(try pragma("freelist_count") ?? 0 <= 1_024)
    #expect(try await store.bodies(at: "/1", identity: "0").count == 1)
  }

  @Test func aFileThatCannotReturnItsSpaceKeepsIt() async throws {
    try await SQLiteCacheStore(path: folder.cache).insert("", at: "/")
    try folder.database { try $0.execute(sql: "PRAGMA auto_vacuum = NONE; VACUUM") }
    try #require(try pragma("auto_vacuum") == 0)
    let store = SQLiteCacheStore(path: folder.cache)
    try await fill(store)
    try await store.remove(.url("/0"))
    #expect(try pragma("freelist_count") ?? 0 > 1_024)
    #expect(try await store.bodies(at: "/1", identity: "0").count == 1)
    try await store.remove(.all)
    #expect(folder.size("cache.db") < 5_000_000)
  }

  @Test func aLowerLimitHoldsAtTheNextInsert() async throws {
    let store = SQLiteCacheStore(path: folder.cache)
    let body = String(repeating: "a", count: 100_000)
    for number in 0..<20 { try await store.insert(body, at: "/\(number)") }
    let small = SQLiteCacheStore(path: folder.cache, maximumSize: 250_000)
    try await small.insert(body, at: "/new")
    #expect(try folder.database { try Int.fetchOne($0, sql: "SELECT count(*) FROM body") } == 2)
    #expect(try await small.bodies(at: "/19").count == 1)
  }

  @Test(arguments: [0, -1, Int.min])
  func withoutALimitNothingIsKept(_ limit: Int) async throws {
    let store = SQLiteCacheStore(path: folder.cache, maximumSize: limit)
    try await store.insert("", at: "/")
    #expect(try await store.bodies(at: "/").isEmpty)
  }

  @Test func theLeastRecentlyUsedEntryIsRemovedFirst() async throws {
    let clock = Seconds()
    let body = String(repeating: "a", count: 10_000)
    let store = SQLiteCacheStore(path: folder.cache, maximumSize: 45_000, now: { clock.now })
    for url in ["/a", "/b", "/c"] {
      try await store.insert(body, at: url)
      clock.now += 100
    }
    _ = try await store.entries(for: CacheKey(url: "/a"))
    clock.now += 100
    try await store.insert(body, at: "/d")
    #expect(try await store.bodies(at: "/b").isEmpty)
    for url in ["/a", "/c", "/d"] { #expect(try await store.bodies(at: url).count == 1, "\(url)") }
  }

  @Test func useIsWrittenOnceAMinute() async throws {
    let clock = Seconds(1_000)
    let store = SQLiteCacheStore(path: folder.cache, now: { clock.now })
    try await store.insert("a", at: "/")
    func used() async throws -> Int? {
      // What marks comes before what is written next.
      try await store.remove(.url("another"))
      return try folder.database { try Int.fetchOne($0, sql: "SELECT used FROM entry") }
    }
    for (now, expected) in [(1_000, 1_000), (1_059, 1_000), (1_060, 1_060), (1_100, 1_060), (900, 900)] {
      clock.now = Int64(now)
      _ = try await store.entries(for: CacheKey(url: "/"))
      #expect(try await used() == expected, "at \(now)")
    }
  }

  @Test func whatWasUsedInTheFutureIsUsedNow() async throws {
    let store = SQLiteCacheStore(path: folder.cache, now: { 5_000_000_000 })
    try await store.insert("a", at: "/")
    _ = try await SQLiteCacheStore(path: folder.cache, now: { 1_000 }).entries(for: CacheKey(url: "/b"))
    #expect(try folder.database { try Int.fetchOne($0, sql: "SELECT used FROM entry") } == 1_000)
  }

  @Test func theLogIsBoundedDuringReads() async throws {
    let store = SQLiteCacheStore(
      path: folder.cache, maximumSize: 1 << 20, now: { 0 }, patience: .milliseconds(1), backoff: .zero)
    let body = String(repeating: "a", count: 500_000)
    try await store.insert(body, at: "/")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: folder.cache, configuration: configuration)
    try await reader.writeWithoutTransaction {
      try $0.execute(sql: "BEGIN")
      _ = try Row.fetchAll($0, sql: "SELECT * FROM total")
    }
    var errors = 0
    for number in 0..<300 {
      do { try await store.insert(body, at: "/\(number)") } catch { errors += 1 }
    }
    #expect(errors > 0)
    #expect(folder.size("cache.db-wal") < 2 * CacheFile.mostLog + 8 << 20)
    try reader.close()
    try await store.insert(body, at: "/")
    #expect(folder.size("cache.db-wal") <= CacheFile.keptLog)
    #expect(try await store.bodies(at: "/") == [body])
  }
}

/// Makes a connection fail as on a full disk when it returns pages to the file system.
private final class FullDisk: TransactionObserver {
  private var isReturning = false

  func install(in db: Database) {
    db.add(transactionObserver: self, extent: .databaseLifetime)
    db.trace { self.isReturning = "\($0)".hasPrefix("PRAGMA incremental_vacuum") }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws {
    if isReturning { throw DatabaseError(resultCode: .SQLITE_FULL) }
  }
  func databaseDidCommit(_ db: Database) {}
  func databaseDidRollback(_ db: Database) {}
}
#endif
