/// A store that keeps a credential beyond the life of the process; see ``Session``.
///
/// For several processes, ``withLease(_:)`` lets one refresh at a time, and ``replace(_:with:)`` keeps a refresh from
/// undoing a sign-in or a sign-out, which wait for no lease. ``load()`` and ``save(_:)`` are enough for one session at
/// a time.
///
/// To say what is wrong, a function throws an ``AuthenticationError`` of a kind of stores, such as
/// ``AuthenticationError/Kind/storeUnreadable``. Any other error makes one of kind
/// ``AuthenticationError/Kind/storeFailed``. Every kind but `storeUnreadable` fails the calls that need the credential,
/// until the store can be read.
public protocol CredentialStore<Credential>: Sendable {
  /// The type of the credential.
  associatedtype Credential: Sendable

  /// Returns the stored credential; nil if there is none.
  func load() async throws -> StoredCredential<Credential>?

  /// Replaces the stored credential, completely or not at all; nil removes it.
  func save(_ stored: StoredCredential<Credential>?) async throws

  /// Replaces the stored credential if it has this version; nil stands for none. The default uses ``withLock(_:)``.
  /// - Returns: Whether the credential was replaced.
  func replace(_ version: String?, with stored: StoredCredential<Credential>?) async throws -> Bool

  /// Runs `body`, a write, while no other user of the store does, in any process. The default is no lock.
  func withLock<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value

  /// Runs `body`, which refreshes the credential, while no other process does. The default is no lease.
  ///
  /// A wait longer than the session's `refreshTimeout` is cancelled; the lease has to last more than twice as long.
  /// `body` uses the other functions: the lease must not be the lock.
  func withLease<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value
}

extension CredentialStore {
  /// Loads, compares and saves under ``withLock(_:)``; replaces an unreadable credential
  /// (``AuthenticationError/Kind/storeUnreadable``).
  public func replace(
    _ version: String?, with stored: StoredCredential<Credential>?
  ) async throws -> Bool {
    try await withLock {
      do {
        guard try await load()?.version == version else { return false }
      } catch {
        guard (error as? AuthenticationError)?.kind == .storeUnreadable else { throw error }
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
  /// The identity given to ``Session/signIn(_:as:)``.
  public var identity: String?
  /// A unique version.
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
  var ofAnyType: StoredCredential<any Repartee.Credential> {
    StoredCredential<any Repartee.Credential>(credential, identity: identity, version: version)
  }
}

extension StoredCredential: Equatable where Credential: Equatable {}
extension StoredCredential: Encodable where Credential: Encodable {}
extension StoredCredential: Decodable where Credential: Decodable {
  /// - Throws: Any decoding error, also for a form of a newer version of the library.
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
  public var description: String { "a stored \(Credential.self)" }
  public var customMirror: Mirror { Mirror(self, children: ["credential": description]) }
}
