import HTTPTypes
import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cache in one attempt of a call: it looks up stored responses, sends the request if necessary, stores the
/// response and records what it did. ``CacheMachine`` decides.
final class CachedAttempt: Sendable {
  struct State: Sendable {
    var source = ResponseSource.network
    /// The head from the network, if there is one.
    var networkHead: HTTPResponse?
    /// The transport error for which a stale response is served.
    var failure: TransportError?
    var body: StoredBody?
    /// Whether the response is revalidated in the background.
    var revalidates = false
    /// The response to store when its body is complete.
    var pending: Pending?
  }

  /// A response to store once its body is complete. It is a class so that suspended functions hold one reference.
  final class Pending: Sendable {
    let stored: StoredResponse
    /// The number of removals when the request was sent. A response that was removed since is not stored.
    let removals: UInt64
    /// The number of insertions when the request was sent.
    let changes: UInt64
    /// The entries that this response replaces. They are removed even if it is too large to store.
    let replaced: [CacheEntry.ID]
    /// The entries to remove before: those of too many variants, and the parts that a whole response replaces.
    let surplus: [CacheEntry.ID]
    /// The fetch that other calls wait for. Its release ends their wait.
    let fetch: FetchTable.Fetch?

    init(_ stored: StoredResponse, to sending: Sending, among entries: [CacheEntry]) {
      self.stored = stored
      removals = sending.removals
      changes = sending.changes
      let older = entries.filter { $0.response.isReplaced(by: stored, for: sending.request) }
      replaced = older.map(\.id)
      let parts = older.filter { $0.response.part != stored.part }
      let excess = entries.count - CachedAttempt.mostVariants + 1
      let isNew = excess > 0 && !entries.contains { $0.variant.hasSameBytes(as: stored.variant) }
      surplus = (isNew ? entries.prefix(excess) + parts : parts).map(\.id)
      fetch = sending.fetch
    }
  }

  let cache: ResponseCache
  let key: CacheKey
  let policy: CachePolicy
  /// Whether the request has a cache key of its own, so that it is cached whatever its method.
  private let isQuery: Bool
  private let deadline: Deadline
  let now: @Sendable () -> Date
  /// The session that the response belongs to.
  let session: AuthenticatedSession?
  let userFields: UserFields
  let state = Mutex(State())

  init(
    _ cache: ResponseCache, _ key: CacheKey, _ policy: CachePolicy, isQuery: Bool, within deadline: Deadline,
    now: @escaping @Sendable () -> Date, of session: AuthenticatedSession?, _ userFields: UserFields
  ) {
    self.cache = cache
    self.key = key
    self.policy = policy
    self.isQuery = isQuery
    self.deadline = deadline
    self.now = now
    self.session = session
    self.userFields = userFields
  }

  /// The same attempt in the background: it validates a stale response, unless another call has done so.
  var revalidating: CachedAttempt {
    CachedAttempt(
      cache, key, .revalidate, isQuery: isQuery, within: deadline, now: now, of: session, userFields)
  }

  // MARK: Results

  var source: ResponseSource { state.withLock { $0.source } }
  var networkHead: HTTPResponse? { state.withLock { $0.networkHead } }
  /// The stored body of the response, once it is stored.
  var body: StoredBody? { state.withLock { $0.body } }
  /// Whether the response is stale and is revalidated in the background.
  var revalidates: Bool { state.withLock { $0.revalidates } }

  /// The result from the network; nil if nothing was sent.
  var networkResult: Attempt.Result? {
    state.withLock { state in
      state.networkHead.map { .status($0.status.bare) } ?? state.failure.map { .failed($0) }
    }
  }

  /// Whether the user that the response belongs to is still signed in.
  var isCurrent: Bool { session?.isCurrent ?? true }

  // MARK: Sending a request

