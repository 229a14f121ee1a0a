/// A store that keeps a credential beyond the life of the process; see ``Session``.
///
/// A store is shared by all that use the same credential: for example, copies of a program on one machine share a
/// ``FileCredentialStore``. Two functions make that safe:
/// - ``withLease(_:)``: one of them refreshes at a time. A session that has the lease first loads the stored
///   credential: if another process has refreshed it, the session uses that one.
/// - ``replace(_:with:)``: a refresh writes only if the store still has the version that it began with, so it never
///   undoes a sign-out or a sign-in of another process. These two write at once, and wait for no lease.
///
/// A store that has only ``load()`` and ``save(_:)`` is for one session at a time.
public protocol CredentialStore<Credential>: Sendable {
  /// The type of the credential.
  associatedtype Credential: Sendable

  /// Returns the stored credential; nil if there is none.
  func load() async throws -> StoredCredential<Credential>?

  /// Replaces the stored credential, completely or not at all; nil removes it.
  func save(_ stored: StoredCredential<Credential>?) async throws

  /// Replaces the stored credential if it still has this version; nil means that there is none.
  ///
  /// The default loads, compares and saves under ``withLock(_:)``. A database can do it in one statement.
  /// - Returns: Whether the version was still the same, and the credential was replaced.
  func replace(_ version: String?, with stored: StoredCredential<Credential>?) async throws -> Bool

  /// Runs `body` under the store's lock, which excludes all other users of the lock, in any process. It is held for the
  /// time of a write. The default is no lock.
  func withLock<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value

  /// Runs `body`, which refreshes the credential, while no other process does: it is held while the token endpoint is
  /// asked, for as long as a refresh may take; see ``Session/init(store:refusal:leeway:refreshTimeout:refreshing:)``.
  /// `body` uses the other functions of the store, so the lease must not be the lock. If the wait takes as long as a
  /// refresh may take, its task is cancelled. The default is no lease.
  func withLease<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value
}

extension CredentialStore {
  /// Loads, compares and saves under ``withLock(_:)``. What is ``CredentialStoreError/Kind/unreadable`` is replaced.
  public func replace(
    _ version: String?, with stored: StoredCredential<Credential>?
  ) async throws -> Bool {
    try await withLock {
      do {
        guard try await load()?.version == version else { return false }
      } catch {
        // What is no credential any more has no version, and is replaced.
        guard (error as? CredentialStoreError)?.kind == .unreadable else { throw error }
      }
      try await save(stored)
      return true
    }
  }

  /// Runs `body` without a lock.
  public func withLock<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await body()
  }

  /// Runs `body` without a lease.
  public func withLease<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await body()
  }
}

/// A credential with the identity that it belongs to.
public struct StoredCredential<Credential: Sendable>: Sendable {
  /// The credential.
  public var credential: Credential
  /// The identity that was given to ``Session/signIn(_:as:)``.
  public var identity: String?
  /// The unique version of the stored credential.
  public var version: String

  /// Creates a stored credential.
  public init(_ credential: Credential, identity: String?, version: String) {
    self.credential = credential
    self.identity = identity
    self.version = version
  }

  private enum CodingKeys: CodingKey { case credential, identity, version }
}

extension StoredCredential {
  func compactMap<Other>(_ transform: (Credential) -> Other?) -> StoredCredential<Other>? {
    transform(credential).map { StoredCredential<Other>($0, identity: identity, version: version) }
  }
}

extension StoredCredential where Credential: Repartee.Credential {
  /// The same stored credential without its static type.
  var ofAnyType: StoredCredential<any Repartee.Credential> {
    StoredCredential<any Repartee.Credential>(credential, identity: identity, version: version)
  }
}

extension StoredCredential: Equatable where Credential: Equatable {}
extension StoredCredential: Encodable where Credential: Encodable {}
extension StoredCredential: Decodable where Credential: Decodable {
  /// - Throws: Any decoding error, also if a newer version of the library has encoded the value in a form that this one
  ///   can't read.
  public init(from decoder: any Decoder) throws {
    try CodedForm.check(decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Credential.self, forKey: .credential),
      identity: try container.decodeIfPresent(String.self, forKey: .identity),
      version: try container.decode(String.self, forKey: .version))
  }
}

extension StoredCredential: CustomStringConvertible, CustomReflectable {
  /// The credential's type, without its value.
  public var description: String { "a stored \(Credential.self)" }
  public var customMirror: Mirror { Mirror(self, children: ["credential": description]) }
}
