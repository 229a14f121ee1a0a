#if SQLite
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import GRDB
import Repartee
import ReparteeCaching
import Testing

@testable import ReparteeSQLite

/// What happens to the file from outside.
@Suite(.timeLimit(.minutes(2))) struct SystemTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func kind(_ path: String) async -> SQLiteCacheError.Kind? {
    let store = SQLiteCacheStore(path: path)
    let error = await #expect(throws: SQLiteCacheError.self) { try await store.insert("a", at: "/") }
    #expect(store.damagedFiles.isEmpty)
    return error?.kind
  }

  @Test func aFolderThatIsMissingIsNotMade() async throws {
    #expect(await kind("\(folder.path)/none/cache.db") == .folder)
    #expect(try folder.names.isEmpty)
  }

  @Test func aFolderAtThePathIsLeftAlone() async throws {
    try FileManager.default.createDirectory(atPath: folder.cache, withIntermediateDirectories: false)
    #expect(await kind(folder.cache) == .notAFile)
    #expect(await kind("\(folder.cache)/") == .notAFile)
    #expect(try folder.names == ["cache.db"])
  }

  @Test func anUnusablePathIsAnError() async throws {
    #expect(await kind("\(folder.path)/a\0b") == .notAFile)
    #expect(await kind("\(folder.path)/\(String(repeating: "a", count: 5_000))") == .folder)
    #expect(await kind("\(folder.path)/") == .notAFile)
    #expect(try folder.names.isEmpty)
  }

  @Test func whatSQLiteTakesForSomethingElseIsAFile() async throws {
    for name in [":memory:", "file:a?mode=memory", " ", "'", "%20", "é"] {
      let store = SQLiteCacheStore(path: "\(folder.path)/\(name)")
      try await store.insert("a", at: "/")
      #expect(folder.permissions(name) == 0o600, "\(name)")
    }
  }

  #if os(Linux)
  @Test func aFileThatCannotBeWrittenIsLeftAlone() async throws {
    // Root writes what is read-only, but not this.
    #expect(await kind("/proc/version") != nil)
    #expect(await kind("/dev/null") == .notAFile)
  }
  #endif

  @Test(.enabled(if: getuid() != 0)) func aReadOnlyFileIsLeftAlone() async throws {
    try await SQLiteCacheStore(path: folder.cache).insert("a", at: "/")
    chmod(folder.cache, 0o400)
    #expect(await kind(folder.cache) == .permission)
    #expect(folder.permissions("cache.db") == 0o400)
  }

  @Test func aFileThatOthersCanReadIsMadePrivate() async throws {
    try await SQLiteCacheStore(path: folder.cache).insert("a", at: "/")
    chmod(folder.cache, 0o644)
    let store = SQLiteCacheStore(path: folder.cache)
    #expect(try await store.bodies(at: "/") == ["a"])
    for name in try folder.names { #expect(folder.permissions(name) == 0o600, "\(name)") }
  }

  @Test(arguments: ["cache.db", "./middle"]) func aSymbolicLinkIsFollowed(_ target: String) async throws {
    try folder.link("link", to: target)
    try folder.link("middle", to: folder.cache)
    // It leads to nothing yet.
    let store = SQLiteCacheStore(path: "\(folder.path)/link")
    try await store.insert("a", at: "/")
    #expect(try await store.bodies(at: "/") == ["a"])
    #expect(try await SQLiteCacheStore(path: folder.cache).bodies(at: "/") == ["a"])
    #expect(
      try folder.names == ["cache.db", "cache.db-lock", "cache.db-shm", "cache.db-wal", "link", "middle"])
  }

  @Test func aSymbolicLinkThatCantBeFollowedIsAnError() async throws {
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    try folder.link("c", to: "none/cache.db")
    for name in ["a", "b", "c"] { #expect(await kind("\(folder.path)/\(name)") == .folder) }
    #expect(try folder.names == ["a", "b", "c"])
  }

  @Test func aFileThatIsRemovedIsBegunAnew() async throws {
    let store = SQLiteCacheStore(path: folder.cache)
    for round in 0..<3 {
      try await store.insert("\(round)", at: "/")
      #expect(try await store.bodies(at: "/") == ["\(round)"])
      for name in try folder.names where round != 1 || name == "cache.db" { try folder.remove(name) }
      #expect(try await store.bodies(at: "/").isEmpty)
    }
    #expect(store.damagedFiles.isEmpty)
    #expect(try folder.problems().isEmpty)
  }

  @Test func aFileThatIsReplacedIsTheNewOne() async throws {
    let other = try Folder()
    try await SQLiteCacheStore(path: other.cache).insert("other", at: "/")
    let store = SQLiteCacheStore(path: folder.cache)
    try await store.insert("own", at: "/")
    try other.bytes().write(to: URL(fileURLWithPath: "\(folder.path)/new"))
    for name in ["cache.db-wal", "cache.db-shm"] { try folder.remove(name) }
    _ = rename("\(folder.path)/new", folder.cache)
    #expect(try await store.bodies(at: "/") == ["other"])
  }

  @Test func aRelativePathIsOneFromTheFolderOfThen() {
    let store = SQLiteCacheStore(path: "cache.db")
    #expect(store.path == FileManager.default.currentDirectoryPath + "/cache.db")
  }

  // MARK: Locks

  /// A connection that may leave a transaction open.
  private func connection() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: folder.cache, configuration: configuration)
  }

  @Test func aWriterDoesNotBlockReaders() async throws {
    let store = SQLiteCacheStore(path: folder.cache, now: { 0 }, patience: .milliseconds(50), backoff: .zero)
    try await store.insert("a", at: "/")
    let queue = try connection()
    try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    #expect(try await store.bodies(at: "/") == ["a"])
    for _ in 0..<3 {
      let error = await #expect(throws: SQLiteCacheError.self) { try await store.insert("b", at: "/") }
      #expect(error?.kind == .locked)
    }
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await store.insert("b", at: "/")
    #expect(try await store.bodies(at: "/") == ["b"])
    #expect(store.damagedFiles.isEmpty)
  }

  @Test func aFileThatIsLockedWholeFailsSoon() async throws {
    try await SQLiteCacheStore(path: folder.cache).insert("a", at: "/")
    let queue = try connection()
    try await queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try $0.execute(sql: "BEGIN EXCLUSIVE; UPDATE total SET bytes = bytes")
    }
    let store = SQLiteCacheStore(path: folder.cache, now: { 0 }, patience: .milliseconds(50), backoff: .zero)
    for _ in 0..<3 {
      let error = await #expect(throws: SQLiteCacheError.self) { try await store.bodies(at: "/") }
      #expect(error?.kind == .locked)
    }
    try queue.close()
    #expect(try await store.bodies(at: "/") == ["a"])
    #expect(store.damagedFiles.isEmpty)
  }

  @Test func afterALockOperationsFailAtOnceForAWhile() async throws {
    let store = SQLiteCacheStore(
      path: folder.cache, now: { 0 }, patience: .milliseconds(50), backoff: .seconds(3_600))
    try await store.insert("a", at: "/")
    let queue = try connection()
    try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    _ = try? await store.insert("b", at: "/")
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    // It could be written, and is not tried.
    let error = await #expect(throws: SQLiteCacheError.self) { try await store.insert("b", at: "/") }
    #expect(error?.kind == .locked)
    #expect(try await store.bodies(at: "/") == ["a"])
  }

  @Test func aFullDiskDamagesNothing() async throws {
    let store = SQLiteCacheStore(path: folder.cache, now: { 0 }) {
      try $0.execute(sql: "PRAGMA max_page_count = 200")
    }
    let body = String(repeating: "a", count: 100_000)
    var errors = 0
    for number in 0..<20 {
      do { try await store.insert(body, at: "/\(number)") } catch let error as SQLiteCacheError {
        #expect(error.kind == .full)
        errors += 1
      }
    }
    #expect(errors > 5)
    for number in 0..<20 {
      for found in try await store.bodies(at: "/\(number)") { #expect(found == body) }
    }
    #expect(try await store.bodies(at: "/0") == [body])
    try await store.remove(.all)
    try await store.insert(body, at: "/new")
    #expect(try await store.bodies(at: "/new") == [body])
    #expect(store.damagedFiles.isEmpty)
    #expect(try folder.problems().isEmpty)
  }
}
#endif
