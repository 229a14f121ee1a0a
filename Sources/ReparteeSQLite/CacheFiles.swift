#if SQLite
import Dispatch
import Foundation
import GRDB
import Repartee
import ReparteeBase
import ReparteeCaching

/// Opens the cache file under a lock beside it, so that processes do not undo each other's work.
final class CacheFiles: Sendable {
  let path: String
  private let limit: Int
  private let now: @Sendable () -> Int64
  private let patience: Duration
  private let backoffs: CacheFile.Backoffs
  private let configure: (@Sendable (Database) throws -> Void)?
  private let queue = DispatchQueue(label: "repartee.cache")
  private let current = Mutex<CacheFile?>(nil)
  private let aside = Mutex<[String]>([])

  static let mostAside = 9

  init(
    _ path: String, limit: Int, now: @escaping @Sendable () -> Int64, patience: Duration, backoff: Duration,
    configure: (@Sendable (Database) throws -> Void)?
  ) {
    self.path = path
    self.limit = limit
    self.now = now
    self.patience = patience
    self.configure = configure
    backoffs = CacheFile.Backoffs(
      reading: LockBackoff(backoff), writing: LockBackoff(backoff), emptying: LockBackoff(backoff))
  }

  var damaged: [String] { aside.withLock { $0 } }

  /// Nil if none is open, or the path has another file.
  var file: CacheFile? {
    guard let file = current.withLock({ $0 }), file.isCurrent else { return nil }
    return file
  }

  func open() async throws -> CacheFile {
    if let file { return file }
    return try await run { try self.opened() }
  }

  /// Does the removals left to the file's next user, or removes a large file.
  func catchUp(_ file: CacheFile) async throws {
    if file.pending.isEmpty { return }
    try await run {
      let lock = try self.lock(file.path)
      defer { withExtendedLifetime(lock) {} }
      // Another process may have done it.
      if file.pending.isEmpty { return }
      try self.removeDamaged(file.path)
      guard try file.isLarge else { return try file.catchUp() }
      try self.discard(file, at: file.path)
      try file.pending.remove()
    }
  }

  /// Called when another process has a lock: leaves the removal to the file's next user.
  func postpone(_ selection: CacheSelection) async throws {
    try await run {
      let target = FileSystem.destination(of: self.path)
      let lock = try self.lock(target)
      defer { withExtendedLifetime(lock) {} }
      try PendingRemovals(besides: target).add(selection)
    }
  }

  /// Damaged files may have data that a user wants removed.
  func removeDamaged() async throws {
    try await run { try self.removeDamaged(FileSystem.destination(of: self.path)) }
  }

  func close() {
    current.withLock { $0 }?.close()
  }

  /// The next operation opens and checks the path again.
  func forget(_ file: CacheFile) {
    current.withLock { if $0 === file { $0 = nil } }
  }

  func putAside(_ file: CacheFile) async throws { try await replace(file, self.putAside) }

  func discard(_ file: CacheFile) async throws {
    try await replace(file) { target in try self.discard(file, at: target) }
  }

  private func discard(_ file: CacheFile, at target: String) throws {
    forget(file)
    file.close()
    for suffix in ["", "-wal", "-shm"] { try FileSystem.remove(target + suffix) }
  }

  private func replace(_ file: CacheFile, _ body: @escaping @Sendable (String) throws -> Void) async throws {
    forget(file)
    try await run {
      let target = FileSystem.destination(of: self.path)
      let lock = try self.lock(target)
      defer { withExtendedLifetime(lock) {} }
      // Reads in progress fail, and are repeated with the next file.
      file.close()
      if file.isCurrent { try body(target) }
    }
  }

