#if SQLite
import GRDB
import ReparteeRedaction

/// The error of a ``SQLiteCacheStore``; see `ResponseCache.storeError`.
public struct SQLiteCacheError: Error, Sendable, CustomStringConvertible, CustomReflectable {
  /// The kind of an error; minor versions may add kinds, so a `switch` needs a `default`.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name as written in Swift.
    public let description: String
    let message: String

    /// The folder does not exist, or can't be used.
    public static let folder = Kind(description: "folder", message: "its folder can't be used")
    /// The file never was a cache, such as another program's database, and is left alone; choose another path.
    public static let foreign = Kind(
      description: "foreign", message: "it is not a cache; choose another path")
    /// The path has no regular file.
    public static let notAFile = Kind(description: "notAFile", message: "it is not a regular file")
    /// A newer version of Repartee wrote the file, which is left alone; one of an older version is emptied.
    public static let newer = Kind(
      description: "newer", message: "it was written by a newer version of Repartee")
    /// Another connection has locked the file for more than 300 ms; for a second, operations fail at once.
    public static let locked = Kind(description: "locked", message: "it is locked by another connection")
    /// There is no space for new data; stored data stays, unless even a removal has none: then the file is removed.
    public static let full = Kind(description: "full", message: "there is no space left")
    /// The permissions forbid opening the file, or writing to it.
    public static let permission = Kind(
      description: "permission", message: "there is no permission to use it")
    /// The file is damaged, and nine damaged files are beside it.
    ///
    /// Find the cause and remove them; until then nothing is stored.
    public static let tooManyDamaged = Kind(
      description: "tooManyDamaged",
      message: "it is damaged, and nine damaged files are beside it: find out why, and remove them")
    /// The file is damaged, and could not be renamed or replaced.
    public static let damaged = Kind(
      description: "damaged", message: "it is damaged, and can't be renamed or replaced")
    /// Another error; see ``SQLiteCacheError/underlying``.
    public static let other = Kind(description: "other", message: "SQLite failed")
  }

  /// The kind of the error.
  public let kind: Kind
  /// The path of the file.
  public let path: String
  /// The error of the system or of GRDB, without values of stored data.
  public let underlying: (any Error)?

  init(_ kind: Kind, _ path: String, underlying: (any Error)? = nil) {
    self.kind = kind
    self.path = path
    self.underlying = underlying
  }

  /// The path and the kind, in one line of at most 500 characters.
  public var description: String {
    let cause = underlying.map { " (\($0))" } ?? ""
    return DisplayText.text(
      "the cache \(path) can't be used: \(kind.message)\(cause)", limit: DisplayText.message)
  }

  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

  init(_ error: any Error, _ path: String) {
    let kind: Kind =
      switch error {
      case let error as SQLiteCacheError: error.kind
      case let error as DatabaseError:
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .locked
        case .SQLITE_FULL: .full
        case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH, .SQLITE_CANTOPEN: .permission
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        default: .other
        }
      case let error as SystemError: error.kind
      default: .other
      }
    let underlying = (error as? SQLiteCacheError).map(\.underlying) ?? error
    self.init(kind, path, underlying: underlying)
  }
}

extension DatabaseError {
  var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
      || extendedResultCode == .SQLITE_IOERR_SHORT_READ
  }

  var isLock: Bool { resultCode == .SQLITE_BUSY || resultCode == .SQLITE_LOCKED }

  var isFull: Bool { resultCode == .SQLITE_FULL }
}

struct Damage: Error, CustomStringConvertible {
  let description: String
}
#endif
