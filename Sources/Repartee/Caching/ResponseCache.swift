#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// A private cache of responses, by RFC 9111: what is fresh is not asked for again, and what is stale is asked for with
/// its validator.
///
/// ```swift
/// client.cache = ResponseCache()
/// let reply = try await client.reply(to: GetUser(id: 7))
/// reply.source  // .network, .cache, .validated
/// try await client.send(GetUser(id: 7)) { $0.cachePolicy = .reload }
/// ```
///
/// It stores what the RFC lets a private cache store, nothing else, and there is no way to store what the API forbids.
/// The ``CachePolicy`` of a call says what it wants of the cache; events (``CallEvent/Kind/cacheHit`` and the like) say
/// why the cache did what it did.
///
/// **Whose.** What was asked for with credentials is stored for these credentials only: those of a ``Session`` until it
/// is signed out, which removes what is stored; others (`Authorization`, `Cookie`, fields that ``Client/redaction``
/// takes for secrets, what ``Authentication`` puts on the request) as long as they stay the same. They are known by a
/// hash whose key no other process has: to find on disk what an earlier run has stored, or another process, give an
/// `identity`. Requests that are signed each in its own way are cached only with one.
///
/// **Bodies** are stored while they are read, when they are complete; a call that leaves its stream stores nothing.
/// What is stored does not change with the client's ``Client/json`` and decoders, and what it is decoded to
/// (``Outcome/decode``) is kept with it: a value that holds objects of a class shares them with the next caller.
///
/// **Failing.** A store that fails is no error of a call: it goes on without a cache, see ``storeError``.
///
/// Copies of a client share the cache, and so may several clients, of several APIs. It can be used from any task.
public final class ResponseCache: Sendable {
  /// Where responses are kept.
  public let store: any CacheStore
  /// Whose responses those to requests with credentials are; nil where that follows from the credentials.
  public let identity: String?
  /// Whether a response that has no lifetime of its own is taken for fresh for a tenth of the time since it was last
  /// modified (RFC 9111, section 4.2.2).
  public let usesHeuristics: Bool
  /// Whether calls that miss the same response wait for the first of them to fetch it.
  public let sharesFetches: Bool
  /// The most bytes of a body that is stored.
  public let maximumBodySize: Int

  /// The store, where nothing has to be waited for.
  let memory: MemoryCacheStore?
  private let immediate: (any ImmediateCacheStore)?
  let fetches = FetchTable()
  /// Bodies that were used last, of a store that is not in memory.
  private let recent: Mutex<MemoryResponses>
  private let failures = Mutex<[Use: any Error]>([:])
  private let invalidations = Mutex(Invalidations())
  private let stored = Atomic<UInt64>(0)
  /// What makes the identities of this cache its own.
  private let salt = UUID()

  /// A cache.
  ///
  /// - Parameters:
  ///   - store: Where responses are kept; in memory, 32 MiB of them, unless you say otherwise.
  ///   - identity: Whose they are that were asked for with credentials, say an account's ID: for a store that outlives
  ///     the process. It is written as it is. Give each user a cache of their own then. Nil, the default, goes by the
  ///     credentials.
  ///   - usesHeuristics: See ``usesHeuristics``; false unless you say otherwise.
  ///   - sharesFetches: See ``sharesFetches``; false unless you say otherwise. A call that waits does so within its own
  ///     limits, and fetches by itself what was not stored after all.
  ///   - maximumBodySize: The most bytes of a body that is stored; 8 MiB unless you say otherwise.
  ///   - maximumRecentSize: The most bytes of bodies that are kept in memory where `store` is elsewhere; 4 MiB unless
  ///     you say otherwise.
  public init(
    store: any CacheStore = MemoryCacheStore(), identity: String? = nil, usesHeuristics: Bool = false,
    sharesFetches: Bool = false, maximumBodySize: Int = 8 << 20, maximumRecentSize: Int = 4 << 20
  ) {
    self.store = store
    memory = store as? MemoryCacheStore
    immediate = store as? any ImmediateCacheStore
    self.identity = identity
    self.usesHeuristics = usesHeuristics
    self.sharesFetches = sharesFetches
    self.maximumBodySize = maximumBodySize
    recent = Mutex(MemoryResponses(limit: memory == nil ? maximumRecentSize : 0))
  }

  /// Why the store does not work: what it threw when it was last changed, or else when it was last read. Nil as soon as
  /// the same works again; an event says of each call that went without it (``CacheReason/storeFailed``).
  public var storeError: (any Error)? { failures.withLock { $0[.change] ?? $0[.reading] } }

  /// Removes what is stored of a URL, whoever's it is: all variants, all parts.
  ///
  /// - Parameter url: The full URL, as it was asked for; a fragment does not count.
  /// - Throws: What the store throws, or a ``RequestError`` if the URL is not valid.
  public func remove(url: String) async throws {
    try await remove(.url(AbsoluteURL(url, kind: .url).cacheKey))
  }

  /// Removes what is stored for requests with credentials, of a cache that was given this ``identity``, or of a session
  /// that somebody signed in to by this name (``Session/signIn(_:as:)``): also what an earlier run of the program has
  /// stored.
  /// - Throws: What the store throws.
  public func remove(identity: String) async throws {
    try await remove(.identity(Self.named(identity)))
  }

  /// Removes everything.
  /// - Throws: What the store throws.
  public func removeAll() async throws { try await remove(.all) }

  // MARK: What a call does with it

  var machine: CacheMachine { CacheMachine(usesHeuristics: usesHeuristics) }

