import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cache in one attempt of a call; ``CacheMachine`` decides.
struct CacheUse: Sendable {
  let cache: ResponseCache
  let key: CacheKey
  var policy: CachePolicy
  /// Whether the request has a cache key: any method is cached.
  let isQuery: Bool
  let userFields: UserFields
  let login: SessionLogin?
  /// The fields in the key.
  let separating: [HTTPField]
  let request: AttemptRequest
  let next: NextStage

  var method: HTTPRequest.Method { request.head.method }
  func now() -> Date { request.now() }

  var isCurrent: Bool { login?.isCurrent ?? true }

  func report(_ kind: CallEvent.Kind, _ reason: CacheReason) {
    request.report(kind, reason)
  }

  private func reportMiss(_ reason: CacheReason) {
    request.report(.cacheMissed, observed(reason))
  }

  private func observed(_ reason: CacheReason) -> CacheReason {
    guard reason == .notStored,
      let name = cache.separations.withLock({ $0.note(missOf: key.url, separating) })
    else { return reason }
    return .separated(by: userFields.redaction.shown(name: name.rawName))
  }

  func response() async throws(AttemptError) -> AttemptResponse {
    var fetch: FetchTable.Fetch?
    var hasWaited = false
    var hasMissedBody = false
    var asksOrigin = policy.mode == .revalidate
    while true {
      guard let entries = usesStored ? try await entries() : [] else {
        if policy.mode == .onlyIfCached { throw AttemptError(TransportError(.notCached)) }
        report(.cacheMissed, .storeFailed)
        return try await next(request)
      }
      var decision = decision(among: entries)
      if !asksOrigin, let withoutOrigin = decision.withoutOrigin {
        if cache.isOriginPaused(for: key, at: now()) { decision = withoutOrigin } else { asksOrigin = true }
      }
      if fetch == nil, !hasWaited, cache.sharesFetches, decision.isShared, method != .head,
        !FetchTable.held.contains(key)
      {
        fetch = cache.fetches.begin(key)
        // Another call may have stored the response.
        if fetch == nil {
          fetch = try await waitForAnother()
          hasWaited = fetch == nil
          asksOrigin = policy.mode == .revalidate
        }
        continue
      }
      switch decision {
      case .serve(let serving):
        fetch?.settle()
        if let response = await serve(entries[serving.index], serving) {
          report(.cacheHit, serving.reason)
          if serving.revalidates { revalidate() }
          return response
        }
        // Another call may have replaced the entry.
        if !hasMissedBody {
          hasMissedBody = true
          continue
        }
        if policy.mode == .onlyIfCached { throw AttemptError(TransportError(.notCached)) }
        report(.cacheMissed, .notStored)
      case .validate(_, _, let reason, _): report(.cacheMissed, reason)
      case .fetch(let reason, _): if reason != .method { reportMiss(reason) }
      case .unsatisfiable: throw AttemptError(TransportError(.notCached))
      }
      return try await send(Sending(after: decision, entries, fetch, of: self))
    }
  }

  private var usesStored: Bool {
    CacheMachine.isCacheable(method, isQuery) && policy.mode != .noStore
      && (policy.mode != .reload || method == .head)
  }

  private func entries() async throws(AttemptError) -> [CacheEntry]? {
    if let entries = cache.entriesAtOnce(for: key) { return entries }
    return try await request.wait { [cache, key] in await cache.entries(for: key) }
  }

  /// The fetch, if this call has to make it.
  private func waitForAnother() async throws(AttemptError) -> FetchTable.Fetch? {
    try await request.wait { [key, fetches = cache.fetches] in await fetches.wait(for: key) }
  }

  private func decision(among entries: [CacheEntry]) -> CacheMachine.Decision {
    cache.machine.decision(
      for: request.head, isQuery: isQuery, policy: policy, stored: entries.lazy.map(\.response), at: now())
  }

