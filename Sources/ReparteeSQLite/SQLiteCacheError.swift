#if SQLite
import GRDB
import ReparteeJSON

/// Why a ``SQLiteCacheStore`` could not do what it was asked for. A call goes on without the cache then;
/// `ResponseCache.storeError` has it.
public struct SQLiteCacheError: Error, Sendable, CustomStringConvertible, CustomReflectable {
  /// What happened. There may be new kinds in a minor version; a `switch` has a `default`.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind's name, as it is written in Swift.
    public let description: String
    let message: String

    /// The folder of the file does not exist, or can't be used.
    public static let folder = Kind(description: "folder", message: "its folder can't be used")
    /// There is something at the path that is no regular file: it is left alone.
    public static let notAFile = Kind(description: "notAFile", message: "it is no regular file")
    /// The file was written by a newer version of Repartee: it is left alone.
    public static let newer = Kind(
      description: "newer", message: "it was written by a newer version of Repartee")
    /// Another connection has the file locked for longer than a fraction of a second.
    public static let locked = Kind(description: "locked", message: "it is locked by another connection")
    /// There is no space for what is stored. What was there before is still there.
    public static let full = Kind(description: "full", message: "there is no space left")
    /// The file can't be opened, or not be written to, for lack of permission.
    public static let permission = Kind(
      description: "permission", message: "there is no permission to use it")
    /// The file is damaged, and could not be put aside.
    public static let damaged = Kind(description: "damaged", message: "it is damaged, and can't be put aside")
    /// Something else, see ``SQLiteCacheError/underlying``.
    public static let other = Kind(description: "other", message: "SQLite fails")
  }

  /// What happened.
  public let kind: Kind
  /// The file.
  public let path: String
  /// The error that lies under it: of the system or of GRDB. It has no values of what is stored.
  public let underlying: (any Error)?

  init(_ kind: Kind, _ path: String, underlying: (any Error)? = nil) {
    self.kind = kind
    self.path = path
    self.underlying = underlying
  }

  /// File and kind, in one line of at most 500 characters.
  public var description: String {
    let cause = underlying.map { " (\($0))" } ?? ""
    return Shown.text("the cache \(path) can't be used: \(kind.message)\(cause)", limit: Shown.message)
  }

  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }

  /// What SQLite says, or the system.
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
  /// Whether the file is not what SQLite has written.
  var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
      || extendedResultCode == .SQLITE_IOERR_SHORT_READ
  }

  /// Whether another connection was in the way.
  var isLock: Bool { resultCode == .SQLITE_BUSY || resultCode == .SQLITE_LOCKED }
}

/// What was read is not what was written.
struct Damage: Error, CustomStringConvertible {
  let description: String
}
#endif