  func response(through wire: Wire) async throws(TransportError) -> TransportResponse {
    var fetch: FetchTable.Fetch?
    var hasWaited = false
    var hasMissedBody = false
    var asksOrigin = policy.mode == .revalidate
    while true {
      var found: [CacheEntry]? = []
      let method = wire.request.head.method
      if usesStored(method) {
        found = cache.entriesAtOnce(for: key)
        if found == nil { found = try await entries() }
      }
      guard let entries = found else {
        if policy.mode == .onlyIfCached { throw TransportError(.notCached) }
        wire.tell(.cacheMissed, .storeFailed)
        return try await wire.fetch(wire.request, isAsGiven: true)
      }
      var decision = decision(for: wire.request, entries)
      if !asksOrigin, let spared = decision.withoutOrigin {
        if cache.isOriginSpared(for: key, at: now()) { decision = spared } else { asksOrigin = true }
      }
      if fetch == nil, !hasWaited, cache.sharesFetches, decision.isShared, method != .head,
        !FetchTable.held.contains(key)
      {
        fetch = cache.fetches.begin(key)
        // Another call may have stored the response meanwhile.
        if fetch == nil {
          fetch = try await waitForAnother()
          hasWaited = fetch == nil
          // The other call may have failed.
          asksOrigin = policy.mode == .revalidate
        }
        continue
      }
      switch decision {
      case .serve(let serving):
        fetch?.settle()
        if let response = await serve(entries[serving.index], serving, to: method) {
          wire.tell(.cacheHit, serving.reason)
          if serving.revalidates { state.withLock { $0.revalidates = true } }
          return response
        }
        // Another call may have replaced the entry meanwhile.
        if !hasMissedBody {
          hasMissedBody = true
          continue
        }
        if policy.mode == .onlyIfCached { throw TransportError(.notCached) }
        wire.tell(.cacheMissed, .notStored)
      case .validate(_, _, let reason, _): wire.tell(.cacheMissed, reason)
      case .fetch(let reason, _): if reason != .method { wire.tell(.cacheMissed, reason) }
      case .unsatisfiable: throw TransportError(.notCached)
      }
      let sending = sending(after: decision, entries, fetch, through: wire)
      // Nearly no fetch is shared, and each function that waits costs every call.
      if fetch == nil { return try await sendOnce(sending) }
      return try await send(sending)
    }
  }

  /// Whether stored responses are looked up: only if they may be used, or updated by HEAD.
  private func usesStored(_ method: HTTPRequest.Method) -> Bool {
    CacheMachine.isCacheable(method, isQuery) && policy.mode != .noStore
      && (policy.mode != .reload || method == .head)
  }

  /// Returns the entries of a store that requires waiting; nil if the store failed.
  private func entries() async throws(TransportError) -> [CacheEntry]? {
    let (cache, key) = (cache, key)
    let (entries, isLate) = await deadline.bound { await cache.entries(for: key) }
    if isLate { throw TransportError(.timedOut(deadline.timeout), mayHaveBeenProcessed: false) }
    return entries
  }

  /// Waits for another call that fetches the same response. Returns the fetch if that call failed, and this one is to
  /// take over.
  private func waitForAnother() async throws(TransportError) -> FetchTable.Fetch? {
    let (key, fetches) = (key, cache.fetches)
    let (fetch, isLate) = await deadline.bound { await fetches.wait(for: key) }
    if isLate { throw TransportError(.timedOut(deadline.timeout), mayHaveBeenProcessed: false) }
    if Task.isCancelled { throw TransportError(.cancelled, mayHaveBeenProcessed: false) }
    return fetch
  }

  @inline(never) private func decision(
    for request: borrowing AttemptRequest, _ entries: [CacheEntry]
  ) -> CacheMachine.Decision {
    cache.machine.decision(
      for: request.head, isQuery: isQuery, policy: policy, stored: entries.map(\.response), at: now())
  }

