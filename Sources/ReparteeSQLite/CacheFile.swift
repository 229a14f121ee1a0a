#if SQLite
import Foundation
import GRDB
import ReparteeBase

/// One connection writes, several read, one reads heads on the caller's thread.
final class CacheFile: Sendable {
  let path: String
  let limit: Int
  let pool: DatabasePool
  private let heads: DatabaseQueue
  let backoffs: Backoffs
  private let identity: FileIdentity
  let pending: PendingRemovals
  let marks = Mutex(Marks())
  /// The bytes of the log (WAL) that force a checkpoint.
  let logLimit = Mutex(CacheFile.mostLog)
  /// Whether removed data may still be in the log.
  private let mustEmptyLog = Mutex(false)

  /// The bytes that a checkpoint keeps.
  static let keptLog = 4 << 20
  static let mostLog = 32 << 20

  /// Pauses after lock errors; a writer blocks no readers.
  struct Backoffs: Sendable {
    let reading: LockBackoff
    let writing: LockBackoff
    /// The pause after another connection has kept the log from being emptied.
    let emptying: LockBackoff
  }

  /// Changes by reads, written soon afterwards.
  struct Marks: Sendable {
    var used: [UUID: Int64] = [:]
    var unreadable: Set<UUID> = []
    var isEmpty: Bool { used.isEmpty && unreadable.isEmpty }
  }

  init(
    _ pool: DatabasePool, _ heads: DatabaseQueue, _ identity: FileIdentity, path: String, limit: Int,
    backoffs: Backoffs
  ) {
    self.pool = pool
    self.heads = heads
    self.identity = identity
    pending = PendingRemovals(besides: path)
    self.path = path
    self.limit = limit
    self.backoffs = backoffs
  }

  var isCurrent: Bool {
    guard let identity = try? FileIdentity(path) else { return false }
    return self.identity.isSame(as: identity)
  }

  /// Reads in progress fail.
  func close() {
    if mustEmptyLog.withLock({ $0 }) {
      _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
    // The last connection writes the log back, which a read-only one can't do.
    try? heads.close()
    try? pool.close()
  }

  deinit {
    try? heads.close()
  }

  /// Reads with one statement; throws if another connection has a lock.
  func readAtOnce<Value>(_ body: (Database) throws -> Value) throws -> Value { try heads.unsafeRead(body) }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let backoff = backoffs.reading, path = path
    return try await withCheckedThrowingContinuation { continuation in
      pool.asyncUnsafeRead { db in
        continuation.resume(
          with: Result {
            let db = try db.get()
            try backoff.check()
            do { return try body(db) } catch let error as DatabaseError where error.isLock {
              backoff.begin(SQLiteCacheError(error, path))
              throw error
            }
          })
      }
    }
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await withWriter { db in try self.write(db, body) }
  }

  /// Runs `body` even if cancelled, because a sign-out must remove its data.
  func withWriter<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      pool.asyncWriteWithoutTransaction { db in continuation.resume(with: Result { try body(db) }) }
    }
  }

  func write<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
    try backoffs.writing.check()
    do {
      try boundLog(db)
      if mustEmptyLog.withLock({ $0 }) { try emptyLog(db) }
      var value: Value?
      try db.inTransaction(.immediate) {
        value = try body(db)
        return .commit
      }
      guard let value else { throw Damage(description: "a transaction without a result") }
      return value
    } catch let error as DatabaseError where error.isLock {
      backoffs.writing.begin(SQLiteCacheError(error, path))
      throw error
    }
  }

  /// While another connection reads, this is left to the next write.
  func emptyLog(_ db: Database) throws {
    mustEmptyLog.withLock { $0 = true }
    do {
      try backoffs.emptying.check()
      try db.checkpoint(.truncate)
      mustEmptyLog.withLock { $0 = false }
    } catch let error as DatabaseError where error.isLock || error.isFull {
      backoffs.emptying.begin(SQLiteCacheError(error, path))
    } catch is SQLiteCacheError {}
  }

  /// Throws, and nothing is written, if a lock or a full disk prevents the checkpoint and the log is over `limit` and
  /// twice `mostLog`.
  private func boundLog(_ db: Database) throws {
    guard let size = try FileIdentity("\(path)-wal")?.size, size > logLimit.withLock({ $0 }) else { return }
    do {
      try db.checkpoint(.truncate)
      logLimit.withLock { $0 = Self.mostLog }
    } catch let error as DatabaseError where error.isLock || error.isFull {
      guard size <= max(limit, 2 * Self.mostLog) else { throw error }
      logLimit.withLock { $0 = size + Self.mostLog }
    }
  }
}
#endif
