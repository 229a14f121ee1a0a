#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is open, and is closed when nobody has it any more. Reads and writes block the calling thread for
/// as long as the disk takes.
final class OpenFile: Sendable {
  private let descriptor: Int32

  /// What the system says of a file it could not read or write.
  struct Problem: Error, CustomStringConvertible {
    let description: String

    init(code: Int32) { description = String(cString: strerror(code)) }

    /// Of a file that is not a regular one.
    init(mode: mode_t) {
      description = mode & S_IFMT == S_IFDIR ? String(cString: strerror(EISDIR)) : "it is no regular file"
    }
  }

  /// Opens a file to be read; a problem if it is no regular file. A FIFO is not waited for.
  init(reading path: String) throws(Problem) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw Problem(code: errno) }
    _ = try length()
  }

  /// Makes a file to be written, with these permissions, or else readable and writable by its owner and by those
  /// the umask lets; one that is there already is a problem.
  init(creating path: String, permissions: mode_t?) throws(Problem) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o666)
    if descriptor < 0 { throw Problem(code: errno) }
    // The umask may have taken some away.
    if let permissions, fchmod(descriptor, permissions) != 0 {
      let problem = Problem(code: errno)
      Self.remove(path)
      throw problem
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// How many bytes it has; a problem if it is no regular file.
  func length() throws(Problem) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Problem(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(mode: status.st_mode) }
    return Int64(status.st_size)
  }

  /// The next bytes, at most `count`; none at the end.
  func read(upTo count: Int) throws(Problem) -> Data {
    var bytes = Data(count: count)
    while true {
      let read = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if read >= 0 { return bytes.prefix(read) }
      if errno != EINTR { throw Problem(code: errno) }
    }
  }

  func write(_ bytes: Data) throws(Problem) {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        throw Problem(code: errno)
      }
    }
  }

  /// Waits until what was written is on the disk.
  func synchronize() throws(Problem) {
    if fsync(descriptor) != 0 { throw Problem(code: errno) }
  }

  /// The permissions of the file there is at a path, nil if there is none; a problem if it is no regular file.
  static func permissions(at path: String) throws(Problem) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw Problem(code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(mode: status.st_mode) }
    return status.st_mode & 0o777
  }

  /// What a path names once symbolic links at its end are followed, whether or not it is there.
  static func destination(of path: String) throws(Problem) -> String {
    var path = path
    for _ in 0..<40 {
      let capacity = Int(PATH_MAX)
      var target = [CChar](repeating: 0, count: capacity)
      let count = readlink(path, &target, capacity)
      guard count >= 0 else {
        if errno == EINVAL || errno == ENOENT { return path }
        throw Problem(code: errno)
      }
      let link = String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = link.utf8.first == UInt8(ascii: "/") ? link : folder(of: path) + link
    }
    throw Problem(code: ELOOP)
  }

  /// The part of a path up to its last slash.
  static func folder(of path: String) -> String {
    // Bytes, not characters: a combining mark after a slash belongs to the name.
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { String(path[...$0]) } ?? ""
  }

  /// Gives a file another name; one of that name that is there is replaced in the same step.
  static func move(_ path: String, to newPath: String) throws(Problem) {
    if rename(path, newPath) != 0 { throw Problem(code: errno) }
  }

  static func remove(_ path: String) {
    unlink(path)
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
