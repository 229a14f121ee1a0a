import HTTPTypes
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cache in one attempt of a call: it looks for a stored response, sends the request if it has to, stores what
/// comes, and knows what it did. ``CacheMachine`` decides.
final class CachedAttempt: Sendable {
  struct State: Sendable {
    var source = ResponseSource.network
    /// The head that came from the network, if one did.
    var networkHead: HTTPResponse?
    /// Why none did.
    var failure: TransportError?
    var body: StoredBody?
    /// Whether the response is to be asked for again meanwhile.
    var revalidates = false
    /// What is stored when the body is there.
    var pending: Pending?
  }

  /// A response whose body is on its way.
  struct Pending: Sendable {
    let stored: StoredResponse
    /// How many removals there had been when its request was sent: what has changed since is not stored.
    let removals: UInt64
    /// How often something had been stored.
    let changes: UInt64
    /// What it is stored in the place of, or instead of which nothing is stored.
    let replaced: [CacheEntry.ID]
    /// What others wait for, who find the response when it is let go.
    let fetch: FetchTable.Fetch?
  }

  let cache: ResponseCache
  let key: CacheKey
  let outgoing: Outgoing
  let policy: CachePolicy
  /// Whether its endpoint says that it asks for something, whatever its method.
  private let isQuery: Bool
  private let deadline: Deadline
  let now: @Sendable () -> Date
  private let observation: Observation?
  /// Whose response it would be.
  let session: AuthenticatedSession?
  /// Which fields say so.
  let redaction: Redaction
  let state = Mutex(State())

  init(
    _ cache: ResponseCache, _ key: CacheKey, of outgoing: Outgoing, _ policy: CachePolicy, isQuery: Bool,
    within deadline: Deadline, now: @escaping @Sendable () -> Date, _ observation: Observation?,
    of session: AuthenticatedSession?, _ redaction: Redaction
  ) {
    self.cache = cache
    self.key = key
    self.outgoing = outgoing
    self.policy = policy
    self.isQuery = isQuery
    self.deadline = deadline
    self.now = now
    self.observation = observation
    self.session = session
    self.redaction = redaction
  }

  /// The same attempt in the background, which asks for what is stored again, unless another one has done so.
  var revalidating: CachedAttempt {
    CachedAttempt(
      cache, key, of: outgoing, .revalidate, isQuery: isQuery, within: deadline, now: now, nil, of: session,
      redaction)
  }

  // MARK: What it did

  var source: ResponseSource { state.withLock { $0.source } }
  var networkHead: HTTPResponse? { state.withLock { $0.networkHead } }
  /// What is stored of the response, once it is.
  var body: StoredBody? { state.withLock { $0.body } }
  /// Whether the response is stale, and is to be asked for again meanwhile.
  var revalidates: Bool { state.withLock { $0.revalidates } }

  /// What came from the network; nil if nothing was sent.
  var networkResult: Attempt.Result? {
    state.withLock { state in
      state.networkHead.map { .status($0.status.bare) } ?? state.failure.map { .failed($0) }
    }
  }

  /// Whether those whose response it would be are still signed in.
  var isCurrent: Bool { session?.isCurrent ?? true }

  // MARK: The way of a request

  func response(through wire: Wire) async throws(TransportError) -> TransportResponse {
    var fetch: FetchTable.Fetch?
    var hasWaited = false
    var hasMissedBody = false
    while true {
      var found: [CacheEntry]? = []
      if usesStored(wire.request.head.method) {
        found = cache.entriesAtOnce(for: key)
        if found == nil { found = try await entries() }
      }
      guard let entries = found else {
        if policy.mode == .onlyIfCached { throw TransportError(.notCached) }
        tell(.cacheMissed, .storeFailed)
        return try await wire.fetch(wire.request, isAsGiven: true)
      }
      let decision = decision(for: wire.request, entries)
      if fetch == nil, !hasWaited, cache.sharesFetches, decision.isShared, !FetchTable.held.contains(key) {
        fetch = cache.fetches.begin(key)
        // Another may have stored it just now.
        if fetch == nil {
          hasWaited = true
          try await waitForAnother()
        }
        continue
      }
      switch decision {
      case .serve(let serving):
        if let response = await serve(entries[serving.index], serving, to: wire.request.head.method) {
          tell(.cacheHit, serving.reason)
          if serving.revalidates { state.withLock { $0.revalidates = true } }
          return response
        }
        // Another may have put a newer one in its place just now.
        if !hasMissedBody {
          hasMissedBody = true
          continue
        }
        if policy.mode == .onlyIfCached { throw TransportError(.notCached) }
        tell(.cacheMissed, .notStored)
      case .validate(_, _, let reason, _): tell(.cacheMissed, reason)
      case .fetch(let reason, _): if reason != .method { tell(.cacheMissed, reason) }
      case .unsatisfiable: throw TransportError(.notCached)
      }
      return try await send(sending(after: decision, entries, fetch, through: wire))
    }
  }

