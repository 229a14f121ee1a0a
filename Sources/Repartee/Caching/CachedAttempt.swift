import HTTPTypes
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cache in one attempt of a call: it looks for a stored response, sends the request if it has to, stores what comes,
/// and knows what it did. ``CacheMachine`` decides.
final class CachedAttempt: Sendable {
  private struct State: Sendable {
    var source = ResponseSource.network
    /// The head that came from the network, if one did.
    var networkHead: HTTPResponse?
    /// Why none did.
    var failure: TransportError?
    var body: StoredBody?
  }

  private let cache: ResponseCache
  private let key: CacheKey
  private let url: AbsoluteURL
  private let policy: CachePolicy
  /// Whether its endpoint says that it asks for something, whatever its method.
  private let isQuery: Bool
  private let deadline: Deadline
  private let now: @Sendable () -> Date
  private let observation: Observation?
  /// Whether those whose response it would be are still signed in.
  private let isCurrent: @Sendable () -> Bool
  /// Nil of what is itself in the background.
  private let background: Background?
  private let state = Mutex(State())

  /// How a response is asked for again while a stale one is used.
  struct Background: Sendable {
    let revalidations: Revalidations
    /// A way to the network with limits of its own.
    let wire: @Sendable (CachedAttempt) -> Wire
  }

  init(
    _ cache: ResponseCache, _ key: CacheKey, to url: AbsoluteURL, _ policy: CachePolicy, isQuery: Bool,
    within deadline: Deadline, now: @escaping @Sendable () -> Date, _ observation: Observation?,
    isCurrent: @escaping @Sendable () -> Bool, background: Background?
  ) {
    self.cache = cache
    self.key = key
    self.url = url
    self.policy = policy
    self.isQuery = isQuery
    self.deadline = deadline
    self.now = now
    self.observation = observation
    self.isCurrent = isCurrent
    self.background = background
  }

  // MARK: What it did

  var source: ResponseSource { state.withLock { $0.source } }
  var networkHead: HTTPResponse? { state.withLock { $0.networkHead } }
  /// What is stored of the response, once it is.
  var body: StoredBody? { state.withLock { $0.body } }

  /// What came from the network; nil if nothing was sent.
  var networkResult: Attempt.Result? {
    state.withLock { state in
      state.networkHead.map { .status($0.status.code) } ?? state.failure.map { .failed($0) }
    }
  }

  // MARK: The way of a request

  func response(
    to request: AttemptRequest, through wire: Wire
  ) async throws(TransportError) -> TransportResponse {
    var fetch: FetchTable.Fetch?
    var hasWaited = false
    while true {
      guard let entries = await entries(for: request) else {
        if policy.mode == .onlyIfCached { throw TransportError(.notCached) }
        tell(.cacheMissed, .storeFailed)
        return try await wire.fetch(request)
      }
      let decision = cache.machine.decision(
        for: request.head, isQuery: isQuery, policy: policy, stored: entries.map(\.response), at: now())
      if fetch == nil, !hasWaited, cache.sharesFetches, decision.isShared {
        fetch = cache.fetches.begin(key)
        if fetch == nil {
          hasWaited = true
          let key = key, fetches = cache.fetches
          let (_, isLate) = await deadline.bound { await fetches.wait(for: key) }
          if isLate { throw TransportError(.timedOut(deadline.timeout), mayHaveBeenProcessed: false) }
          if Task.isCancelled { throw TransportError(.cancelled, mayHaveBeenProcessed: false) }
          continue
        }
      }
      switch decision {
      case .serve(let serving):
        if let response = await serve(entries[serving.index], serving, to: request) {
          tell(.cacheHit, serving.reason)
          if serving.revalidates { revalidate(request) }
          return response
        }
        if policy.mode == .onlyIfCached { throw TransportError(.notCached) }
        tell(.cacheMissed, .notStored)
        return try await send(Sending(request), through: wire, fetch)
      case .validate(let index, let conditions, let reason, let fallback):
        tell(.cacheMissed, reason)
        var sending = Sending(request, entries: entries, fallback: fallback)
        sending.validated = entries[index]
        for field in conditions { sending.request.headers[field.name] = field.value }
        return try await send(sending, through: wire, fetch)
      case .fetch(let reason, let fallback):
        if reason != .method { tell(.cacheMissed, reason) }
        return try await send(
          Sending(request, entries: entries, fallback: fallback), through: wire, fetch)
      case .unsatisfiable: throw TransportError(.notCached)
      }
    }
  }

