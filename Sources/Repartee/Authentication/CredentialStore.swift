/// Keeps what is signed in with, so that it outlives the process, see ``Session``.
///
/// A store is shared by all that use the same credential: copies of a program on one machine share a
/// ``FileCredentialStore``. Who refreshes holds ``withLock(_:)`` meanwhile, and reads first what is there: what another
/// has refreshed is taken over.
public protocol CredentialStore<Credential>: Sendable {
  /// What it keeps.
  associatedtype Credential: Sendable

  /// What is there; nil if nothing is.
  func load() async throws -> StoredCredential<Credential>?

  /// Puts it in the place of what is there, whole or not at all; nil removes it.
  func save(_ stored: StoredCredential<Credential>?) async throws

  /// Does something while nobody else does something under the lock of this store, in any process. A store that nobody
  /// shares may do without; that is the default.
  func withLock<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value
}

extension CredentialStore {
  /// Does it, without a lock.
  public func withLock<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await body()
  }
}

/// A credential, and whose it is.
public struct StoredCredential<Credential: Sendable>: Sendable {
  /// The credential.
  public var credential: Credential
  /// Whose it is, as ``Session/signIn(_:as:)`` was told.
  public var identity: String?
  /// Which one it is: no two have the same.
  public var version: String

  /// A credential.
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
  /// This one, for what does not know its type.
  var ofAnyType: StoredCredential<any Repartee.Credential> {
    StoredCredential<any Repartee.Credential>(credential, identity: identity, version: version)
  }
}

extension StoredCredential: Equatable where Credential: Equatable {}
extension StoredCredential: Encodable where Credential: Encodable {}
extension StoredCredential: Decodable where Credential: Decodable {
  /// - Throws: Also for what a newer version of the library has written in a form that this one does not know.
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
  /// The credential's type, nothing of it.
  public var description: String { "a stored \(Credential.self)" }
  public var customMirror: Mirror { Mirror(self, children: ["credential": description]) }
}