  @inline(never) private func sending(
    after decision: CacheMachine.Decision, _ entries: [CacheEntry], _ fetch: FetchTable.Fetch?,
    through wire: Wire
  ) -> Sending {
    switch decision {
    case .validate(let index, let conditions, _, let fallback):
      // With a body that can be read once, no second request is possible if a 304 is about another response.
      let asks = wire.request.body?.isReplayable ?? true
      return Sending(
        wire, of: cache, at: now(), fetch, entries: entries, fallback: fallback,
        validated: asks ? (entries[index], conditions) : nil)
    case .fetch(_, let fallback):
      return Sending(wire, of: cache, at: now(), fetch, entries: entries, fallback: fallback)
    case .serve, .unsatisfiable: return Sending(wire, of: cache, at: now(), fetch)
    }
  }

  /// A request to the network, and the entries stored for it. It is a class so that suspended functions hold one
  /// reference.
  final class Sending: Sendable {
    let wire: Wire
    let entries: [CacheEntry]
    let fallback: CacheMachine.Serving?
    /// The entry that is validated, and the conditions for that.
    let validated: (entry: CacheEntry, conditions: HTTPFields)?
    /// The fetch that other calls wait for. Its release ends their wait.
    let fetch: FetchTable.Fetch?
    /// When the request was sent.
    let date: Date
    /// The number of removals when the request was sent. A response that was removed since is not stored.
    let removals: UInt64
    /// The number of insertions when the request was sent.
    let changes: UInt64

    init(
      _ wire: Wire, of cache: ResponseCache, at date: Date, _ fetch: FetchTable.Fetch?,
      entries: [CacheEntry] = [],
      fallback: CacheMachine.Serving? = nil, validated: (entry: CacheEntry, conditions: HTTPFields)? = nil
    ) {
      self.wire = wire
      self.entries = entries
      self.fallback = fallback
      self.validated = validated
      self.fetch = fetch
      self.date = date
      (removals, changes) = (cache.removals, cache.changes)
    }

    /// The request as it was looked up.
    var request: HTTPRequest { wire.request.head }

    /// The request with the conditions, as it is sent on.
    var conditional: AttemptRequest {
      guard let validated else { return wire.request }
      var conditional = wire.request
      for field in validated.conditions { conditional.headers[field.name] = field.value }
      return conditional
    }
  }

  private func send(_ sending: Sending) async throws(TransportError) -> TransportResponse {
    guard sending.fetch != nil, !FetchTable.held.contains(key) else { return try await sendOnce(sending) }
    // Calls that are made meanwhile, for example by a middleware, do not wait for this fetch.
    let result = await FetchTable.$held.withValue(FetchTable.held + [key]) {
      () async -> Result<TransportResponse, TransportError> in
      do throws(TransportError) { return .success(try await sendOnce(sending)) } catch {
        return .failure(error)
      }
    }
    let response = try result.get()
    // If the origin failed, another call takes over. If the body is still to be read, its end decides.
    let (isPending, head) = state.withLock { ($0.pending != nil, $0.networkHead) }
    if !isPending, !(head?.isFailure ?? false) { sending.fetch?.settle() }
    return response
  }

  private func sendOnce(_ sending: Sending) async throws(TransportError) -> TransportResponse {
    let response: TransportResponse
    do throws(TransportError) {
      response = try await sending.wire.fetch(sending.conditional, isAsGiven: sending.validated == nil)
    } catch {
      noteOrigin(error.isCancellation ? .unknown : .failed, after: sending)
      if !error.isCancellation, let stale = await fallBack(sending) {
        state.withLock { $0.failure = error }
        return stale
      }
      throw error
    }
    let came = now()
    state.withLock { $0.networkHead = response.head }
    let hasFailed = CacheMachine.failures.contains(response.head.status.code)
    noteOrigin(hasFailed ? .failed : .responded, after: sending, response.head)
    switch storing(response.head, to: sending, came: came) {
    case .none:
      await mind(response.head, to: sending, came: came)
      return response
    case .store(let stored):
      guard isStorable(response.head, to: sending) else { return response }
      // Without a look-up, the stored entries are not known yet.
      let entries = policy.mode == .reload ? await cache.entries(for: key) ?? [] : sending.entries
      let pending = Pending(stored, to: sending, among: entries)
      if let length = response.body.length, length > Int64(cache.maximumBodySize) {
        await store(pending, nil)
        return response
      }
      for id in pending.surplus { await cache.forget(id, of: key, at: now()) }
      state.withLock { $0.pending = pending }
      if let bytes = response.body.bytes, !completeAtOnce(bytes) { await complete(bytes) }
      return response
    case .freshened(let stored, let isKept):
      if let response = await validated(as: stored, isKept: isKept, by: sending) { return response }
    case .fallBack: return await fallBack(sending) ?? response
    case .pass:
      guard sending.validated != nil, response.head.status == .notModified else {
        await supersede(sending, by: response.head)
        return response
      }
    // The 304 is about another response than the stored one.
    }
    // The stored response is gone, or the origin means another one.
    if let entry = sending.validated?.entry { await cache.forget(entry.id, of: key, at: now()) }
    return try await send(Sending(sending.wire, of: cache, at: now(), sending.fetch))
  }

