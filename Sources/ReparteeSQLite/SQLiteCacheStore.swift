#if SQLite
public import Foundation
import GRDB
public import Repartee

/// Keeps responses in an SQLite file, which outlives the process, and which several processes may share.
///
/// ```swift
/// client.cache = ResponseCache(
///   store: SQLiteCacheStore(
///     path: "/home/ada/.cache/app/responses.db"))
/// ```
///
/// What was asked for with credentials is found again by another process only if the cache knows whose it is: give
/// `ResponseCache` an `identity`, or sign in `as:` somebody.
///
/// **The file** is made when the store is first used; its folder has to be there. Only its owner can read and write it
/// (0600), and the files beside it: those of SQLite, with `-wal` and `-shm` added to its name, and a lock, with
/// `-lock`, which stays there. Nothing in it is encrypted, and what is removed may be in the file until something else
/// is written in its place. It does not work over a network file system.
///
/// **Bounded.** What was used longest ago goes first; that a response is used is written once a minute at most. The
/// file takes about as much as `limit`, and the log beside it some megabytes. Of processes with several limits each
/// keeps its own.
///
/// **What can't be read** is put aside, as `responses.db.damaged-1` and so on, and the cache begins anew: a file that
/// is damaged, as checksums of all heads and bodies tell, is no database, or is the database of another program.
/// Nothing is overwritten, nor are there more than nine: then it fails. What an older version of Repartee has written
/// is emptied; what a newer one has is left alone.
///
/// **A full disk** throws, and what is stored stays. Where there is no space even to remove something, the whole file
/// is removed.
///
/// **Waiting.** What is stored of a URL without bodies is looked up on the thread that asks; all else happens
/// elsewhere. It never waits for longer than 300 ms for a lock of another process, and not again within a second. A
/// program that is killed leaves whole responses behind; one that loses power, perhaps without the last ones.
///
/// All functions throw a ``SQLiteCacheError``. A task that is cancelled does what it has begun. A store can be used
/// from any task; the file is closed when the last reference to it is gone.
public final class SQLiteCacheStore: ImmediateCacheStore {
  /// The file.
  public let path: String
  /// The most bytes that it keeps: of heads, bodies and keys together, with an allowance for each.
  public let maximumSize: Int
  private let files: CacheFiles
  private let now: @Sendable () -> Int64

  /// A store. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: The file; a symbolic link is followed. A path that does not begin with `/` begins at the folder that is
  ///     current now.
  ///   - maximumSize: The most bytes that it keeps; 256 MiB unless you say otherwise. One that is not positive keeps
  ///     nothing.
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
    // What it did last may hold the file for a moment longer.
    files.close()
  }

  /// The files that it has put aside, in the order in which it did.
  public var damagedFiles: [String] { files.damaged }

  public func entries(for key: CacheKey) async throws -> [CacheEntry] {
    try await perform { try await $0.entries(for: key, at: self.now()) }
  }

  package func entriesAtOnce(for key: CacheKey) -> [CacheEntry]? {
    guard let file = files.file, let entries = try? file.entriesAtOnce(for: key, at: now()), file.isCurrent
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
    try await perform { file in
      do { try await file.remove(selection) } catch let error as DatabaseError
        where error.resultCode == .SQLITE_FULL
      {
        // There is no space to write down that it is gone.
        try await files.discard(file)
      }
    }
  }

  /// Does something with the file; where that is not what it was, or damaged, once more with the one that takes its
  /// place.
  private func perform<Value>(_ operation: (CacheFile) async throws -> Value) async throws -> Value {
    do {
      for _ in 0..<3 {
        let file = try await files.open()
        do {
          let value = try await operation(file)
          // What was read of a file that was taken away meanwhile may be of two files.
          if file.isCurrent { return value }
        } catch is Damage {
          try await files.putAside(file)
        } catch let error as DatabaseError where error.isDamage {
          try await files.putAside(file)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
          // A table may be gone.
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
