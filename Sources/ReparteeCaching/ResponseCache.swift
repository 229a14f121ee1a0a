#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeJSON

/// A private cache of responses (RFC 9111): a fresh response is used without a request, a stale one is validated.
///
/// ```swift
/// client.cache = ResponseCache()
/// let response = try await client.response(to: GetUser(id: 7))
/// response.source  // .network, .cache, .validated
/// try await client.send(GetUser(id: 7)) { $0.cachePolicy = .reload }
/// ```
///
/// A response to a request with credentials is used only with the same credentials, and a sign-out removes it. Without
/// an ``identity``, requests with a new signature each time are not cached. Calls share the class instances within a
/// stored decoded value. See <doc:Caching>.
///
/// Several clients and tasks can share the cache.
public final class ResponseCache: Sendable {
  /// The store of the responses.
  public let store: any CacheStore
  /// The identity for requests with credentials; nil derives it from them.
  public let identity: String?
  /// Whether a response without a lifetime is fresh for a tenth of the time from Last-Modified to Date (RFC 9111,
  /// section 4.2.2); by default false.
  public let usesHeuristics: Bool
  /// Whether calls that miss the same response wait for the first one to fetch it; by default false.
  public let sharesFetches: Bool
  /// The largest body stored, in bytes.
  public let maximumBodySize: Int
  /// The request header fields that distinguish users without a credential: widely used ones, such as `X-User-Id` and
  /// `Stripe-Account`, and those of the initializer.
  public let userFields: [String]
  /// The request header fields that separate no responses, beside a credential: those of negotiation, conditions and
  /// tracing, IDs of the call, and those of the initializer. A name that ends in `*` stands for all names with that
  /// beginning.
  ///
  /// Beside a credential all other fields separate responses, since any can name whom the request is for. `Vary` counts
  /// for ignored fields too.
  public let ignoredFields: [String]

  private let memory: MemoryCacheStore?
  /// For responses that no other process could find, or that repeat a secret: the store must not have their bytes.
  private let unnamed: MemoryCacheStore?
  private let immediate: (any ImmediateCacheStore)?
  let separatingNames: SeparatingNames
  let separations = Mutex(Separations())
  let fetches = FetchTable()
  let validations = FetchTable()
  private let outages = Mutex(Outages())
  /// For bodies, if the store is not in memory.
  private let recent: Mutex<MemoryResponses>
  private let failures = Mutex<[Use: any Error]>([:])
  private let invalidations = Mutex(Invalidations())
  private let stored = Counter()
  private let salt = UUID()

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - store: The store; by default 32 MiB in memory.
  ///   - identity: The identity for requests with credentials, such as an account ID, so that a store on disk keeps
  ///     their responses; nil by default. It is stored in plain text. Each user needs a separate cache.
  ///   - usesHeuristics: See ``usesHeuristics``.
  ///   - sharesFetches: See ``sharesFetches``.
  ///   - maximumBodySize: See ``maximumBodySize``; by default 8 MiB.
  ///   - maximumRecentSize: The most bytes of recent bodies in memory if `store` is elsewhere, by default 4 MiB, and as
  ///     many for responses to credentials without an identity, and those that repeat a secret of their request.
  ///   - userFields: Further names for ``userFields``, in any case.
  ///   - ignoredFields: Further names for ``ignoredFields``, in any case. They are ignored without a credential too.
  public init(
    store: any CacheStore = MemoryCacheStore(), identity: String? = nil, usesHeuristics: Bool = false,
    sharesFetches: Bool = false, maximumBodySize: Int = 8 << 20, maximumRecentSize: Int = 4 << 20,
    userFields: [String] = [], ignoredFields: [String] = []
  ) {
    self.store = store
    memory = store as? MemoryCacheStore
    unnamed = memory == nil ? MemoryCacheStore(maximumSize: maximumRecentSize) : nil
    self.userFields = Self.knownUserFields + userFields
    self.ignoredFields = Self.knownIgnoredFields + ignoredFields
    separatingNames = SeparatingNames(ofUsers: userFields, ignored: ignoredFields)
    immediate = store as? any ImmediateCacheStore
    self.identity = identity
    self.usesHeuristics = usesHeuristics
    self.sharesFetches = sharesFetches
    self.maximumBodySize = maximumBodySize
    recent = Mutex(MemoryResponses(limit: memory == nil ? maximumRecentSize : 0))
  }

