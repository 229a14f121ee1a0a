#if SQLite
public import Foundation
import GRDB
import Repartee
public import ReparteeCaching

/// A cache store that keeps responses in an SQLite file. The file outlives the process, and several processes can share
/// it.
///
/// ```swift
/// client.cache = ResponseCache(
///   store: SQLiteCacheStore(
///     path: "/home/ada/.cache/app/responses.db"))
/// ```
///
/// Another process finds a response to a request with credentials only if the cache knows whose response it is: give
/// `ResponseCache` an `identity`, or sign in `as:` an account.
///
/// **The file** is created when the store is first used; its folder has to exist. Only its owner can read and write the
/// file (0600) and those beside it: SQLite's files, with `-wal` and `-shm` added to its name, and a lock file, with
/// `-lock`, which is not removed. The contents are not encrypted. The store does not work on a network file system.
///
/// **Bounded.** The least recently used responses are removed first; the use of a response is written once a minute at
/// most. The file takes about ``maximumSize`` bytes, and the log beside it some megabytes. If processes have different
/// limits, each keeps its own.
///
/// **Damaged files** are renamed to `responses.db.damaged-1` and so on, and the store creates a new file. All heads and
/// bodies have checksums. Renaming overwrites nothing, and there are at most nine renamed files; then operations fail
/// with ``SQLiteCacheError/Kind/tooManyDamaged``. What never was a cache, such as the database of another program, is
/// left alone: operations fail with ``SQLiteCacheError/Kind/foreign``. A file of an older version of Repartee is
/// emptied, and one of a newer version is left alone.
///
/// **Removed data** is overwritten in the file. When an identity is removed, the file is written anew, or begun anew
/// with nothing if it has more than 32 MiB. Then, and when everything is removed, the log is emptied as well, and
/// damaged files are deleted. If another process has locked the file, the removal is written into a file with
/// `-removals` added to its name, and whoever uses the cache next does it before; until it is done, operations fail. If
/// another connection reads meanwhile, the log is emptied with a later write, or when the file is closed.
///
/// **A full disk** makes operations throw, and stored responses stay. If there is not even space to remove something,
/// the whole file is removed.
///
/// **Waiting.** The store looks up the responses to a URL, without their bodies, on the caller's thread; all other work
/// runs elsewhere. It waits at most 300 ms for a lock of another process, and does not wait again for a second. A
/// program that is killed leaves complete responses in the file; after a loss of power the last ones can be missing.
///
/// All functions throw a ``SQLiteCacheError``. If the task is cancelled, an operation that has begun is completed. A
/// store can be used from any task. The file is closed when the last reference to the store is released.
public final class SQLiteCacheStore: ImmediateCacheStore {
  /// The absolute path of the file.
  public let path: String
  /// The most bytes that the store keeps: heads, bodies and keys, with an allowance for each entry.
  public let maximumSize: Int
  private let files: CacheFiles
  private let now: @Sendable () -> Int64

  /// Creates a store. It opens nothing yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a symbolic link is followed. A relative path starts at the folder that is current
  ///     now.
  ///   - maximumSize: The most bytes that the store keeps; 256 MiB by default. With zero or less it keeps nothing.
  public convenience init(path: String, maximumSize: Int = 256 << 20) {
    self.init(path: path, maximumSize: maximumSize, now: { Int64(Date().timeIntervalSince1970) })
  }

  init(
    path: String, maximumSize: Int = 256 << 20, now: @escaping @Sendable () -> Int64,
    patience: Duration = .milliseconds(300), rest: Duration = .seconds(1),
    configure: (@Sendable (Database) throws -> Void)? = nil
  ) {
    self.path = FileSystem.absolute(path)
    self.maximumSize = maximumSize
    self.now = now
    files = CacheFiles(
      self.path, limit: maximumSize, now: now, patience: patience, rest: rest, configure: configure)
  }

  deinit {
    // The last operation may still hold the file for a moment, so it is closed explicitly.
    files.close()
  }

  /// The paths of the damaged files that this store has renamed, in that order.
  public var damagedFiles: [String] { files.damaged }

  public func entries(for key: CacheKey) async throws -> [CacheEntry] {
    try await perform { try await $0.entries(for: key, at: self.now()) }
  }

  package func entriesAtOnce(for key: CacheKey) -> [CacheEntry]? {
    guard let file = files.file, file.pending.isEmpty,
      let entries = try? file.entriesAtOnce(for: key, at: now()), file.isCurrent
    else {
      return nil
    }
    return entries
  }

  public func body(of entry: CacheEntry.ID) async throws -> Data? {
    try await perform { try await $0.body(of: entry) }
  }

  public func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) async throws {
    try await perform { try await $0.insert(entry, body, for: key, at: self.now()) }
  }

  public func update(_ entry: CacheEntry) async throws {
    try await perform { try await $0.update(entry) }
  }

  public func remove(_ selection: CacheSelection) async throws {
    do {
      try await perform { file in
        if case .identity = selection, try file.isLarge {
          try await files.discard(file)
        } else {
          do { try await file.remove(selection) } catch let error as DatabaseError where error.isFull {
            // There is no space to record the removal.
            try await files.discard(file)
          }
        }
        if selection.isOfUser { try await files.removeDamaged() }
      }
    } catch let error as SQLiteCacheError where error.kind == .locked && selection.isOfUser {
      do { try await files.postpone(selection) } catch { throw SQLiteCacheError(error, path) }
    }
  }

  /// Runs an operation with the file. If the file was replaced or is damaged, the operation is repeated with the next
  /// file.
  private func perform<Value>(_ operation: (CacheFile) async throws -> Value) async throws -> Value {
    do {
      for _ in 0..<3 {
        let file = try await files.open()
        do {
          do { try await files.catchUp(file) } catch let error as DatabaseError where error.isFull {
            try await files.discard(file)
          }
          guard file.isCurrent else { continue }
          let value = try await operation(file)
          // If the file was replaced meanwhile, the value may come from two files.
          if file.isCurrent { return value }
        } catch is Damage {
          try await files.putAside(file)
        } catch let error as DatabaseError where error.isDamage {
          try await files.putAside(file)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
          // A table may be missing.
          files.forget(file)
        } catch {
          if file.isCurrent { throw error }
        }
      }
      throw SQLiteCacheError(.damaged, path)
    } catch {
      throw SQLiteCacheError(error, path)
    }
  }
}
#endif