  private func entries(for request: AttemptRequest) async -> [CacheEntry]? {
    // What is not going to be used is not looked up; HEAD may say that it has changed.
    guard CacheMachine.isCacheable(request.head.method, isQuery),
      policy.mode != .noStore, policy.mode != .reload || request.head.method == .head
    else { return [] }
    return await cache.entries(for: key)
  }

  /// A request that goes to the network, and what is stored for it.
  private struct Sending {
    let original: AttemptRequest
    var request: AttemptRequest
    var entries: [CacheEntry] = []
    var fallback: CacheMachine.Serving?
    var validated: CacheEntry?

    init(
      _ request: AttemptRequest, entries: [CacheEntry] = [], fallback: CacheMachine.Serving? = nil
    ) {
      original = request
      self.request = request
      self.entries = entries
      self.fallback = fallback
    }
  }

  private func send(
    _ sending: Sending, through wire: Wire, _ fetch: FetchTable.Fetch?
  ) async throws(TransportError) -> TransportResponse {
    let sent = now()
    let removals = cache.removals
    let response: TransportResponse
    do throws(TransportError) { response = try await wire.fetch(sending.request) } catch {
      if !error.isCancellation, let stale = await fallBack(sending) {
        state.withLock { $0.failure = error }
        return stale
      }
      throw error
    }
    let came = now()
    state.withLock { $0.networkHead = response.head }
    let method = sending.request.head.method
    if method == .head {
      await freshen(sending, with: response.head, sent: sent, came: came)
      return response
    }
    guard CacheMachine.isCacheable(method, isQuery) else {
      if CacheMachine.invalidates(method, response.head) { await invalidate(after: response.head) }
      return response
    }
    let storing = cache.machine.storing(
      response.head, to: sending.original.head, isQuery: isQuery, policy: policy,
      validated: sending.validated?.response, hasFallback: sending.fallback != nil, sent: sent, came: came)
    switch storing {
    case .store(let stored):
      guard hasSentWhatIsAsked(sending.request, through: wire, by: response.head), isCurrent() else {
        return response
      }
      return await recorded(response, as: stored, since: removals, fetch)
    case .freshened(let stored):
      guard var entry = sending.validated, let body = await cache.body(of: entry) else { break }
      entry.response = stored
      entry.response.size = body.bytes.count
      if isCurrent() { await cache.update(entry) }
      tell(.cacheValidated, .notModified)
      return self.response(entry, body, as: .validated)
    case .fallBack: return await fallBack(sending) ?? response
    case .pass:
      guard sending.validated != nil, response.head.status == .notModified else { return response }
    // It is about another response than the one that is stored.
    }
    // The stored response is gone, or is not the one that the origin means.
    if let entry = sending.validated { await cache.forget(.entry(entry.id), at: now()) }
    return try await send(Sending(sending.original), through: wire, fetch)
  }

  // MARK: Serving

