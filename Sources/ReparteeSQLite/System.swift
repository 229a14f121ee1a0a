#if SQLite
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  init(_ code: Int32 = errno) {
    self.code = code
  }

  // strerror returns a text that ends with NUL, and it is copied at once.
  var description: String { unsafe String(cString: strerror(code)) }

  var kind: SQLiteCacheError.Kind {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: .folder
    case EACCES, EPERM, EROFS: .permission
    case ENOSPC, EDQUOT: .full
    default: .other
    }
  }
}

/// Opens no database: closing a descriptor would drop SQLite's locks.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  let isRegular: Bool
  let permissions: UInt32
  let size: Int

  /// Follows symbolic links; nil if there is no file.
  init?(_ path: String) throws(SystemError) {
    guard let status = status(of: path) else {
      if errno == ENOENT { return nil }
      throw SystemError()
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    permissions = UInt32(status.st_mode & 0o777)
    size = Int(clamping: status.st_size)
  }

  func isSame(as other: FileIdentity) -> Bool { device == other.device && number == other.number }
}

enum FileSystem {
  static func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    let folder = FileManager.default.currentDirectoryPath
    return folder.isEmpty ? path : "\(folder)/\(path)"
  }

  /// Resolves symbolic links, even one that leads to nothing yet; the path itself without a link or file.
  static func destination(of path: String) -> String {
    var path = path
    for _ in 0..<40 {
      if let file = resolved(path) { return file }
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
      path = link.utf8.first == UInt8(ascii: "/") ? link : folder + link
    }
    return path
  }

  private static func resolved(_ path: String) -> String? {
    var resolved = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    // realpath writes at most PATH_MAX bytes and a NUL.
    guard unsafe realpath(path, &resolved) != nil else { return nil }
    return String(decoding: resolved.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// For the owner only, with any umask.
  static func create(_ path: String) throws(SystemError) {
    let descriptor = openFile(path, O_RDWR | O_CREAT | O_EXCL)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw SystemError() }
  }

  static func makePrivate(_ path: String) throws(SystemError) {
    guard let file = try FileIdentity(path), file.permissions & 0o077 != 0 else { return }
    // The path ends with NUL.
    guard unsafe chmod(path, mode_t(file.permissions & 0o700)) == 0 else { throw SystemError() }
  }

  static func remove(_ path: String) throws(SystemError) {
    // The path ends with NUL.
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemError() }
  }

  static func move(_ path: String, to target: String) throws(SystemError) {
    // Both paths end with NUL.
    guard unsafe rename(path, target) == 0 || errno == ENOENT else { throw SystemError() }
  }

  /// Waits for the disk.
  static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = openFile(path, O_WRONLY | O_CREAT | O_APPEND)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write([UInt8](rest), to: descriptor)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError() }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw SystemError() }
  }

  /// Must not be used for a database: see ``FileIdentity``. Nil if there is no file.
  static func bytes(of path: String) throws(SystemError) -> [UInt8]? {
    let descriptor = openFile(path, O_RDONLY)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemError()
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      // The count is that of the array.
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError() }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func isTaken(_ path: String) -> Bool { status(of: path, followsLink: false) != nil }
}

/// Excludes other processes, and other stores in this one, until its release.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Throws `SystemError(EWOULDBLOCK)` after `patience`.
  init(_ path: String, within patience: Duration) throws(SystemError) {
    let end = ContinuousClock.now + patience
    while true {
      let descriptor = openFile(path, O_RDWR | O_CREAT)
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
      // If the lock file was removed meanwhile, its lock would exclude no process.
      if let held = status(of: descriptor), let named = status(of: path), held.st_ino == named.st_ino,
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
    guard descriptor >= 0 else { return }
    // A process that is being started has the file open too, until it runs its program.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Whether the file beside it is, or was, a cache.
  var isMarked: Bool { status(of: descriptor).map { $0.st_size > 0 } ?? false }

  func mark() throws(SystemError) {
    guard !isMarked else { return }
    guard write(Array("cache\n".utf8), to: descriptor) == 6 else { throw SystemError() }
  }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 {
  // The path ends with NUL.
  unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
}

private func write(_ bytes: [UInt8], to descriptor: Int32) -> Int {
  // The count is that of the array.
  unsafe write(descriptor, bytes, bytes.count)
}

private func status(of path: String, followsLink: Bool = true) -> stat? {
  var status = stat()
  // The path ends with NUL, and the system fills a status of its own type.
  let result = unsafe fstatat(AT_FDCWD, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW)
  return result == 0 ? status : nil
}

private func status(of descriptor: Int32) -> stat? {
  var status = stat()
  // The system fills a status of its own type.
  return unsafe fstat(descriptor, &status) == 0 ? status : nil
}
#endif