  /// Whether what is stored is looked at. What is not going to be used is not; HEAD may say that it has changed.
  private func usesStored(_ method: HTTPRequest.Method) -> Bool {
    CacheMachine.isCacheable(method, isQuery) && policy.mode != .noStore
      && (policy.mode != .reload || method == .head)
  }

  /// What is stored, of a store that has to be waited for; nil if it failed.
  private func entries() async throws(TransportError) -> [CacheEntry]? {
    let (cache, key) = (cache, key)
    let (entries, isLate) = await deadline.bound { await cache.entries(for: key) }
    if isLate { throw TransportError(.timedOut(deadline.timeout), mayHaveBeenProcessed: false) }
    return entries
  }

  /// Waits for another call, which fetches the same.
  private func waitForAnother() async throws(TransportError) {
    let (key, fetches) = (key, cache.fetches)
    let (_, isLate) = await deadline.bound { await fetches.wait(for: key) }
    if isLate { throw TransportError(.timedOut(deadline.timeout), mayHaveBeenProcessed: false) }
    if Task.isCancelled { throw TransportError(.cancelled, mayHaveBeenProcessed: false) }
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
      // A body that can be read once leaves nothing to ask with, should the answer be about another response.
      let asks = wire.request.body?.isReplayable ?? true
      return Sending(
        wire, of: cache, at: now(), fetch, entries: entries, fallback: fallback,
        validated: asks ? (entries[index], conditions) : nil)
    case .fetch(_, let fallback):
      return Sending(wire, of: cache, at: now(), fetch, entries: entries, fallback: fallback)
    case .serve, .unsatisfiable: return Sending(wire, of: cache, at: now(), fetch)
    }
  }

  /// A request that goes to the network, and what is stored for it. A class: who waits for it keeps one reference.
  final class Sending: Sendable {
    let wire: Wire
    let entries: [CacheEntry]
    let fallback: CacheMachine.Serving?
    /// Which of them the origin is asked about, and how.
    let validated: (entry: CacheEntry, conditions: HTTPFields)?
    /// What others wait for, who find the response when it is let go.
    let fetch: FetchTable.Fetch?
    /// When it was sent.
    let date: Date
    /// How many removals there had been when it was sent: what has changed since is not stored.
    let removals: UInt64
    /// How often something had been stored.
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

    /// The request as it goes on.
    var conditional: AttemptRequest {
      guard let validated else { return wire.request }
      var conditional = wire.request
      for field in validated.conditions { conditional.headers[field.name] = field.value }
      return conditional
    }
  }

  private func send(_ sending: Sending) async throws(TransportError) -> TransportResponse {
    guard sending.fetch != nil, !FetchTable.held.contains(key) else { return try await sendOnce(sending) }
    // What is called meanwhile, by a middleware say, does not wait for this.
    let result = await FetchTable.$held.withValue(FetchTable.held + [key]) {
      () async -> Result<TransportResponse, TransportError> in
      do throws(TransportError) { return .success(try await sendOnce(sending)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func sendOnce(_ sending: Sending) async throws(TransportError) -> TransportResponse {
    let response: TransportResponse
    do throws(TransportError) {
      response = try await sending.wire.fetch(sending.conditional, isAsGiven: sending.validated == nil)
    } catch {
      if !error.isCancellation, let stale = await fallBack(sending) {
        state.withLock { $0.failure = error }
        return stale
      }
      throw error
    }
    let came = now()
    state.withLock { $0.networkHead = response.head }
    switch storing(response.head, to: sending, came: came) {
    case .none:
      await mind(response.head, to: sending, came: came)
      return response
    case .store(let stored):
      if isStorable(response.head, to: sending) { await store(stored, of: response, to: sending) }
      return response
    case .freshened(let stored, let isKept):
      if let response = await validated(as: stored, isKept: isKept, by: sending) { return response }
    case .fallBack: return await fallBack(sending) ?? response
    case .pass:
      guard sending.validated != nil, response.head.status == .notModified else {
        await supersede(sending, by: response.head)
        return response
      }
    // It is about another response than the one that is stored.
    }
    // The stored response is gone, or is not the one that the origin means.
    if let entry = sending.validated?.entry { await cache.forget(.entry(entry.id), at: now()) }
    return try await send(Sending(sending.wire, of: cache, at: now(), sending.fetch))
  }

  /// What becomes of a response; nil where the request is none whose response is stored.
  @inline(never) private func storing(
    _ head: HTTPResponse, to sending: Sending, came: Date
  ) -> CacheMachine.Storing? {
    guard sending.request.method != .head, CacheMachine.isCacheable(sending.request.method, isQuery) else {
      return nil
    }
    return cache.machine.storing(
      head, to: sending.request, isQuery: isQuery, policy: policy,
      validated: sending.validated?.entry.response, hasFallback: sending.fallback != nil, sent: sending.date,
      came: came, isIdentity: { redaction.isIdentity($0) })
  }

  /// A response that says something of those that are stored, and is not stored itself.
  private func mind(_ head: HTTPResponse, to sending: Sending, came: Date) async {
    let method = sending.request.method
    if method == .head {
      await freshen(sending, with: head, came: came)
    } else if CacheMachine.invalidates(method, head) {
      await invalidate(after: head)
    }
  }

  /// The response that is stored, and was found to be the same; nil if it is gone.
  private func validated(
    as stored: StoredResponse, isKept: Bool, by sending: Sending
  ) async -> TransportResponse? {
    guard var entry = sending.validated?.entry, let body = await cache.body(of: entry) else { return nil }
    entry.response = stored
    entry.response.size = body.bytes.count
    if !isKept {
      await cache.forget(.entry(entry.id), at: now())
    } else if isCurrent {
      await cache.update(entry)
    }
    tell(.cacheValidated, .notModified)
    return response(entry, body, as: .validated)
  }

  // MARK: Serving

  private func serve(
    _ entry: CacheEntry, _ serving: CacheMachine.Serving, to method: HTTPRequest.Method
  ) async -> TransportResponse? {
    if serving.isNotModified || method == .head {
      var head = entry.response.head
      if serving.isNotModified { head.status = .notModified }
      state.withLock { $0.source = .cache }
      return TransportResponse(head: head.aged(serving.age), body: ByteStream(Data()))
    }
    guard let body = await cache.body(of: entry) else { return nil }
    return response(entry, body, as: .cache, serving)
  }

  private func response(
    _ entry: CacheEntry, _ body: StoredBody, as source: ResponseSource, _ serving: CacheMachine.Serving? = nil
  ) -> TransportResponse {
    state.withLock { state in
      state.source = source
      if serving?.range == nil { state.body = body }
    }
    var head = serving?.range.map { entry.response.head(of: $0) } ?? entry.response.head
    if let serving { head = head.aged(serving.age) }
    return TransportResponse(
      head: head, body: ByteStream(serving?.range.map { Data(body.bytes[$0]) } ?? body.bytes))
  }

  private func fallBack(_ sending: Sending) async -> TransportResponse? {
    guard let serving = sending.fallback,
      let response = await serve(sending.entries[serving.index], serving, to: sending.request.method)
    else { return nil }
    tell(.cacheHit, .staleOnError)
    return response
  }

  private func tell(_ kind: CallEvent.Kind, _ reason: CacheReason) {
    observation?.tell(kind) { $0.cacheReason = reason }
  }
}

extension CacheMachine.Decision {
  /// Whether others who decide the same wait for one to fetch it.
  fileprivate var isShared: Bool {
    switch self {
    case .validate: true
    case .fetch(let reason, _): reason == .notStored || reason == .stale || reason == .otherVariants
    case .serve, .unsatisfiable: false
    }
  }
}

extension HTTPResponse {
  /// The same, so many seconds old (RFC 9111, section 5.1).
  fileprivate func aged(_ age: Int) -> HTTPResponse {
    var head = self
    head.headerFields[.age] = "\(age)"
    return head
  }
}
