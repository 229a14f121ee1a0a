#if SQLite
public import Foundation
import GRDB
import Repartee
public import ReparteeCaching

/// A cache store in an SQLite file, which outlives the process; several processes can share it.
///
/// ```swift
/// client.cache = ResponseCache(
///   store: SQLiteCacheStore(
///     path: "/home/ada/.cache/app/responses.db"))
/// ```
///
/// It stores responses to requests with credentials only if `ResponseCache` has an `identity`, or the session was
/// signed in `as:` an account. See the guide "Caching" of `ReparteeCaching`.
///
/// The file is created at the first use, in an existing folder. Only its owner can read and write it (0600) and `-wal`,
/// `-shm`, `-lock` and `-removals` beside it. It is not encrypted, and does not work on a network file system. Removed
/// data is overwritten; while another connection reads, the log keeps it until a later write or the closing.
///
/// The file takes about ``maximumSize`` bytes, its log some megabytes. The least recently used responses are removed
/// first; a use is written once a minute at most. After a loss of power the last responses can be missing.
///
/// Heads are looked up on the caller's thread; all else runs elsewhere. All functions throw a ``SQLiteCacheError``, and
/// complete even if the task is cancelled. Any task can use the store. The last reference to it closes the file.
public final class SQLiteCacheStore: ImmediateCacheStore {
  /// The absolute path of the file.
  public let path: String
  /// The most bytes kept: heads, bodies and keys, with an allowance for each entry.
  public let maximumSize: Int
  private let files: CacheFiles
  private let now: @Sendable () -> Int64

  /// Creates a store, which opens nothing yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A symbolic link is followed; a relative path starts at the current folder.
  ///   - maximumSize: See ``maximumSize``; by default 256 MiB. Zero or less keeps nothing.
  public convenience init(path: String, maximumSize: Int = 256 << 20) {
    self.init(path: path, maximumSize: maximumSize, now: { Int64(Date().timeIntervalSince1970) })
  }

  init(
    path: String, maximumSize: Int = 256 << 20, now: @escaping @Sendable () -> Int64,
    patience: Duration = .milliseconds(300), backoff: Duration = .seconds(1),
    configure: (@Sendable (Database) throws -> Void)? = nil
  ) {
    self.path = FileSystem.absolute(path)
    self.maximumSize = maximumSize
    self.now = now
    files = CacheFiles(
      self.path, limit: maximumSize, now: now, patience: patience, backoff: backoff, configure: configure)
  }

  deinit {
    // The last operation may still hold the file, so it is closed explicitly.
    files.close()
  }

  /// The damaged files that this store has renamed, to `responses.db.damaged-1` and so on, in order.
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
            // There is no space even for the removal.
            try await files.discard(file)
          }
        }
        if selection.isOfUser { try await files.removeDamaged() }
      }
    } catch let error as SQLiteCacheError where error.kind == .locked && selection.isOfUser {
      do { try await files.postpone(selection) } catch { throw SQLiteCacheError(error, path) }
    }
  }

  /// Repeats the operation if its file was replaced or is damaged.
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
          // Otherwise the value may come from two files.
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
