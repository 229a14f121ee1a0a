#if SQLite
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The error of a system call on a file.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  init(_ code: Int32 = errno) {
    self.code = code
  }

  var description: String { String(cString: strerror(code)) }

  var kind: SQLiteCacheError.Kind {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: .folder
    case EACCES, EPERM, EROFS: .permission
    case ENOSPC, EDQUOT: .full
    default: .other
    }
  }
}

/// The identity of a file in the file system, independent of its name.
///
/// This code opens no database file except a new one: closing a descriptor of it would drop the locks that SQLite has
/// on the file.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  let isRegular: Bool
  let permissions: UInt32
  let size: Int

  /// Reads the identity of the file at a path, following symbolic links; nil if there is no file.
  init?(_ path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemError()
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    permissions = UInt32(status.st_mode & 0o777)
    size = Int(status.st_size)
  }

  /// Returns whether it is the same file, whatever its contents are now.
  func isSame(as other: FileIdentity) -> Bool { device == other.device && number == other.number }
}

enum FileSystem {
  /// Returns the absolute path.
  static func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  /// Returns the path with all symbolic links resolved; the path itself if there is no file.
  static func destination(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Creates an empty file that only its owner can read and write, whatever the umask is.
  static func create(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw SystemError() }
  }

  /// Removes all permissions of a file except the owner's.
  static func makePrivate(_ path: String) throws(SystemError) {
    guard let file = try FileIdentity(path), file.permissions & 0o077 != 0 else { return }
    guard chmod(path, mode_t(file.permissions & 0o700)) == 0 else { throw SystemError() }
  }

  static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError() }
  }

  /// Renames a file. Does nothing if there is no file.
  static func move(_ path: String, to target: String) throws(SystemError) {
    guard rename(path, target) == 0 || errno == ENOENT else { throw SystemError() }
  }

  /// Returns whether anything, of whatever type, has this path.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// A lock that only one process, and only one store in it, holds at a time. It ends with the process at the latest.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock. Throws `SystemError(EWOULDBLOCK)` if it is held elsewhere for longer than `patience`.
  init(_ path: String, within patience: Duration) throws(SystemError) {
    let end = ContinuousClock.now + patience
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw SystemError() }
      var code: Int32 = 0
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        code = errno
        if code == EINTR { continue }
        guard code == EWOULDBLOCK, ContinuousClock.now < end else {
          close(descriptor)
          throw SystemError(code)
        }
        usleep(5_000)
      }
      // If the lock file was removed meanwhile, the lock on it would exclude nobody.
      var (held, named) = (stat(), stat())
      if fstat(descriptor, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino,
        held.st_dev == named.st_dev
      {
        _ = fchmod(descriptor, 0o600)
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      guard ContinuousClock.now < end else { throw SystemError(EWOULDBLOCK) }
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
#endif