  /// Records how the origin responded to a request that a stale response could have been used for.
  private func noteOrigin(_ result: Outages.Result, after sending: Sending, _ head: HTTPResponse? = nil) {
    guard result == .responded || sending.fallback != nil || policy.mode == .revalidate else { return }
    let asked = head?.headerFields.single(.retryAfter).flatMap { RetryAfter($0) }
    cache.noteOrigin(
      result, for: key, asked: sending.date, at: now(), pause: asked?.delay(from: now()))
  }

  /// Returns what to do with a response; nil if responses to this request are not stored.
  @inline(never) private func storing(
    _ head: HTTPResponse, to sending: Sending, came: Date
  ) -> CacheMachine.Storing? {
    guard sending.request.method != .head, CacheMachine.isCacheable(sending.request.method, isQuery) else {
      return nil
    }
    return cache.machine.storing(
      head, to: sending.request, isQuery: isQuery, policy: policy,
      validated: sending.validated?.entry.response, hasFallback: sending.fallback != nil, sent: sending.date,
      came: came, isIdentity: { userFields.contains($0) })
  }

  /// Updates or removes stored responses after a response that is not stored itself: to HEAD or to an unsafe method.
  private func mind(_ head: HTTPResponse, to sending: Sending, came: Date) async {
    let method = sending.request.method
    if method == .head {
      await freshen(sending, with: head, came: came)
    } else if CacheMachine.invalidates(method, head) {
      await invalidate(sending.wire.outgoing.request.url, after: head)
    }
  }

  /// Returns the stored response that was validated; nil if its body is gone.
  private func validated(
    as stored: StoredResponse, isKept: Bool, by sending: Sending
  ) async -> TransportResponse? {
    guard let old = sending.validated?.entry, let body = await cache.body(of: old, for: key) else {
      return nil
    }
    var entry = old
    var response = stored
    response.size = body.bytes.count
    entry.response = response
    if !isKept {
      await cache.forget(entry.id, of: key, at: now())
    } else if isStorable(stored.head, to: sending), !cache.hasRemoved(key, since: sending.removals) {
      await cache.update(entry, from: old, for: key, at: now())
    }
    sending.wire.tell(.cacheValidated, .notModified)
    return self.response(entry, body, as: .validated)
  }
}

extension HTTPResponse {
  /// Whether another request for the same may have a better response.
  fileprivate var isFailure: Bool { status.code >= 500 || status.code == 429 || status.code == 408 }
}

extension CacheMachine.Decision {
  /// What is done instead while the origin is not asked; nil if it is asked all the same, or is not anyway.
  fileprivate var withoutOrigin: Self? {
    switch self {
    case .serve(var serving) where serving.revalidates:
      serving.revalidates = false
      return .serve(serving)
    case .validate(_, _, _, let fallback?), .fetch(_, let fallback?): return .serve(fallback)
    case .serve, .validate, .fetch, .unsatisfiable: return nil
    }
  }

  /// Whether calls with the same decision share one fetch.
  fileprivate var isShared: Bool {
    switch self {
    case .validate: true
    case .fetch(let reason, _): reason == .notStored || reason == .stale || reason == .otherVariants
    case .serve, .unsatisfiable: false
    }
  }
}