  struct Sending: Sendable {
    let entries: [CacheEntry]
    let fallback: CacheMachine.Serving?
    let validated: (entry: CacheEntry, conditions: HTTPFields)?
    /// Its release ends the wait of other calls.
    let fetch: FetchTable.Fetch?
    let date: Date
    /// Removals before sending: a response removed since is not stored.
    let removals: UInt64
    /// Insertions before sending.
    let changes: UInt64

    init(
      after decision: CacheMachine.Decision?, _ entries: [CacheEntry], _ fetch: FetchTable.Fetch?,
      of use: CacheUse
    ) {
      self.fetch = fetch
      date = use.now()
      (removals, changes) = (use.cache.removals, use.cache.changes)
      switch decision {
      case .validate(let index, let conditions, _, let fallback):
        // A body that can be read once can't be sent again if a 304 is about another response.
        let asks = use.request.body?.isReplayable ?? true
        (self.entries, self.fallback) = (entries, fallback)
        validated = asks ? (entries[index], conditions) : nil
      case .fetch(_, let fallback):
        (self.entries, self.fallback, validated) = (entries, fallback, nil)
      case .serve, .unsatisfiable, nil: (self.entries, fallback, validated) = ([], nil, nil)
      }
    }
  }

  func conditional(_ sending: Sending) -> AttemptRequest {
    var conditional = request
    for field in sending.validated?.conditions ?? [:] { conditional.headers[field.name] = field.value }
    return conditional
  }

  private func send(_ sending: Sending) async throws(AttemptError) -> AttemptResponse {
    guard let fetch = sending.fetch, !FetchTable.held.contains(key) else {
      return try await fetched(sending).response
    }
    // Calls made by middleware, for example, do not wait for this fetch.
    let result = await FetchTable.$held.withValue(FetchTable.held + [key]) {
      () async -> Result<Fetched, AttemptError> in
      do throws(AttemptError) { return .success(try await fetched(sending)) } catch { return .failure(error) }
    }
    let end = try result.get()
    // After a failure, another call fetches; for an unread body, its end decides.
    if !end.isRecorded, !end.hasFailed { fetch.settle() }
    return end.response
  }

  struct Fetched: Sendable {
    let response: AttemptResponse
    var hasFailed = false
    var isRecorded = false
  }

  private func fetched(_ sending: Sending) async throws(AttemptError) -> Fetched {
    let response: AttemptResponse
    do throws(AttemptError) { response = try await next(conditional(sending)) } catch {
      guard let failure = error.transportError else { throw error }
      noteOrigin(failure.isCancellation ? .unknown : .failed, after: sending)
      if !failure.isCancellation, let stale = await fallBack(sending) { return Fetched(response: stale) }
      throw error
    }
    let (head, received) = (response.head, now())
    let hasFailed = CacheMachine.failures.contains(head.status.code)
    noteOrigin(hasFailed ? .failed : .responded, after: sending, head)
    switch storing(head, to: sending, receivedAt: received) {
    case .none:
      await invalidate(after: response, to: sending, receivedAt: received)
      return Fetched(response: response, hasFailed: head.isFailure)
    case .store(let stored):
      guard isStorable(response, to: sending) else {
        return Fetched(response: response, hasFailed: head.isFailure)
      }
      return await recording(response, as: stored, sending)
    case .freshened(let stored, let isKept):
      if let response = await validated(as: stored, isKept: isKept, by: sending, response) {
        return Fetched(response: response)
      }
    case .fallBack:
      if let stale = await fallBack(sending) { return Fetched(response: stale, hasFailed: head.isFailure) }
      return Fetched(response: response, hasFailed: head.isFailure)
    case .pass:
      guard sending.validated != nil, head.status == .notModified else {
        await supersede(sending, by: head)
        return Fetched(response: response, hasFailed: head.isFailure)
      }
    // The 304 is about another response.
    }
    // The stored response was removed, or the 304 is about another one.
    if let entry = sending.validated?.entry { await cache.forget(entry.id, of: key, at: now()) }
    return try await fetched(Sending(after: nil, [], sending.fetch, of: self))
  }

