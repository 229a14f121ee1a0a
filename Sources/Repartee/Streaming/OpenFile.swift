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

/// An open file, which is closed when its last reference is released. Reads and writes block the calling thread for as
/// long as the disk takes.
final class OpenFile: Sendable {
  private let descriptor: Int32

  /// The system's error for a file operation.
  struct Problem: Error, CustomStringConvertible {
    let description: String

    init(code: Int32) { description = String(cString: strerror(code)) }

    /// Creates the problem of a file that is not a regular one.
    init(mode: mode_t) {
      description = mode & S_IFMT == S_IFDIR ? String(cString: strerror(EISDIR)) : "it is no regular file"
    }
  }

  /// Opens a file for reading. Throws if it is not a regular file. Opening a FIFO does not block.
  init(reading path: String) throws(Problem) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw Problem(code: errno) }
    _ = try length()
  }

  /// Creates a file for writing, with these permissions, or else readable and writable as far as the umask allows.
  /// Throws if the file exists.
  init(creating path: String, permissions: mode_t?) throws(Problem) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o666)
    if descriptor < 0 { throw Problem(code: errno) }
    // The umask may have removed some.
    if let permissions, fchmod(descriptor, permissions) != 0 {
      let problem = Problem(code: errno)
      Self.remove(path)
      throw problem
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns the number of bytes. Throws if this is not a regular file.
  func length() throws(Problem) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Problem(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(mode: status.st_mode) }
    return Int64(status.st_size)
  }

  /// Reads the next bytes, at most `count`; none at the end.
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

  /// Waits until all written bytes are on the disk.
  func synchronize() throws(Problem) {
    if fsync(descriptor) != 0 { throw Problem(code: errno) }
  }

  /// Returns the permissions of the file at a path; nil if there is none. Throws if it is not a regular file.
  static func permissions(at path: String) throws(Problem) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw Problem(code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(mode: status.st_mode) }
    return status.st_mode & 0o777
  }

  /// Returns a path without symbolic links at its end, whether or not the file exists.
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

  /// Returns the part of a path up to its last slash.
  static func folder(of path: String) -> String {
    // Bytes, not characters: a combining mark after a slash belongs to the name.
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { String(path[...$0]) } ?? ""
  }

  /// Renames a file, and replaces an existing file of that name in the same step.
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
