#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import Repartee
import ReparteeJSON
import Synchronization

/// A private cache of responses (RFC 9111): a fresh response is used without a request, a stale one is validated.
///
/// ```swift
/// client.cache = ResponseCache()
/// let reply = try await client.reply(to: GetUser(id: 7))
/// reply.source  // .network, .cache, .validated
/// try await client.send(GetUser(id: 7)) { $0.cachePolicy = .reload }
/// ```
///
/// The cache stores only what the RFC allows a private cache to store; no option stores what the API forbids. Each call
/// has a `CachePolicy`. Events (`CallEvent.Kind.cacheHit` and others) report the reasons for the cache's decisions.
///
/// **Credentials.** A response to a request with credentials is stored for these credentials only. Signing out of a
/// `Session` removes its responses. With other credentials (`Authorization`, `Cookie`, fields that are secret by
/// `Client.redaction`, whatever `Authentication` adds), a response is used as long as they stay the same. No other
/// process can find it, so it is kept in memory whatever the store is. To keep it in the store, set `identity`, or sign
/// in `as:` an account. Without an `identity`, requests with a new signature each time are not cached.
///
/// **Users by a field.** Some APIs tell users apart by a header field that is no credential, and do not name it in
/// `Vary`. Requests with different values of such a field have different responses. The cache knows widely used ones,
/// see ``userFields``; name those of your API with `userFields`. A user whom only a client certificate identifies is
/// unknown to the cache: give each its own cache.
///
/// **Bodies** are recorded while they are read, and stored when complete: a call that abandons its stream stores
/// nothing. The stored bytes do not depend on `Client.json` and decoders. The decoded value (`Outcome.decode`) is
/// kept with them; callers share the class instances in it.
///
/// **Errors.** If a store fails, the call goes on without a cache, see ``storeError``.
///
/// Copies of a client share the cache, and so can clients of several APIs. Any task can use it.
public final class ResponseCache: Sendable {
  /// The store of the responses.
  public let store: any CacheStore
  /// The identity for requests with credentials; nil derives it from the credentials.
  public let identity: String?
  /// Whether a response without a lifetime counts as fresh for a tenth of the time since its last modification (RFC
  /// 9111, section 4.2.2).
  public let usesHeuristics: Bool
  /// Whether calls that miss the same response wait for the first one to fetch it.
  public let sharesFetches: Bool
  /// The largest body that is stored, in bytes.
  public let maximumBodySize: Int
  /// The names of the request header fields that tell users apart: widely used ones, such as `X-User-Id`,
  /// `X-Tenant-Id`, `Stripe-Account` and `Impersonate-User`, and those that the cache was created with.
  public let userFields: [String]