  /// The error of the store's last change, or else of its last read; nil once that succeeds.
  public var storeError: (any Error)? { failures.withLock { $0[.change] ?? $0[.reading] } }

  /// Removes the responses of a full URL, with its secrets, for all identities; a fragment is ignored.
  ///
  /// - Throws: The error of the store, or a `RequestError` if the URL is not valid.
  public func remove(url: String) async throws {
    let target: AbsoluteURL
    do throws(URLFault) { target = try AbsoluteURL(url) } catch { throw RequestError(.url, error.message) }
    let failures = [await forget(.url(target.cacheKey)), await forget(.url(target.digestedCacheKey))]
    for case let failure? in failures { throw failure }
  }

  /// Removes the responses to requests with this ``identity``, or of sessions signed in by this name
  /// (`Session.signIn(_:as:)`), also of earlier runs.
  ///
  /// - Throws: The error of the store.
  public func remove(identity: String) async throws {
    try await remove(.identity(Self.named(identity)))
  }

  /// Removes all responses.
  /// - Throws: The error of the store.
  public func removeAll() async throws { try await remove(.all) }

  // MARK: Use by calls

  var machine: CacheMachine { CacheMachine(usesHeuristics: usesHeuristics) }

  var isInMemory: Bool { memory != nil }

  func memory(for key: CacheKey) -> MemoryCacheStore? { memory ?? (key.isOfThisProcess ? unnamed : nil) }

  func entries(for key: CacheKey) async -> [CacheEntry]? {
    if let entries = entriesAtOnce(for: key) { return entries }
    let entries = await unlessFailing(.reading) { try await self.store.entries(for: key) }
    return entries.map { trusted($0, of: key) }
  }

  /// Nil if the store requires waiting.
  func entriesAtOnce(for key: CacheKey) -> [CacheEntry]? {
    if let memory = memory(for: key) { return memory.entries(for: key) }
    guard let entries = immediate?.entriesAtOnce(for: key) else { return nil }
    note(nil, of: .reading)
    return trusted(entries, of: key)
  }

  /// Includes entries kept in memory.
  private func trusted(_ entries: [CacheEntry], of key: CacheKey) -> [CacheEntry] {
    let entries = entries + (unnamed?.entries(for: key) ?? [])
    return invalidations.withLock { known in entries.filter { known.trusts($0, of: key) } }
  }

  /// Nil if the body is missing or incomplete.
  func body(of entry: CacheEntry, for key: CacheKey) async -> StoredBody? {
    let body: StoredBody?
    if let memory = memory(for: key) {
      body = memory.storedBody(of: entry.id)
    } else if let kept = unnamed?.storedBody(of: entry.id) {
      body = kept
    } else if let known = recent.withLock({ $0.usedBody(of: entry.id) }) {
      body = known
    } else {
      let bytes = await unlessFailing(.reading) { try await self.store.body(of: entry.id) }
      body = bytes?.map { StoredBody($0) }
      if let body { keep(body, of: entry) }
    }
    return body?.bytes.count == entry.response.size ? body : nil
  }

  /// - Parameters:
  ///   - isSecret: Whether the store must not have the entry.
  ///   - older: The entries that it replaces.
  func insert(
    _ entry: CacheEntry, _ body: StoredBody, for key: CacheKey, isSecret: Bool,
    replacing older: [CacheEntry.ID], at now: Date
  ) async {
    if let memory = memory(for: key) { return memory.insert(entry, body, for: key) }
    if isSecret {
      for id in older { await forget(.entry(id), at: now) }
      unnamed?.insert(entry, body, for: key)
      return
    }
    for id in older { unnamed?.remove(.entry(id)) }
    if await change({ [store] in try await store.insert(entry, body: body.bytes, for: key) }) == nil {
      keep(body, of: entry)
    }
  }

  /// Drops the entry if the store must not have it, or if the store fails and the new head is for other times or
  /// requests.
  func update(
    _ entry: CacheEntry, from old: CacheEntry, for key: CacheKey, isSecret: Bool, at now: Date
  ) async {
    if let memory = memory(for: key) { return memory.update(entry) }
    if let unnamed, unnamed.storedBody(of: entry.id) != nil { return unnamed.update(entry) }
    guard !isSecret else {
      await forget(.entry(entry.id), at: now)
      return
    }
    let failure = await change { [store] in try await store.update(entry) }
    let isUsedAlike =
      entry.response.control == old.response.control
      && entry.response.explicitLifetime == old.response.explicitLifetime
      && entry.variant.hasSameBytes(as: old.variant)
    if failure != nil, !isUsedAlike { await forget(.entry(entry.id), at: now) }
  }

