#if SQLite
import Foundation
import GRDB
import Repartee
import ReparteeCaching
import Testing

@testable import ReparteeSQLite

/// What a removal leaves behind: nothing, not even bytes.
@Suite(.timeLimit(.minutes(2))) struct PendingRemovalsTests {
  private let folder: Folder
  private let marker = "SECRET-OF-ADA"

  init() throws { folder = try Folder() }

  private var store: SQLiteCacheStore {
    SQLiteCacheStore(path: folder.cache, now: { 0 }, patience: .milliseconds(50), backoff: .zero)
  }

  /// The files that have the marker.
  private var found: [String] {
    get throws {
      try folder.names.filter { try folder.bytes($0).range(of: Data(marker.utf8)) != nil }
    }
  }

  private func fill(_ store: SQLiteCacheStore, _ count: Int = 200) async throws {
    var generator = SplitMix(seed: 42)
    for number in 0..<count {
      let size = Int.random(in: 1...2_000, using: &generator)
      let url = "/\(Int.random(in: 0..<count / 2, using: &generator))"
      let body = String(repeating: "\(marker) \(number) ", count: number % 9 == 0 ? size : size / 50 + 1)
      let key = CacheKey(url: url, query: marker, identity: "@ada")
      try await store.insert(.sample(marker, size: body.utf8.count), body: Data(body.utf8), for: key)
      try await store.insert("of bob \(number)", at: url, identity: "@bob")
      for entry in try await store.entries(for: key) where number % 7 == 0 {
        try await store.update(CacheEntry(id: entry.id, head: entry.head) ?? entry)
        if number % 21 == 0 { try await store.remove(.entry(entry.id)) }
      }
    }
  }

  @Test(arguments: [CacheSelection.identity("@ada"), .all])
  func noBytesAreLeft(_ selection: CacheSelection) async throws {
    do {
      let store = store
      try await fill(store)
      #expect(try !found.isEmpty)
      try await store.remove(selection)
      #expect(try found.isEmpty)
      #expect(try await store.bodies(at: "/1", identity: "@bob").isEmpty == (selection == .all))
    }
    #expect(try found.isEmpty && folder.problems().isEmpty)
  }

  @Test func noBytesOfWhatWasEvictedAreLeft() async throws {
    let store = SQLiteCacheStore(path: folder.cache, maximumSize: 1 << 20)
    try await fill(store, 100)
    for number in 0..<200 { try await store.insert(String(repeating: "x", count: 20_000), at: "/x\(number)") }
    // Some may be left: the store has a limit, and not each of them is over it.
    try await store.remove(.identity("@ada"))
    #expect(try found.isEmpty)
  }

  @Test func aReaderKeepsTheLogAndTheNextWriteEmptiesIt() async throws {
    let store = store
    try await fill(store, 20)
    let pool = try DatabasePool(path: folder.cache)
    let snapshot = try pool.makeSnapshot()
    try await store.remove(.identity("@ada"))
    #expect(try await store.entries(for: CacheKey(url: "/1", query: marker, identity: "@ada")).isEmpty)
    #expect(try !found.isEmpty)
    try snapshot.close()
    try await store.insert("new", at: "/new")
    #expect(try found.isEmpty)
    try pool.close()
  }

  @Test func theLogIsEmptiedWhenTheFileIsClosed() async throws {
    let pool: DatabasePool
    do {
      let store = store
      try await fill(store, 20)
      pool = try DatabasePool(path: folder.cache)
      let snapshot = try pool.makeSnapshot()
      try await store.remove(.identity("@ada"))
      try snapshot.close()
      #expect(try !found.isEmpty)
    }
    #expect(try found.isEmpty)
    try pool.close()
  }

  @Test func aSignOutRemovesDamagedFiles() async throws {
    for selection in [CacheSelection.identity("@bob"), .all] {
      try await fill(store, 10)
      try folder.database { try $0.execute(sql: "UPDATE body SET bytes = CAST(bytes || 'x' AS BLOB)") }
      let store = store
      _ = try await store.bodies(at: "/1", identity: "@bob")
      #expect(store.damagedFiles.count == 1)
      try await store.remove(.url("/1"))
      #expect(try found.contains { $0.contains("damaged") })
      try await store.remove(selection)
      #expect(try found.isEmpty && store.damagedFiles.isEmpty)
    }
  }

  /// To write it anew would take too long.
  @Test func aLargeFileIsBegunAnew() async throws {
    let stores = [store, store]
    let body = String(repeating: "x", count: 9 << 20)
    for round in 0..<2 {
      for number in 0..<4 { try await stores[0].insert(body, at: "/\(number)", identity: "@bob") }
      try await stores[0].insert(marker, at: "/", identity: "@ada")
      #expect(try await stores[1].bodies(at: "/", identity: "@ada").count == 1)
      if round == 0 {
        try await stores[0].remove(.identity("@ada"))
      } else {
        let writer = try writer()
        try await stores[0].remove(.all)
        #expect(try folder.names.contains("cache.db-removals"))
        try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try writer.close()
      }
      for store in stores {
        #expect(try await store.bodies(at: "/", identity: "@ada").isEmpty)
        #expect(try await store.bodies(at: "/0", identity: "@bob").isEmpty)
      }
      #expect(try found.isEmpty && folder.size("cache.db") < 1 << 20)
    }
    #expect(stores.allSatisfy { $0.damagedFiles.isEmpty })
  }

  /// Version 1 left bytes in free pages, version 2 secrets in URLs.
  @Test(arguments: [1, 2]) func filesOfAnOlderVersionAreEmptiedWhole(version: Int) async throws {
    try await fill(store, 20)
    try folder.database {
      try $0.execute(sql: "PRAGMA secure_delete = OFF; DELETE FROM entry; PRAGMA user_version = \(version)")
    }
    #expect(try !found.isEmpty)
    let store = store
    #expect(try await store.bodies(at: "/1").isEmpty)
    #expect(try found.isEmpty && store.damagedFiles.isEmpty)
  }

  // MARK: Locks

  /// A transaction of another process that writes.
  private func writer() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: folder.cache, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return queue
  }

  @Test(arguments: [CacheSelection.identity("@ada"), .all])
  func aRemovalThatALockPreventsIsDoneBeforeTheNextLookUpOfAnyProcess(_ selection: CacheSelection)
    async throws
  {
    let (one, other) = (store, store)
    try await one.insert(marker, at: "/", identity: "@ada")
    try await one.insert("b", at: "/", identity: "@bob")
    #expect(try await other.bodies(at: "/", identity: "@ada").count == 1)
    let writer = try writer()
    try await one.remove(selection)
    #expect(try folder.names.contains("cache.db-removals"))
    #expect(folder.permissions("cache.db-removals") == 0o600)
    for store in [one, other, store] {
      let key = CacheKey(url: "/", identity: "@ada")
      #expect(store.entriesAtOnce(for: key) == nil)
      let error = await #expect(throws: SQLiteCacheError.self) { try await store.entries(for: key) }
      #expect(error?.kind == .locked)
    }
    try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try writer.close()
    #expect(try await other.bodies(at: "/", identity: "@ada").isEmpty)
    #expect(try await other.bodies(at: "/", identity: "@bob").isEmpty == (selection == .all))
    #expect(try found.isEmpty && !folder.names.contains("cache.db-removals"))
    try await one.insert("new", at: "/", identity: "@ada")
    #expect(try await other.bodies(at: "/", identity: "@ada") == ["new"])
  }

  @Test func aRemovalFromAFileThatIsLockedWholeIsKeptToo() async throws {
    try await store.insert(marker, at: "/", identity: "@ada")
    let queue = try DatabaseQueue(path: folder.cache)
    try await queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; UPDATE total SET bytes = bytes")
    }
    try await store.remove(.identity("@ada"))
    try queue.close()
    #expect(try await store.bodies(at: "/", identity: "@ada").isEmpty)
  }

  @Test func aRemovalThatCannotBeKeptFails() async throws {
    let store = store
    try await store.insert(marker, at: "/", identity: "@ada")
    try FileManager.default.createDirectory(
      atPath: "\(folder.cache)-removals", withIntermediateDirectories: false)
    let error = await #expect(throws: SQLiteCacheError.self) { try await store.remove(.identity("@ada")) }
    #expect(error != nil)
  }

  @Test func anUnreadableRecordRemovesEverything() async throws {
    for text in ["", "i", "i\u{5}\0\0\0@ad", "x", "i\u{4}\0\0\0@bobzzzzzz"] {
      try await store.insert(marker, at: "/", identity: "@ada")
      try folder.write(Data(text.utf8), to: "cache.db-removals")
      #expect(try await store.bodies(at: "/", identity: "@ada").isEmpty, "\(text)")
    }
  }

  @Test func recordsAreReadAsTheyWereWritten() throws {
    let pending = PendingRemovals(besides: folder.cache)
    #expect(pending.isEmpty)
    let selections = ["@ada", "", "@\0\n", "@\u{E9}", "@e\u{301}"].map { CacheSelection.identity($0) }
    for selection in selections { try pending.add(selection) }
    #expect(try pending.all() == selections && !pending.isEmpty)
    // More than 64 KiB are one removal of everything.
    for number in 0..<100 { try pending.add(.identity(String(repeating: "\(number)", count: 1_000))) }
    #expect(try pending.all() == [.all])
    #expect(folder.size("cache.db-removals") < 70_000)
    try pending.remove()
    try pending.add(.identity(String(repeating: "x", count: 100_000)))
    #expect(try pending.all() == [.all])
  }

  @Test func aSignOutDuringALockIsCertain() async throws {
    func client() async throws -> (Client, Session<BearerToken>) {
      var client = Client(
        baseURL: "https://api.example.com",
        transport: InMemoryTransport { _ in .text(marker, headers: [.cacheControl: "max-age=3600"]) })
      client.cache = ResponseCache(store: store)
      let session = Session<BearerToken>()
      client.authentication = .session(session)
      try await session.signIn(BearerToken("1"), as: "ada")
      return (client, session)
    }
    let get = Resource<String, Never>(.get("/"), [.code(200, .decode)])
    _ = try await client().0.send(get)
    let (ada, session) = try await client()
    #expect(try await ada.response(to: get).source == .cache)
    let writer = try writer()
    try await session.signOut()
    try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try writer.close()
    #expect(try await client().0.response(to: get).source == .network)
  }
}
#endif
