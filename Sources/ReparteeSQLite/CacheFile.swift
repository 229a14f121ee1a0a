#if SQLite
import Foundation
import GRDB
import Synchronization

/// A file that is open: one connection that writes, some that read, and one that reads heads on the thread of who asks
/// for them.
final class CacheFile: Sendable {
  let path: String
  let limit: Int
  let pool: DatabasePool
  private let heads: DatabaseQueue
  let rests: Rests
  private let identity: FileIdentity
  let marks = Mutex(Marks())
  /// From which size on the log is written back by force.
  let logLimit = Mutex(CacheFile.mostLog)

  /// The most bytes of the log after it was written back, and how far it grows at least before that is forced.
  static let keptLog = 4 << 20
  static let mostLog = 32 << 20

  /// Pauses after a lock, of those who read and those who write: who writes is in the way of nobody who reads.
  struct Rests: Sendable {
    let reading: Rest
    let writing: Rest
  }

  /// What is written of entries that were read, soon.
  struct Marks: Sendable {
    var used: [UUID: Int64] = [:]
    var unreadable: Set<UUID> = []
    var isEmpty: Bool { used.isEmpty && unreadable.isEmpty }
  }

  init(
    _ pool: DatabasePool, _ heads: DatabaseQueue, _ identity: FileIdentity, path: String, limit: Int,
    rests: Rests
  ) {
    self.pool = pool
    self.heads = heads
    self.identity = identity
    self.path = path
    self.limit = limit
    self.rests = rests
  }

  /// Whether it is still the one that has this path. Otherwise it was removed, or put aside.
  var isCurrent: Bool {
    guard let identity = try? FileIdentity(path) else { return false }
    return self.identity.isSame(as: identity)
  }

  /// Who reads it still fails.
  func close() {
    // Whoever closes the file last writes the log back, and can't do so if it only reads.
    try? heads.close()
    try? pool.close()
  }

  deinit {
    try? heads.close()
  }

  /// Reads by one statement, at once, what is small; throws where somebody has a lock.
  func readAtOnce<Value>(_ body: (Database) throws -> Value) throws -> Value { try heads.unsafeRead(body) }

  /// Reads, by one statement, for which no transaction is needed.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let rest = rests.reading, path = path
    return try await withCheckedThrowingContinuation { continuation in
      pool.asyncUnsafeRead { db in
        continuation.resume(
          with: Result {
            let db = try db.get()
            try rest.check()
            do { return try body(db) } catch let error as DatabaseError where error.isLock {
              rest.begin(SQLiteCacheError(error, path))
              throw error
            }
          })
      }
    }
  }

  /// Writes, all or nothing.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await withWriter { db in try self.write(db, body) }
  }

  /// Does something with the connection that writes. Whether the task is cancelled is not asked: it takes no time, and
  /// what a user who signs out has removed has to be removed.
  func withWriter<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      pool.asyncWriteWithoutTransaction { db in continuation.resume(with: Result { try body(db) }) }
    }
  }

  func write<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
    try rests.writing.check()
    do {
      try boundLog(db)
      var value: Value?
      try db.inTransaction(.immediate) {
        value = try body(db)
        return .commit
      }
      guard let value else { throw Damage(description: "a transaction without a result") }
      return value
    } catch let error as DatabaseError where error.isLock {
      rests.writing.begin(SQLiteCacheError(error, path))
      throw error
    }
  }

  /// Writes the log back when it has grown because somebody always reads; what it can't be bounded to is not written.
  private func boundLog(_ db: Database) throws {
    guard let size = try FileIdentity("\(path)-wal")?.size, size > logLimit.withLock({ $0 }) else { return }
    do {
      try db.checkpoint(.truncate)
      logLimit.withLock { $0 = Self.mostLog }
    } catch let error as DatabaseError where error.isLock {
      guard size <= max(limit, 2 * Self.mostLog) else { throw error }
      logLimit.withLock { $0 = size + Self.mostLog }
    }
  }
}
#endif