  /// The store if it is in memory, which requires no waiting.
  private let memory: MemoryCacheStore?
  /// The responses that no other process could find, if the store is not in memory: their bytes must not be left there.
  private let unnamed: MemoryCacheStore?
  private let immediate: (any ImmediateCacheStore)?
  private let fieldsOfUsers: FieldNames
  let fetches = FetchTable()
  /// The validations in the background, of all clients.
  let validations = FetchTable()
  private let outages = Mutex(Outages())
  /// The most recently used bodies, if the store is not in memory.
  private let recent: Mutex<MemoryResponses>
  private let failures = Mutex<[Use: any Error]>([:])
  private let invalidations = Mutex(Invalidations())
  private let stored = Atomic<UInt64>(0)
  /// Distinguishes the identities of this cache from those of others.
  private let salt = UUID()

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - store: The store of the responses; by default 32 MiB in memory.
  ///   - identity: The identity for requests with credentials, for example an account ID: for a store that outlives the
  ///     process. It is stored in plain text, and each user needs a separate cache. Nil, the default, derives it from
  ///     the credentials.
  ///   - usesHeuristics: See ``usesHeuristics``; by default false.
  ///   - sharesFetches: See ``sharesFetches``; by default false. A call waits within its own limits, and sends its own
  ///     request if the response was not stored after all, or if the first call streams it.
  ///   - maximumBodySize: The largest body that is stored, by default 8 MiB.
  ///   - maximumRecentSize: The most bytes kept in memory if `store` is elsewhere, by default 4 MiB: of bodies that were
  ///     used last, and as many of responses to credentials without a name.
  ///   - userFields: Names of further request header fields that tell users apart, besides the known ones; see
  ///     ``userFields``. Capitals do not count.
  public init(
    store: any CacheStore = MemoryCacheStore(), identity: String? = nil, usesHeuristics: Bool = false,
    sharesFetches: Bool = false, maximumBodySize: Int = 8 << 20, maximumRecentSize: Int = 4 << 20,
    userFields: [String] = []
  ) {
    self.store = store
    memory = store as? MemoryCacheStore
    unnamed = memory == nil ? MemoryCacheStore(maximumSize: maximumRecentSize) : nil
    self.userFields = Self.knownUserFields + userFields
    fieldsOfUsers = userFields.isEmpty ? Self.fieldsOfUsers : FieldNames(self.userFields)
    immediate = store as? any ImmediateCacheStore
    self.identity = identity
    self.usesHeuristics = usesHeuristics
    self.sharesFetches = sharesFetches
    self.maximumBodySize = maximumBodySize
    recent = Mutex(MemoryResponses(limit: memory == nil ? maximumRecentSize : 0))
  }

  /// The error of the last change of the store, or else of the last read; nil as soon as the same operation succeeds
  /// again. An event reports each call that went without the store (`CacheReason.storeFailed`).
  public var storeError: (any Error)? { failures.withLock { $0[.change] ?? $0[.reading] } }

  /// Removes the stored responses of a URL, whatever their identity: all variants and parts.
  ///
  /// - Parameter url: The full URL, as in the request; a fragment is ignored.
  /// - Throws: The error of the store, or a `RequestError` if the URL is not valid.
  public func remove(url: String) async throws {
    try await remove(.url(AbsoluteURL(url, kind: .url).cacheKey))
  }

  /// Removes the stored responses to requests with credentials: of a cache with this ``identity``, or of a session with
  /// a sign-in by this name (`Session.signIn(_:as:)`). That includes responses of earlier runs of the program.
  /// - Throws: The error of the store.
  public func remove(identity: String) async throws {
    try await remove(.identity(Self.named(identity)))
  }

  /// Removes all stored responses.
  /// - Throws: The error of the store.
  public func removeAll() async throws { try await remove(.all) }

  // MARK: Use by calls

  var machine: CacheMachine { CacheMachine(usesHeuristics: usesHeuristics) }

  /// Whether the responses end with the process.
  package var isInMemory: Bool { memory != nil }

  /// The store of the responses of a key if it is in memory.
  func memory(for key: CacheKey) -> MemoryCacheStore? { memory ?? (key.isOfThisProcess ? unnamed : nil) }

  /// Whether a request header field tells users apart.
  func isUserField(_ name: HTTPField.Name) -> Bool { fieldsOfUsers.contains(name) }

  /// Returns the entries of a key; nil if the store failed.
  func entries(for key: CacheKey) async -> [CacheEntry]? {
    if let entries = entriesAtOnce(for: key) { return entries }
    let entries = await unlessFailing(.reading) { try await self.store.entries(for: key) }
    return entries.map { trusted($0, of: key) }
  }

  /// Returns the entries of a key without waiting; nil if the store requires waiting.
  func entriesAtOnce(for key: CacheKey) -> [CacheEntry]? {
    if let memory = memory(for: key) { return memory.entries(for: key) }
    guard let entries = immediate?.entriesAtOnce(for: key) else { return nil }
    note(nil, of: .reading)
    return trusted(entries, of: key)
  }