  private func serve(
    _ entry: CacheEntry, _ serving: CacheMachine.Serving, to request: AttemptRequest
  ) async -> TransportResponse? {
    if serving.isNotModified || request.head.method == .head {
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
      let response = await serve(sending.entries[serving.index], serving, to: sending.original)
    else { return nil }
    tell(.cacheHit, .staleOnError)
    return response
  }

  // MARK: Storing

  /// Whether the fields that Vary names went as they were looked up. What middleware behind the cache sets is not known when
  /// the next request is looked up (RFC 9111, section 4.1).
  private func hasSentWhatIsAsked(_ request: AttemptRequest, through wire: Wire, by head: HTTPResponse)
    -> Bool
  {
    guard let sent = wire.sent?.fields else { return false }
    return (StoredResponse.varying(head) ?? []).allSatisfy {
      sent[fields: $0].map(\.value) == request.headers[fields: $0].map(\.value)
    }
  }

  /// The response, which is stored when its body has been read to its end.
  private func recorded(
    _ response: TransportResponse, as stored: StoredResponse, since removals: UInt64,
    _ fetch: FetchTable.Fetch?
  ) async -> TransportResponse {
    let limit = cache.maximumBodySize
    if let bytes = response.body.bytes {
      if bytes.count <= limit { await store(stored, bytes, since: removals) }
      return response
    }
    if let length = response.body.length, length > Int64(limit) { return response }
    let recording = ByteStream(
      length: response.body.length, over: [response.body],
      once: {
        let recorder = BodyRecorder(response.body, upTo: limit) { bytes in
          await self.store(stored, bytes, since: removals)
          // What waits for this fetch finds it now.
          _ = fetch
        }
        return { () async throws(TransportError) in try await recorder.next() }
      })
    return TransportResponse(head: response.head, body: recording)
  }

  /// - Parameter removals: How many there were when the request was sent: what has changed meanwhile is not stored.
  private func store(_ stored: StoredResponse, _ bytes: Data, since removals: UInt64) async {
    if let part = stored.part, part.bytes.count != bytes.count { return }
    var stored = stored
    stored.size = bytes.count
    let body = StoredBody(bytes)
    let entry = CacheEntry(stored)
    func isWanted() -> Bool { isCurrent() && !cache.hasRemoved(key.url, since: removals) }
    guard isWanted() else { return }
    await cache.insert(entry, body, for: key)
    // Who has signed out meanwhile leaves nothing behind, and what has changed meanwhile is not it any more.
    if isWanted() {
      state.withLock { $0.body = body }
    } else {
      await cache.forget(.entry(entry.id), at: now())
    }
  }

  /// What a response to HEAD says of those that are stored (RFC 9111, section 4.3.5).
  private func freshen(_ sending: Sending, with head: HTTPResponse, sent: Date, came: Date) async {
    for entry in sending.entries where entry.response.isSelected(by: sending.original.head) {
      guard let stored = cache.machine.freshened(entry.response, byHead: head, sent: sent, came: came) else {
        await cache.forget(.entry(entry.id), at: now())
        continue
      }
      guard stored != entry.response, isCurrent() else { continue }
      var entry = entry
      entry.response = stored
      await cache.update(entry)
    }
  }

  /// A request has changed what its URL stands for, and what the response names on the same origin (RFC 9111, section 4.4).
  private func invalidate(after head: HTTPResponse) async {
    var urls: Set<String> = [url.cacheKey]
    for name in [HTTPField.Name.location, .contentLocation] {
      guard let text = head.headerFields.single(name), let target = try? url.resolving(text),
        target.origin == url.origin
      else { continue }
      urls.insert(target.cacheKey)
    }
    for url in urls { await cache.forget(.url(url), at: now()) }
  }

  // MARK: In the background

  /// Asks for a response again, while the stale one is used.
  private func revalidate(_ request: AttemptRequest) {
    guard let background, request.body?.isReplayable ?? true else { return }
    let again = CachedAttempt(
      cache, key, to: url, .noCache, isQuery: isQuery, within: deadline, now: now, nil, isCurrent: isCurrent,
      background: nil)
    let wire = background.wire(again)
    let limit = cache.maximumBodySize
    background.revalidations.start(key) {
      do {
        let response = try await again.response(to: request, through: wire)
        _ = try await response.body.collect(upTo: limit)
      } catch {}  // The stale response is there, and is asked for again the next time.
    }
  }

  private func tell(_ kind: CallEvent.Kind, _ reason: CacheReason) {
    observation?.tell(kind) { $0.cacheReason = reason }
  }
}

/// Hands the chunks of a body on, and keeps them until all are there.
private final class BodyRecorder: Sendable {
  // No locks: its one reader waits for each chunk.
  nonisolated(unsafe) private var chunks: ByteStream.AsyncIterator
  nonisolated(unsafe) private var bytes: Data? = Data()
  private let limit: Int
  private let length: Int64?
  private let complete: @Sendable (Data) async -> Void

  init(_ body: ByteStream, upTo limit: Int, complete: @escaping @Sendable (Data) async -> Void) {
    chunks = body.makeAsyncIterator()
    length = body.length
    self.limit = limit
    self.complete = complete
  }

  func next() async throws(TransportError) -> Data? {
    guard let chunk = try await chunks.next(isolation: nil) else {
      if let bytes, length.map({ $0 == Int64(bytes.count) }) ?? true { await complete(bytes) }
      bytes = nil
      return nil
    }
    if let count = bytes?.count {
      if count + chunk.count <= limit { bytes?.append(chunk) } else { bytes = nil }
    }
    return chunk
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
