import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A store that keeps a credential as unencrypted JSON in a file.
///
/// Only the file's owner may read and write it (0600). It is replaced as a whole, in an existing folder. Programs with
/// the same file refresh and write in turn: they lock two files beside it (`.refresh`, `.lock`), which stay. A network
/// file system needs `flock`. A killed process may leave a partial file, which the next write removes. A file of more
/// than 1 MiB is ``AuthenticationError/Kind/storeUnreadable``.
public struct FileCredentialStore<Credential: Codable & Sendable>: CredentialStore {
  private let path: String
  private let patience: Duration
  private let clock: any Clock<Duration>

  /// Creates a store at a path; the file does not have to exist.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - patience: The longest wait for a lock, after which the refresh or the write fails.
  public init(path: String, patience: Duration = .seconds(90)) {
    self.init(path: path, patience: patience, clock: ContinuousClock())
  }

  init(path: String, patience: Duration, clock: any Clock<Duration>) {
    self.path = path
    self.patience = patience
    self.clock = clock
  }

  public func load() throws -> StoredCredential<Credential>? {
    guard let bytes = try named("read", { try read() }) else { return nil }
    do { return try JSONCoder().decode(StoredCredential<Credential>.self, from: bytes) } catch {
      if CodedForm.isNewer(bytes) { throw newerVersion }
      // A decoding error could show the content of the file.
      throw AuthenticationError(
        .storeUnreadable, message: "\(path) has no credential of this type in it; sign in again")
    }
  }

  private func read() throws -> Data? {
    guard try OpenFile.status(at: path) != nil else { return nil }
    let file: OpenFile
    do { file = try OpenFile(reading: path) } catch {
      // Removed in the meantime.
      guard try OpenFile.status(at: path) != nil else { return nil }
      throw error
    }
    let status = try file.status()
    try checkOwner(status)
    guard status.permissions & 0o077 == 0 else {
      throw AuthenticationError(
        .storeNotPrivate,
        message:
          "the permissions of \(path) are \(String(status.permissions, radix: 8)), so others may have read or changed "
          + "it; sign in again, or make it private with `chmod 600`")
    }
    return try bytes(of: file)
  }

  private func bytes(of file: OpenFile) throws -> Data {
    let limit = 1 << 20
    var bytes = Data()
    while case let chunk = try file.read(upTo: 64 << 10), !chunk.isEmpty {
      bytes += chunk
      guard bytes.count <= limit else {
        throw AuthenticationError(
          .storeUnreadable, message: "\(path) has more than a mebibyte in it; sign in again")
      }
    }
    return bytes
  }

  public func save(_ stored: StoredCredential<Credential>?) throws {
    try named("written") {
      let target = try OpenFile.destination(of: path)
      if let status = try OpenFile.status(at: target) { try checkOwner(status) }
      if let stored {
        if let file = try? OpenFile(reading: target), let old = try? bytes(of: file), CodedForm.isNewer(old) {
          throw newerVersion
        }
        try replace(target, with: JSONCoder().encode(stored))
        // Where the folder can't be read, leftovers stay.
        try? removeLeftovers(of: target)
      } else {
        try remove(target)
        try removeLeftovers(of: target)
      }
    }
  }

  private func remove(_ target: String) throws {
    OpenFile.remove(target)
    guard try OpenFile.status(at: target) == nil else {
      throw failure("\(path) can't be removed")
    }
  }

  private func replace(_ target: String, with bytes: Data) throws {
    for _ in 0..<10 {
      let partial = "\(target).\(UUID().uuidString)"
      do {
        let file = try OpenFile(creating: partial, permissions: 0o600)
        // Unlocked files are leftovers. Another process may have taken this one for a leftover before it was locked.
        // On a file system without locks nothing is taken for a leftover.
        guard (try? file.lock()) != false, try file.status().isLinked else {
          OpenFile.remove(partial)
          continue
        }
        try withExtendedLifetime(file) {
          try file.write(bytes)
          try file.synchronize()
          try OpenFile.move(partial, to: target)
        }
        return
      } catch {
        OpenFile.remove(partial)
        throw error
      }
    }
    throw failure("\(path) can't be written: other processes remove each new file beside it")
  }

  private func removeLeftovers(of target: String) throws {
    let folder = OpenFile.folder(of: target)
    let prefix = String(decoding: target.utf8.dropFirst(folder.utf8.count), as: UTF8.self) + "."
    for name in try OpenFile.names(in: folder.isEmpty ? "." : folder)
    where name.utf8.starts(with: prefix.utf8) {
      let suffix = String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      guard UUID(uuidString: suffix)?.uuidString == suffix,
        let file = try? OpenFile(reading: folder + name, followsLink: false),
        (try? file.status().isOwn) == true, (try? file.lock()) == true
      else { continue }
      OpenFile.remove(folder + name)
    }
  }

  // MARK: Errors

  private func named<Value>(_ verb: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as AuthenticationError { throw error } catch {
      throw failure("\(path) can't be \(verb): \(error)")
    }
  }

  private func failure(_ message: String) -> AuthenticationError {
    AuthenticationError(.storeFailed, message: message)
  }

  private func checkOwner(_ status: OpenFile.Stat) throws {
    guard status.isOwn else {
      throw AuthenticationError(
        .storeNotPrivate,
        message:
          "\(path) belongs to another user; use another path, or give the file to this user with `chown`")
    }
  }

  private var newerVersion: AuthenticationError {
    AuthenticationError(
      .storeNewerVersion,
      message:
        "a newer version of Repartee has written \(path); update this program, sign out, or use another path")
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

  private func holding<Value: Sendable>(
    _ suffix: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let file = try lockFile(suffix)
    var waited: Duration = .zero
    while try !file.lock() {
      guard waited < patience else {
        throw failure("\(path) is locked by another program, for longer than \(patience)")
      }
      let pause: Duration = .milliseconds(20)
      try await clock.sleep(for: pause)
      waited += pause
    }
    defer { file.unlock() }
    return try await body()
  }

  private func lockFile(_ suffix: String) throws -> OpenFile {
    do { return try OpenFile(locking: "\(OpenFile.destination(of: path)).\(suffix)") } catch {
      throw failure("\(path) can't be locked: \(error)")
    }
  }
}
