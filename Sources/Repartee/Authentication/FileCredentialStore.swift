import ReparteeJSON

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

/// A store that keeps a credential as JSON in a file, for a command-line tool or a service.
///
/// ```swift
/// let session = Session<BearerToken>(
///   store: FileCredentialStore(path: "/home/ada/.config/app/token")
/// ) { … }
/// ```
///
/// The file is readable and writable only by its owner (0600). It is replaced as a whole: a reader sees the old or the
/// new credential. Its folder must exist. Programs on one machine that use the same file refresh in turn, and write one
/// at a time: they lock two files beside it, with `.refresh` and `.lock` added to its name, which are never removed. A
/// lock ends with its process. The store does not work on a network file system without `flock`.
///
/// The file is not encrypted. On Apple platforms use a `KeychainCredentialStore`.
public struct FileCredentialStore<Credential: Codable & Sendable>: CredentialStore {
  private let path: String
  private let patience: Duration
  private let clock: any Clock<Duration>

  /// Creates a store at a path.
  ///
  /// - Parameters:
  ///   - path: The file, which does not have to exist yet.
  ///   - patience: The longest time to wait for a lock while another program has it; after it, the refresh or the write
  ///     fails. The default is 90 seconds, which is longer than a refresh takes by default.
  public init(path: String, patience: Duration = .seconds(90)) {
    self.init(path: path, patience: patience, clock: ContinuousClock())
  }

  init(path: String, patience: Duration, clock: any Clock<Duration>) {
    self.path = path
    self.patience = patience
    self.clock = clock
  }

  /// An error of reading, writing or locking the file.
  struct Problem: ShownError {
    let description: String
  }

  public func load() throws -> StoredCredential<Credential>? {
    let bytes: Data
    do {
      guard let read = try read() else { return nil }
      bytes = read
    } catch {
      throw Problem(description: "\(path) can't be read: \(error)")
    }
    do { return try JSONCoder().decode(StoredCredential<Credential>.self, from: bytes) } catch {
      if CodedForm.isNewer(bytes) {
        throw Problem(description: "a newer version of Repartee has written \(path)")
      }
      // The decoding error could show the content of the file.
      throw Problem(description: "\(path) has no credential of this type in it")
    }
  }

  /// Returns the bytes of the file; nil if there is none.
  private func read() throws -> Data? {
    guard try OpenFile.permissions(at: path) != nil else { return nil }
    let file: OpenFile
    do { file = try OpenFile(reading: path) } catch {
      // It may have been removed in the meantime.
      guard try OpenFile.permissions(at: path) != nil else { return nil }
      throw error
    }
    let limit = 1 << 20
    var bytes = Data()
    while case let chunk = try file.read(upTo: 64 << 10), !chunk.isEmpty {
      bytes += chunk
      guard bytes.count <= limit else { throw Problem(description: "it has more than a mebibyte") }
    }
    return bytes
  }

  public func save(_ stored: StoredCredential<Credential>?) throws {
    do {
      let target = try OpenFile.destination(of: path)
      guard let stored else {
        OpenFile.remove(target)
        guard try OpenFile.permissions(at: target) == nil else {
          throw Problem(description: "it can't be removed")
        }
        return
      }
      let bytes = try JSONCoder().encode(stored)
      let partial = "\(target).\(UUID().uuidString)"
      do {
        let file = try OpenFile(creating: partial, permissions: 0o600)
        try file.write(bytes)
        try file.synchronize()
        try OpenFile.move(partial, to: target)
      } catch {
        OpenFile.remove(partial)
        throw error
      }
    } catch {
      throw Problem(description: "\(path) can't be written: \(error)")
    }
  }

  public func withLock<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await holding("lock", body)
  }

  public func withLease<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await holding("refresh", body)
  }

  /// Runs `body` while the file beside the credential's, with this suffix, is locked.
  private func holding<Value: Sendable>(
    _ suffix: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let lock = try lock(suffix)
    var waited: Duration = .zero
    while try !lock.take() {
      guard waited < patience else {
        throw Problem(description: "\(path) is locked by another program, for longer than \(patience)")
      }
      let pause: Duration = .milliseconds(20)
      try await clock.sleep(for: pause)
      waited += pause
    }
    defer { lock.release() }
    return try await body()
  }

  /// Returns a lock of the file that the path leads to, whatever symbolic links are in it.
  private func lock(_ suffix: String) throws -> FileLock {
    do { return try FileLock(path: "\(OpenFile.destination(of: path)).\(suffix)") } catch {
      throw Problem(description: "\(path) can't be locked: \(error)")
    }
  }
}

/// A lock on a file. It ends with the process at the latest.
private final class FileLock: Sendable {
  private let descriptor: Int32

  init(path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { throw OpenFile.Problem(code: errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Takes the lock; returns false if another holds it.
  func take() throws -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw OpenFile.Problem(code: errno)
      }
    }
    return true
  }

  func release() { _ = flock(descriptor, LOCK_UN) }
}
