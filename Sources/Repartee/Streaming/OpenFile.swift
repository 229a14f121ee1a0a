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
    let code: Int32
    var description: String { String(cString: strerror(code)) }
  }

  /// Opens a file to be read.
  init(reading path: String) throws(Problem) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Problem(code: errno) }
  }

  /// Makes a file to be written, readable and writable by its owner and by those the umask lets; one that is
  /// there already is a problem.
  init(creating path: String) throws(Problem) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw Problem(code: errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// How many bytes it has; a problem if it is no regular file.
  func length() throws(Problem) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Problem(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(code: EISDIR) }
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
