#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file. Reads and writes block the calling thread.
package final class OpenFile: Sendable {
  private let descriptor: Int32

  package struct Problem: Error, CustomStringConvertible {
    package let description: String
    private let code: Int32?

    // strerror returns a text that ends with NUL, and it is copied at once.
    init(code: Int32) { (description, self.code) = (unsafe String(cString: strerror(code)), code) }

    init(mode: mode_t) {
      description = mode & S_IFMT == S_IFDIR ? Problem(code: EISDIR).description : "it is no regular file"
      code = nil
    }

    /// Whether the path has no regular file: nothing, a symbolic link, a folder, or something else.
    package var isNoFile: Bool { [nil, ENOENT, ELOOP, EISDIR, ENXIO].contains(code) }
  }

  package struct Stat {
    package let length: Int64
    let permissions: mode_t
    package let isOwn: Bool
    package let isLinked: Bool

    fileprivate init(_ status: stat) throws(Problem) {
      guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(mode: status.st_mode) }
      length = Int64(status.st_size)
      permissions = status.st_mode & 0o777
      isOwn = status.st_uid == geteuid()
      isLinked = status.st_nlink > 0
    }
  }

  /// Throws unless the path is that of a regular file. Opening a FIFO does not block.
  package init(reading path: String, followsLink: Bool = true) throws(Problem) {
    descriptor = try Self.open(path, O_RDONLY | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
    _ = try status()
  }

  /// Throws if the file exists.
  init(creating path: String, permissions: mode_t?) throws(Problem) {
    descriptor = try Self.open(path, O_WRONLY | O_CREAT | O_EXCL, permissions ?? 0o666)
    // The umask may have removed some permissions.
    if let permissions, fchmod(descriptor, permissions) != 0 {
      let problem = Problem(code: errno)
      Self.remove(path)
      throw problem
    }
  }

  /// Creates a file with the permissions of the one that it will replace, if any. Throws if the file exists.
  package convenience init(creating path: String, replacing destination: String) throws(Problem) {
    try self.init(creating: path, permissions: Self.status(at: destination)?.permissions)
  }

  /// Opens a file to write at its end. Throws unless it is a regular file. Opening a FIFO does not block.
  package init(appending path: String, followsLink: Bool = true) throws(Problem) {
    descriptor = try Self.open(path, O_WRONLY | O_APPEND | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
    _ = try status()
  }

  /// Creates the file unless it exists.
  package init(locking path: String) throws(Problem) {
    descriptor = try Self.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
  }

  private static func open(_ path: String, _ flags: Int32, _ permissions: mode_t = 0) throws(Problem) -> Int32
  {
    let descriptor = systemOpen(path, flags | O_CLOEXEC, permissions)
    if descriptor < 0 { throw Problem(code: errno) }
    return descriptor
  }

  deinit {
    // Closing alone may keep the lock: a child process has the file open as well, until it runs its program.
    unlock()
    close(descriptor)
  }

  /// Throws if this is not a regular file.
  package func status() throws(Problem) -> Stat {
    var status = stat()
    // The system fills a status of its own type.
    guard unsafe fstat(descriptor, &status) == 0 else { throw Problem(code: errno) }
    return try Stat(status)
  }

  package func length() throws(Problem) -> Int64 { try status().length }

  /// Returns false if another opening of the file has the lock.
  package func lock() throws(Problem) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw Problem(code: errno)
      }
    }
    return true
  }

  package func unlock() { _ = flock(descriptor, LOCK_UN) }

  package func read(upTo count: Int) throws(Problem) -> Data {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let read = systemRead(descriptor, &bytes)
      if read >= 0 { return Data(bytes.prefix(read)) }
      if errno != EINTR { throw Problem(code: errno) }
    }
  }

  package func write(_ bytes: Data) throws(Problem) {
    var rest = bytes
    while !rest.isEmpty {
      // In pieces: the whole is not copied, and the rest is not copied again after each part that was written.
      let written = systemWrite(descriptor, [UInt8](rest.prefix(1 << 20)))
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        throw Problem(code: errno)
      }
    }
  }

  /// Replaces all bytes. The same number of bytes needs no more space on the disk.
  package func overwrite(_ bytes: Data) throws(Problem) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Problem(code: errno) }
    try write(bytes)
    try cut(to: Int64(bytes.count))
  }

  package func cut(to length: Int64) throws(Problem) {
    if ftruncate(descriptor, off_t(length)) != 0 { throw Problem(code: errno) }
  }

  package func synchronize() throws(Problem) {
    if fsync(descriptor) != 0 { throw Problem(code: errno) }
  }

  /// Throws if it is not a regular file.
  package static func status(at path: String) throws(Problem) -> Stat? {
    var status = stat()
    // The path ends with NUL, and the system fills a status of its own type.
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw Problem(code: errno)
    }
    return try Stat(status)
  }

  package static func names(in folder: String) throws(Problem) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      let code = code(of: error)
      if code == ENOENT { return [] }
      throw Problem(code: code)
    }
  }

  /// Follows symbolic links at the end of a path.
  package static func destination(of path: String) throws(Problem) -> String {
    var path = path
    for _ in 0..<40 {
      let link: String
      do { link = try FileManager.default.destinationOfSymbolicLink(atPath: path) } catch {
        let code = code(of: error)
        // The path is not a link, or does not exist.
        if code == EINVAL || code == ENOENT { return path }
        throw Problem(code: code)
      }
      path = link.utf8.first == UInt8(ascii: "/") ? link : folder(of: path) + link
    }
    throw Problem(code: ELOOP)
  }

  /// The system's code of an error of FileManager.
  private static func code(of error: any Error) -> Int32 {
    guard let error = error as? CocoaError else { return EIO }
    if let underlying = error.underlying as? POSIXError { return underlying.code.rawValue }
    return error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile ? ENOENT : EIO
  }

  package static func folder(of path: String) -> String {
    // Bytes, not characters: a combining mark after a slash belongs to the name.
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { String(Substring(path.utf8[...$0])) } ?? ""
  }

  package static func move(_ path: String, to newPath: String) throws(Problem) {
    // Both paths end with NUL.
    if unsafe rename(path, newPath) != 0 { throw Problem(code: errno) }
  }

  package static func remove(_ path: String) {
    // The path ends with NUL.
    _ = unsafe unlink(path)
  }

  /// Writes as much as is possible at once.
  static func writeToStandardError(_ text: String) { _ = systemWrite(STDERR_FILENO, [UInt8](text.utf8)) }
}

// Outside the type, because its methods have these names.

private func systemOpen(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  // The path ends with NUL.
  unsafe open(path, flags, permissions)
}

private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
  // The count is that of the array.
  unsafe read(descriptor, &bytes, bytes.count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  // The count is that of the array.
  unsafe write(descriptor, bytes, bytes.count)
}
