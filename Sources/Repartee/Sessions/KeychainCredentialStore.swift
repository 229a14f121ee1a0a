#if canImport(Security)
import Foundation
import ReparteeJSON
import Security

/// A store that keeps a credential in the Keychain of Apple platforms, on this device, readable after its first unlock.
/// Programs of one Keychain group share it without a lease or a lock: they may refresh it at the same time.
public struct KeychainCredentialStore<Credential: Codable & Sendable>: CredentialStore {
  private let service: String
  private let account: String
  private let accessGroup: String?

  /// Creates a store of one generic password, with `kSecAttrService`, `kSecAttrAccount` and `kSecAttrAccessGroup`;
  /// without a group, for this program alone.
  public init(service: String, account: String, accessGroup: String? = nil) {
    self.service = service
    self.account = account
    self.accessGroup = accessGroup
  }

  private var item: [CFString: Any] {
    var item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
      kSecUseDataProtectionKeychain: true,
    ]
    if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
    return item
  }

  public func load() throws -> StoredCredential<Credential>? {
    guard let bytes = try read() else { return nil }
    do { return try JSONCoder().decode(StoredCredential<Credential>.self, from: bytes) } catch {
      if CodedForm.isNewer(bytes) { throw newerVersion }
      // A decoding error could show the content of the item.
      throw AuthenticationError(
        .storeUnreadable, message: "the item has no credential of this type in it; sign in again")
    }
  }

  private func read() throws -> Data? {
    var query = item
    query[kSecReturnData] = true
    query[kSecMatchLimit] = kSecMatchLimitOne
    var found: CFTypeRef?
    // The system stores one reference.
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let bytes = found as? Data else { throw failure(status) }
    return bytes
  }

  private func failure(_ status: OSStatus) -> AuthenticationError {
    AuthenticationError(.storeFailed, message: "the Keychain failed with the status \(status)")
  }

  private var newerVersion: AuthenticationError {
    AuthenticationError(
      .storeNewerVersion,
      message: "a newer version of Repartee has written the item; update this program, or sign out")
  }

  public func save(_ stored: StoredCredential<Credential>?) throws {
    guard let stored else {
      let status = SecItemDelete(item as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
      return
    }
    if let old = try? read(), CodedForm.isNewer(old) { throw newerVersion }
    let value: [CFString: Any] = [
      kSecValueData: try JSONCoder().encode(stored),
      kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]
    var status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
    if status == errSecItemNotFound {
      status = SecItemAdd(item.merging(value) { $1 } as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw failure(status) }
  }
}
#endif
