#if SQLite
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the system says of a file.
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

/// A file in the file system, whatever its name.
///
/// No file of a database is ever opened here but a new one: to close it again would drop the locks that SQLite has on
/// it.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  let isRegular: Bool
  let permissions: UInt32
  let size: Int

  /// What is at a path, symbolic links followed; nil if there is nothing.
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

  /// Whether it is the same file, whatever it holds now.
  func isSame(as other: FileIdentity) -> Bool { device == other.device && number == other.number }
}

enum FileSystem {
  /// The path as it is from any folder.
  static func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  /// The file that is meant by a path, which may be a symbolic link; the path itself if there is none.
  static func destination(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Makes an empty file that only its owner reads and writes, whatever the umask.
  static func create(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw SystemError() }
  }

  /// Takes from all but the owner what they may do with a file.
  static func makePrivate(_ path: String) throws(SystemError) {
    guard let file = try FileIdentity(path), file.permissions & 0o077 != 0 else { return }
    guard chmod(path, mode_t(file.permissions & 0o700)) == 0 else { throw SystemError() }
  }

  static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError() }
  }

  /// Gives a file another name; nothing happens without the file.
  static func move(_ path: String, to target: String) throws(SystemError) {
    guard rename(path, target) == 0 || errno == ENOENT else { throw SystemError() }
  }

  /// Whether a path has a name in its folder, of whatever.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// A lock of which one process, and one store in it, has one at a time. It ends with the process at the latest.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock; throws `SystemError(EWOULDBLOCK)` if another has it for longer than `patience`.
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
      // Who has removed the file meanwhile would be locked out by nobody.
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