  private func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body() }) }
    }
  }

  // MARK: On the queue

  private func removeDamaged(_ target: String) throws {
    for name in Self.namesAside(target) {
      for suffix in ["", "-wal", "-journal"] { try FileSystem.remove(name + suffix) }
    }
    aside.withLock { $0 = [] }
  }

  private static func namesAside(_ target: String) -> [String] {
    (1...mostAside).map { "\(target).damaged-\($0)" }
  }

  private func opened() throws -> CacheFile {
    if let file { return file }
    try backoffs.reading.check()
    let target = FileSystem.destination(of: path)
    let lock = try lock(target)
    defer { withExtendedLifetime(lock) {} }
    do {
      let file = try open(target, lock)
      current.withLock { $0 = file }
      return file
    } catch let error as DatabaseError where error.isLock {
      let error = SQLiteCacheError(error, path)
      backoffs.reading.begin(error)
      throw error
    }
  }

  private func lock(_ target: String) throws -> FileLock {
    // Leaves no lock file beside something that is not a file.
    guard !target.utf8.contains(0), try FileIdentity(target)?.isRegular ?? true else {
      throw SQLiteCacheError(.notAFile, path)
    }
    do { return try FileLock("\(target)-lock", within: patience) } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      let error = SQLiteCacheError(.locked, path, underlying: error)
      backoffs.reading.begin(error)
      throw error
    }
  }

  private func open(_ target: String, _ lock: FileLock) throws -> CacheFile {
    for _ in 0..<3 {
      if let found = try FileIdentity(target) {
        guard found.isRegular else { throw SQLiteCacheError(.notAFile, path) }
      } else {
        // SQLite would take these for parts of the new database.
        for suffix in ["-wal", "-shm", "-journal"] { try FileSystem.remove(target + suffix) }
        try FileSystem.create(target)
      }
      do {
        switch try prepare(target) {
        case .newer: throw SQLiteCacheError(.newer, path)
        case .foreign: throw SQLiteCacheError(.foreign, path)
        case .damaged: break
        case .nothing, .ours, .older:
          try lock.mark()
          for suffix in ["", "-wal", "-shm"] { try FileSystem.makePrivate(target + suffix) }
          return try file(target)
        }
      } catch let error as DatabaseError where error.isDamage {
        // A file that can't be read need not be a cache.
        guard lock.isMarked else { throw SQLiteCacheError(.foreign, path, underlying: error) }
      }
      try putAside(target)
    }
    throw SQLiteCacheError(.damaged, path)
  }

  private func prepare(_ target: String) throws -> Schema.Contents {
    let queue = try DatabaseQueue(path: target, configuration: configuration(for: .opening))
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { db in
      let contents = try Schema.contents(db)
      switch contents {
      case .newer, .foreign, .damaged, .ours: break
      case .nothing, .older:
        try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
        // In a file with pages, the setting needs `VACUUM`.
        if contents == .nothing, try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") != 2 {
          try db.execute(sql: "VACUUM")
        }
        try db.inTransaction(.immediate) {
          try Schema.make(db)
          return .commit
        }
        // Empties the free pages.
        if contents == .older { try db.execute(sql: "VACUUM") }
      }
      return contents
    }
  }

  private func file(_ target: String) throws -> CacheFile {
    let pool = try DatabasePool(path: target, configuration: configuration(for: .use))
    let heads = try DatabaseQueue(path: target, configuration: configuration(for: .heads))
    guard let identity = try FileIdentity(target) else { throw SystemError(ENOENT) }
    let now = now()
    try? pool.write { db in
      try db.execute(sql: Statements.unuse, arguments: [now, now.addingReportingOverflow(60).partialValue])
    }
    return CacheFile(pool, heads, identity, path: target, limit: limit, backoffs: backoffs)
  }

  private enum Purpose {
    case opening, use, heads
  }

  private func configuration(for purpose: Purpose) -> Configuration {
    var configuration = Configuration()
    configuration.label = "repartee.cache"
    configuration.busyMode = .timeout(patience / .seconds(1))
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = 4
    if purpose == .heads {
      configuration.readonly = true
      configuration.busyMode = .immediateError
    }
    if purpose == .opening {
      configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
    }
    guard purpose == .use else { return configuration }
    configuration.prepareDatabase { [configure, patience] db in
      // GRDB lets reading connections wait for ten seconds.
      try db.execute(
        sql: "PRAGMA busy_timeout = \(Int32(min(patience / .milliseconds(1), Double(Int32.max))))")
      guard !db.configuration.readonly else { return }
      try db.execute(sql: "PRAGMA secure_delete = ON")
      try db.execute(sql: "PRAGMA journal_size_limit = \(CacheFile.keptLog)")
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      try configure?(db)
    }
    return configuration
  }

  private func putAside(_ target: String) throws {
    guard let name = Self.namesAside(target).first(where: { !FileSystem.isTaken($0) }) else {
      throw SQLiteCacheError(.tooManyDamaged, path)
    }
    do {
      // The file first: a process that opens the path then finds no file, rather than one without its log.
      try FileSystem.move(target, to: name)
      try FileSystem.move("\(target)-wal", to: "\(name)-wal")
      try FileSystem.move("\(target)-journal", to: "\(name)-journal")
      try FileSystem.remove("\(target)-shm")
    } catch { throw SQLiteCacheError(.damaged, path, underlying: error) }
    aside.withLock { $0.append(name) }
  }
}
#endif