  /// Notes the result only where a stale response could be used.
  private func noteOrigin(_ result: Outages.Result, after sending: Sending, _ head: HTTPResponse? = nil) {
    guard result == .responded || sending.fallback != nil || policy.mode == .revalidate else { return }
    cache.noteOrigin(
      result, for: key, asked: sending.date, at: now(),
      pause: head?.headerFields.retryAfter?.delay(from: now()))
  }

  private func storing(
    _ head: HTTPResponse, to sending: Sending, receivedAt received: Date
  ) -> CacheMachine.Storing? {
    guard method != .head, CacheMachine.isCacheable(method, isQuery) else { return nil }
    return cache.machine.storing(
      head, to: request.head, isQuery: isQuery, policy: policy,
      validated: sending.validated?.entry.response, hasFallback: sending.fallback != nil,
      requestTime: sending.date,
      responseTime: received, isIdentity: { userFields.contains($0) })
  }

  private func invalidate(
    after response: AttemptResponse, to sending: Sending, receivedAt received: Date
  ) async {
    let head = response.head
    if method == .head {
      await freshen(sending, with: response, receivedAt: received)
    } else if CacheMachine.invalidates(method, head) {
      await invalidate(after: head)
    }
  }

  private func validated(
    as stored: StoredResponse, isKept: Bool, by sending: Sending, _ response: AttemptResponse
  ) async -> AttemptResponse? {
    guard let old = sending.validated?.entry, let body = await cache.body(of: old, for: key) else {
      return nil
    }
    var entry = old
    entry.response = stored
    entry.response.size = body.bytes.count
    if !isKept {
      await cache.forget(entry.id, of: key, at: now())
    } else if isStorable(response, as: stored.head, to: sending),
      !cache.hasRemoved(key, since: sending.removals)
    {
      await cache.update(
        entry, from: old, for: key, isSecret: isSecret(entry, response.sent), at: now())
    }
    report(.cacheValidated, .notModified)
    return served(entry, body)
  }

  // MARK: In the background

  /// Validates in the background, unless another call does so, until the client ends.
  private func revalidate() {
    guard request.body?.isReplayable ?? true, let validation = cache.validations.begin(key) else { return }
    let start = now()
    let work = Validation(cache: ObjectIdentifier(cache), key: key)
    // The validation ends when the work is released, also if it is not started.
    next.inBackground(request, as: work) {
      [cache, key, isQuery, userFields, login, separating, validation] request, next throws(AttemptError) in
      let again = CacheUse(
        cache: cache, key: key, policy: .revalidate, isQuery: isQuery, userFields: userFields, login: login,
        separating: separating, request: request, next: next)
      defer { withExtendedLifetime(validation) {} }
      do throws(AttemptError) { return try await again.response() } catch {
        if error.transportError?.isCancellation ?? false {
          cache.noteOrigin(.failed, for: key, asked: start, at: again.now())
        }
        throw error
      }
    }
  }
}

private struct Validation: Hashable {
  let cache: ObjectIdentifier
  let key: CacheKey
}

extension HTTPResponse {
  var isFailure: Bool { status.code >= 500 || status.code == 429 || status.code == 408 }
}

extension CacheMachine.Decision {
  /// The decision without a request to an origin that failed; nil if it is the same.
  fileprivate var withoutOrigin: Self? {
    switch self {
    case .serve(var serving) where serving.revalidates:
      serving.revalidates = false
      return .serve(serving)
    case .validate(_, _, _, let fallback?), .fetch(_, let fallback?): return .serve(fallback)
    case .serve, .validate, .fetch, .unsatisfiable: return nil
    }
  }

  fileprivate var isShared: Bool {
    switch self {
    case .validate: true
    case .fetch(let reason, _): reason == .notStored || reason == .stale || reason == .otherVariants
    case .serve, .unsatisfiable: false
    }
  }
}