  private func trusted(_ entries: [CacheEntry], of key: CacheKey) -> [CacheEntry] {
    invalidations.withLock { known in entries.filter { known.trusts($0, of: key) } }
  }

  /// Returns the body of an entry; nil if it is missing or incomplete.
  func body(of entry: CacheEntry, for key: CacheKey) async -> DecodedBody? {
    let body: DecodedBody?
    if let memory = memory(for: key) {
      body = memory.storedBody(of: entry.id)
    } else if let known = recent.withLock({ $0.usedBody(of: entry.id) }) {
      body = known
    } else {
      let bytes = await unlessFailing(.reading) { try await self.store.body(of: entry.id) }
      body = bytes?.map(DecodedBody.init)
      if let body { keep(body, of: entry) }
    }
    return body?.bytes.count == entry.response.size ? body : nil
  }

  func insert(_ entry: CacheEntry, _ body: DecodedBody, for key: CacheKey) async {
    if let memory = memory(for: key) { return memory.insert(entry, body, for: key) }
    if await change({ [store] in try await store.insert(entry, body: body.bytes, for: key) }) == nil {
      keep(body, of: entry)
    }
  }

  /// Replaces the head of an entry. If the store fails and the new head is for another time or for other requests, the
  /// entry is no longer used.
  func update(_ entry: CacheEntry, from old: CacheEntry, for key: CacheKey, at now: Date) async {
    if let memory = memory(for: key) { return memory.update(entry) }
    let failure = await change { [store] in try await store.update(entry) }
    let isUsedAlike =
      entry.response.control == old.response.control
      && entry.response.explicitLifetime == old.response.explicitLifetime
      && entry.variant.hasSameBytes(as: old.variant)
    if failure != nil, !isUsedAlike { await forget(.entry(entry.id), at: now) }
  }

  /// Removes an entry.
  func forget(_ entry: CacheEntry.ID, of key: CacheKey, at now: Date) async {
    guard let memory = memory(for: key) else {
      await forget(.entry(entry), at: now)
      return
    }
    invalidations.withLock { $0.remove(.entry(entry)) }
    memory.remove(.entry(entry))
  }

  /// Removes entries. Those that the store fails to remove are no longer used.
  ///
  /// - Parameter now: The time of the removal.
  /// - Returns: The error of the store, if it failed.
  @discardableResult
  func forget(_ selection: CacheSelection, at now: Date = Date()) async -> (any Error)? {
    invalidations.withLock { $0.remove(selection) }
    (memory ?? unnamed)?.remove(selection)
    if memory != nil { return nil }
    if case .identity(let identity) = selection, CacheKey.isOfThisProcess(identity) { return nil }
    // Each call also repeats one failed removal, so that all succeed in time.
    if let other = invalidations.withLock({ $0.unremoved }), other != selection {
      _ = await removeStored(other, at: now)
    }
    return await removeStored(selection, at: now)
  }

  /// The number of insertions so far.
  var changes: UInt64 { stored.load(ordering: .relaxed) }
  func hasChanged(since changes: UInt64) -> Bool { self.changes != changes }
  func noteChange() { stored.add(1, ordering: .relaxed) }

  /// The number of removals so far.
  var removals: UInt64 { invalidations.withLock { $0.count } }

  /// Whether a response with this key must not be stored, because of removals after the first `removals` ones.
  func hasRemoved(_ key: CacheKey, since removals: UInt64) -> Bool {
    invalidations.withLock { $0.hasRemoved(key, since: removals) }
  }

  private func keep(_ body: DecodedBody, of entry: CacheEntry) {
    recent.withLock { $0.insert(entry, body, for: CacheKey(url: entry.id.uuidString)) }
  }

  private func remove(_ selection: CacheSelection) async throws {
    if let failure = await forget(selection) { throw failure }
  }