  /// What is stored below a key; nil where the store has failed.
  func entries(for key: CacheKey) async -> [CacheEntry]? {
    if let entries = entriesAtOnce(for: key) { return entries }
    let entries = await unlessFailing(.reading) { try await self.store.entries(for: key) }
    return entries.map { trusted($0, of: key) }
  }

  /// The same; nil where the store has to be waited for.
  func entriesAtOnce(for key: CacheKey) -> [CacheEntry]? {
    if let memory { return memory.entries(for: key) }
    guard let entries = immediate?.entriesAtOnce(for: key) else { return nil }
    note(nil, of: .reading)
    return trusted(entries, of: key)
  }

  private func trusted(_ entries: [CacheEntry], of key: CacheKey) -> [CacheEntry] {
    invalidations.withLock { known in entries.filter { known.trusts($0, of: key) } }
  }

  /// The body of an entry, if it is there and whole.
  func body(of entry: CacheEntry) async -> StoredBody? {
    let body: StoredBody?
    if let memory {
      body = memory.storedBody(of: entry.id)
    } else if let known = recent.withLock({ $0.usedBody(of: entry.id) }) {
      body = known
    } else {
      let bytes = await unlessFailing(.reading) { try await self.store.body(of: entry.id) }
      body = bytes?.map(StoredBody.init)
      if let body { keep(body, of: entry) }
    }
    return body?.bytes.count == entry.response.size ? body : nil
  }

  func insert(_ entry: CacheEntry, _ body: StoredBody, for key: CacheKey) async {
    if let memory { return memory.insert(entry, body, for: key) }
    if await change({ [store] in try await store.insert(entry, body: body.bytes, for: key) }) {
      keep(body, of: entry)
    }
  }

  func update(_ entry: CacheEntry) async {
    if let memory { return memory.update(entry) }
    _ = await change { [store] in try await store.update(entry) }
  }

  /// Removes entries. What the store fails to remove is not used any more.
  ///
  /// - Parameter now: When they are removed.
  func forget(_ selection: CacheSelection, at now: Date = Date()) async {
    invalidations.withLock { $0.remove(selection) }
    if let memory { return memory.remove(selection) }
    // One of those that were not removed the last time goes along, so that all of them do in time.
    let unremoved = invalidations.withLock { $0.unremoved }
    for selection in (unremoved.map { [$0] } ?? []) + [selection] {
      let isRemoved = await change { try await self.removeStored(selection) }
      invalidations.withLock { known in
        if isRemoved { known.removed(selection) } else { known.distrust(selection, until: now) }
      }
    }
  }

  /// How often something was stored so far.
  var changes: UInt64 { stored.load(ordering: .relaxed) }
  func hasChanged(since changes: UInt64) -> Bool { self.changes != changes }
  func noteChange() { stored.add(1, ordering: .relaxed) }

  /// How often something was removed so far.
  var removals: UInt64 { invalidations.withLock { $0.count } }

  /// Whether what was asked for is not to be stored any more, because of what was removed since there were so many
  /// removals.
  func hasRemoved(_ key: CacheKey, since removals: UInt64) -> Bool {
    invalidations.withLock { $0.hasRemoved(key, since: removals) }
  }

  private func keep(_ body: StoredBody, of entry: CacheEntry) {
    recent.withLock { $0.insert(entry, body, for: CacheKey(url: entry.id.uuidString)) }
  }

  private func remove(_ selection: CacheSelection) async throws {
    invalidations.withLock { $0.remove(selection) }
    try await removeStored(selection)
  }

  private func removeStored(_ selection: CacheSelection) async throws {
    // What is gone is not found again, so that its body is of no use; that of the others can be read again.
    recent.withLock { if case .entry = selection { $0.remove(selection) } else { $0.remove(.all) } }
    try await store.remove(selection)
  }

  /// What the store is used for: a full disk fails the one, and not the other.
  private enum Use { case reading, change }

  private func unlessFailing<Value: Sendable>(_ use: Use, _ body: () async throws -> Value) async -> Value? {
    do {
      let value = try await body()
      note(nil, of: use)
      return value
    } catch {
      // Whoever was cancelled has cancelled its look-up.
      if !(error is CancellationError && Task.isCancelled) { note(error, of: use) }
      return nil
    }
  }

  /// What came of it when the store was used.
  private func note(_ failure: (any Error)?, of use: Use) {
    failures.withLock { failures in
      if failure != nil || !failures.isEmpty { failures[use] = failure }
    }
  }

  /// The same of a change, which is made although the call is cancelled meanwhile.
  private func change(_ body: @escaping @Sendable () async throws -> Void) async -> Bool {
    let change = Task { try await body() }
    return await unlessFailing(.change) { try await change.value } != nil
  }

  /// A name for secrets, from which they can't be told.
  func identity(of secrets: [String]) -> String {
    // Two hashes, whose keys are this process's: no two secrets are one by accident.
    let halves = (0...1).map { half in
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(half)
      hasher.combine(secrets)
      return String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }
    return "#" + halves.joined(separator: "-")
  }

  /// The name of somebody who has one, in each run of a program.
  static func named(_ identity: String) -> String { "@" + identity }
}

extension ResponseCache: CustomStringConvertible, CustomReflectable {
  /// Where responses are kept; nothing of them.
  public var description: String { "a cache of responses (\(type(of: store)))" }
  public var customMirror: Mirror { Mirror(self, children: ["store": "\(type(of: store))"]) }
}

extension AbsoluteURL {
  /// What responses of it are found by.
  var cacheKey: String {
    let (authority, target) = (authority, requestTarget)
    var key = ""
    key.reserveCapacity(8 + authority.utf8.count + target.utf8.count)
    key += origin.scheme
    key += "://"
    key += authority
    key += target
    return key
  }
}
