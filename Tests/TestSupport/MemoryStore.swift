package import Repartee

/// A store in memory, with a lock.
package actor MemoryStore: CredentialStore {
  package init() {}

  package private(set) var kept: StoredCredential<BearerToken>?
  private var isFailing = false
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package struct Broken: Error {}

  package func fail() { isFailing = true }

  package func load() throws -> StoredCredential<BearerToken>? {
    if isFailing { throw Broken() }
    return kept
  }

  package func save(_ stored: StoredCredential<BearerToken>?) throws {
    if isFailing { throw Broken() }
    kept = stored
  }

  package func withLease<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    while isLocked { await withCheckedContinuation { waiting.append($0) } }
    isLocked = true
    defer {
      isLocked = false
      let woken = waiting
      waiting = []
      for one in woken { one.resume() }
    }
    return try await body()
  }
}