  private func removeStored(_ selection: CacheSelection, at now: Date) async -> (any Error)? {
    // A removed entry's body is of no use any more. Other selections drop all bodies, which can be read again.
    recent.withLock { if case .entry = selection { $0.remove(selection) } else { $0.remove(.all) } }
    let failure = await change { [store] in try await store.remove(selection) }
    invalidations.withLock { known in
      if failure == nil { known.removed(selection) } else { known.distrust(selection, until: now) }
    }
    return failure
  }

  // MARK: Origins that fail

  /// Whether a stale response is used without asking the origin, because it failed a short time ago. If not, the caller
  /// asks it, and nobody else does meanwhile.
  func isOriginSpared(for key: CacheKey, at now: Date) -> Bool {
    outages.withLock { $0.spares(key, at: now) }
  }

  /// Records how the origin responded to a validation.
  ///
  /// - Parameters:
  ///   - asked: When the request was sent.
  ///   - pause: What the origin asked for with Retry-After.
  func noteOrigin(
    _ result: Outages.Result, for key: CacheKey, asked: Date, at now: Date, pause: Duration? = nil
  ) {
    outages.withLock { $0.note(result, for: key, asked: asked, at: now, pause: pause) }
  }

  /// The operations of the store. Their errors are kept apart: a full disk fails changes, but not reads.
  private enum Use { case reading, change }

  private func unlessFailing<Value: Sendable>(_ use: Use, _ body: () async throws -> Value) async -> Value? {
    do {
      let value = try await body()
      note(nil, of: use)
      return value
    } catch {
      // A cancelled call has cancelled its own look-up; the store did not fail.
      if !(error is CancellationError && Task.isCancelled) { note(error, of: use) }
      return nil
    }
  }

  /// Records the result of an operation of the store.
  private func note(_ failure: (any Error)?, of use: Use) {
    failures.withLock { failures in
      if failure != nil || !failures.isEmpty { failures[use] = failure }
    }
  }

  /// Changes the store, and returns its error, if it failed. The change completes even if the call is cancelled
  /// meanwhile.
  private func change(_ body: @escaping @Sendable () async throws -> Void) async -> (any Error)? {
    let result = await Task { try await body() }.result
    guard case .failure(let error) = result else {
      note(nil, of: .change)
      return nil
    }
    note(error, of: .change)
    return error
  }

  /// Returns an identity for secrets, which does not reveal them.
  func identity(of secrets: [String]) -> String {
    // Two hashes with keys of this process: different secrets do not get the same identity by accident.
    let halves = (0...1).map { half in
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(half)
      for secret in secrets { hasher.combine(bytesOf: secret) }
      return String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }
    return "#" + halves.joined(separator: "-")
  }

  /// Returns the identity for a name, which is the same in each run of a program.
  static func named(_ identity: String) -> String { "@" + identity }

  /// Returns the identity for a login.
  static func name(of login: LoginIdentity) -> String {
    switch login {
    case .account(let account): named(account)
    case .unnamed(let text): "~" + text
    }
  }
}

extension ResponseCache: LoginDataHolder {
  package func removeData(of identity: String) async -> (any Error)? { await forget(.identity(identity)) }
}

extension ResponseCache: CustomStringConvertible, CustomReflectable {
  /// The type of the store; nothing of the responses.
  public var description: String { "a cache of responses (\(type(of: store)))" }
  public var customMirror: Mirror { Mirror(self, children: ["store": "\(type(of: store))"]) }
}

extension AbsoluteURL {
  /// The URL in a cache key: without a fragment.
  var cacheKey: String {
    let (scheme, authority, target) = (origin.scheme, authority, requestTarget)
    let length = scheme.utf8.count + 3 + authority.utf8.count + target.utf8.count
    return String(unsafeUninitializedCapacity: length) { buffer in
      var end = 0
      func append(_ part: String) { end = buffer[end...].initialize(fromContentsOf: part.utf8) }
      append(scheme)
      append("://")
      append(authority)
      append(target)
      return end
    }
  }
}