  func forget(_ entry: CacheEntry.ID, of key: CacheKey, at now: Date) async {
    guard let memory = memory(for: key) else {
      await forget(.entry(entry), at: now)
      return
    }
    invalidations.withLock { $0.remove(.entry(entry)) }
    memory.remove(.entry(entry))
  }

  /// An entry that the store fails to remove is no longer used.
  @discardableResult
  func forget(_ selection: CacheSelection, at now: Date = Date()) async -> (any Error)? {
    invalidations.withLock { $0.remove(selection) }
    (memory ?? unnamed)?.remove(selection)
    if memory != nil { return nil }
    if case .identity(let identity) = selection, CacheKey.isOfThisProcess(identity) { return nil }
    // Also retries one failed removal.
    if let other = invalidations.withLock({ $0.unremoved }), other != selection {
      _ = await removeStored(other, at: now)
    }
    return await removeStored(selection, at: now)
  }

  var changes: UInt64 { stored.value }
  func hasChanged(since changes: UInt64) -> Bool { self.changes != changes }
  func noteChange() { stored.next() }

  var removals: UInt64 { invalidations.withLock { $0.count } }

  func hasRemoved(_ key: CacheKey, since removals: UInt64) -> Bool {
    invalidations.withLock { $0.hasRemoved(key, since: removals) }
  }

  private func keep(_ body: StoredBody, of entry: CacheEntry) {
    recent.withLock { $0.insert(entry, body, for: CacheKey(url: entry.id.uuidString)) }
  }

  func remove(_ selection: CacheSelection) async throws {
    if let failure = await forget(selection) { throw failure }
  }

  private func removeStored(_ selection: CacheSelection, at now: Date) async -> (any Error)? {
    // Bodies of other entries can be read again.
    recent.withLock { if case .entry = selection { $0.remove(selection) } else { $0.remove(.all) } }
    let failure = await change { [store] in try await store.remove(selection) }
    invalidations.withLock { known in
      if failure == nil { known.removed(selection) } else { known.distrust(selection, until: now) }
    }
    return failure
  }

  // MARK: Origins that fail

  /// Whether nothing may be sent yet; false lets only this caller send a request.
  func isOriginPaused(for key: CacheKey, at now: Date) -> Bool {
    outages.withLock { $0.isPaused(key, at: now) }
  }

  /// `pause` is from Retry-After.
  func noteOrigin(
    _ result: Outages.Result, for key: CacheKey, asked: Date, at now: Date, pause: Duration? = nil
  ) {
    outages.withLock { $0.note(result, for: key, asked: asked, at: now, pause: pause) }
  }

  /// Separate, because a full disk fails only changes.
  private enum Use { case reading, change }

  private func unlessFailing<Value: Sendable>(_ use: Use, _ body: () async throws -> Value) async -> Value? {
    do {
      let value = try await body()
      note(nil, of: use)
      return value
    } catch {
      // A cancelled call is no failure of the store.
      if !(error is CancellationError && Task.isCancelled) { note(error, of: use) }
      return nil
    }
  }

  private func note(_ failure: (any Error)?, of use: Use) {
    failures.withLock { failures in
      if failure != nil || !failures.isEmpty { failures[use] = failure }
    }
  }

  /// Completes even if the call is cancelled.
  private func change(_ body: @escaping @Sendable () async throws -> Void) async -> (any Error)? {
    let result = await Task { try await body() }.result
    guard case .failure(let error) = result else {
      note(nil, of: .change)
      return nil
    }
    note(error, of: .change)
    return error
  }

  /// Does not reveal the secrets.
  func identity(of secrets: [String]) -> String {
    // Two random keys: different secrets do not share an identity by accident.
    let halves = (0...1).map { half in
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(half)
      for secret in secrets { hasher.combine(bytesOf: secret) }
      return String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }
    return "#" + halves.joined(separator: "-")
  }

  static func named(_ identity: String) -> String { "@" + identity }

  static func name(of login: SessionLogin) -> String { login.account.map(named) ?? "~" + login.id }
}

extension ResponseCache: CustomStringConvertible, CustomReflectable {
  /// The type of the store.
  public var description: String { "a cache of responses (\(type(of: store)))" }
  public var customMirror: Mirror { Mirror(self, children: ["store": "\(type(of: store))"]) }
}
