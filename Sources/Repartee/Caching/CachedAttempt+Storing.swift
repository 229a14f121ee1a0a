import HTTPTypes
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What becomes of what is stored: a response that comes is stored when its body is there, and says something of the
// others.

extension CachedAttempt {
  /// The most responses of one key that are stored: they are looked through one by one.
  private static let mostVariants = 32

  /// Whether a response may be stored, for what is known of its request and of who is signed in.
  func isStorable(_ head: HTTPResponse, to sending: Sending) -> Bool {
    hasSentWhatIsAsked(sending, by: head) && isCurrent
  }

  /// Stores a response once its body is there.
  func store(_ stored: StoredResponse, of response: TransportResponse, to sending: Sending) async {
    let entries = sending.entries
    let replaced = entries.filter { $0.response.isSelected(by: sending.request) }.map(\.id)
    if replaced.isEmpty, entries.count >= Self.mostVariants, let oldest = entries.first {
      await cache.forget(.entry(oldest.id), at: now())
    }
    let pending = Pending(
      stored: stored, removals: sending.removals, changes: sending.changes, replaced: replaced,
      fetch: sending.fetch)
    if let bytes = response.body.bytes {
      await complete(pending, bytes)
    } else {
      state.withLock { $0.pending = pending }
    }
  }

  /// Whether the request went as it was looked up: to the same path, with the same secrets, and with what Vary names.
  /// What middleware behind the cache makes of it is not known when the next request is looked up (RFC 9111, section
  /// 4.1).
  private func hasSentWhatIsAsked(_ sending: Sending, by head: HTTPResponse) -> Bool {
    guard sending.wire.hasMiddleware else { return true }
    let request = sending.conditional
    guard let sent = sending.wire.sent, sent.path == request.head.path else { return false }
    var names = Set(StoredResponse.varying(head) ?? [])
    for field in sent.fields where redaction.isIdentity(field.name) { names.insert(field.name) }
    return names.allSatisfy {
      sent.fields[fields: $0].map(\.value) == request.headers[fields: $0].map(\.value)
    }
  }

  /// A newer response that is not stored says that the older one is not it any more (RFC 9111, section 4.3.3).
  func supersede(_ sending: Sending, by head: HTTPResponse) async {
    let code = head.status.code
    guard sending.request.method != .head, policy.mode != .noStore, code < 500,
      ![206, 304, 401, 407, 412, 416, 417, 429].contains(code), !sending.request.headerFields.contains(.range)
    else { return }
    let entries = policy.mode == .reload ? await cache.entries(for: key) ?? [] : sending.entries
    for entry in entries where entry.response.isSelected(by: sending.request) {
      await cache.forget(.entry(entry.id), at: now())
    }
  }

  /// The whole body is there: the response is stored, unless it was, or must not be.
  func complete(_ bytes: Data) async {
    if let pending = taken() { await complete(pending, bytes) }
  }

  private func complete(_ pending: Pending, _ bytes: Data) async {
    if let memory = cache.memory, let entry = entry(pending, bytes), !cache.hasChanged(since: pending.changes)
    {
      store(entry, StoredBody(bytes), pending, in: memory)
    } else {
      await store(pending, bytes)
    }
  }

  /// A body that is handed over; the response is stored when it has been read to its end.
  func recorded(_ body: ByteStream) -> ByteStream {
    let limit = cache.maximumBodySize
    guard body.length.map({ $0 <= Int64(limit) }) ?? true, let pending = taken() else { return body }
    return ByteStream(
      length: body.length, over: [body],
      once: {
        let recorder = BodyRecorder(body, upTo: limit) { await self.store(pending, $0) }
        return { () async throws(TransportError) in try await recorder.next() }
      })
  }

  private func taken() -> Pending? {
    state.withLock { $0.pending.take() }
  }

  /// What is stored of a response, if it still is to be.
  private func entry(_ pending: Pending, _ bytes: Data) -> CacheEntry? {
    var stored = pending.stored
    if bytes.count > cache.maximumBodySize || stored.part.map({ $0.bytes.count != bytes.count }) ?? false {
      return nil
    }
    stored.size = bytes.count
    return isWanted(pending) ? CacheEntry(stored) : nil
  }

  /// Who has signed out meanwhile leaves nothing behind, and what has changed meanwhile is not it any more.
  private func isWanted(_ pending: Pending) -> Bool {
    isCurrent && !cache.hasRemoved(key, since: pending.removals)
  }

  private func store(_ entry: CacheEntry, _ body: StoredBody, _ pending: Pending, in memory: MemoryCacheStore)
  {
    session?.noteResponses(in: cache, of: key.identity)
    memory.insert(entry, body, for: key)
    cache.noteChange()
    if isWanted(pending) { state.withLock { $0.body = body } } else { memory.remove(.entry(entry.id)) }
  }

  private func store(_ pending: Pending, _ bytes: Data) async {
    guard let entry = entry(pending, bytes) else {
      // Too large, as a rule: the older one is not it any more all the same.
      for id in pending.replaced { await cache.forget(.entry(id), at: now()) }
      return
    }
    if cache.hasChanged(since: pending.changes), await hasNewer(than: entry) { return }
    let body = StoredBody(bytes)
    if let memory = cache.memory { return store(entry, body, pending, in: memory) }
    session?.noteResponses(in: cache, of: key.identity)
    await cache.insert(entry, body, for: key)
    cache.noteChange()
    if isWanted(pending) {
      state.withLock { $0.body = body }
    } else {
      await cache.forget(.entry(entry.id), at: now())
    }
  }

  /// Whether a response that was asked for later was stored before this one.
  private func hasNewer(than entry: CacheEntry) async -> Bool {
    let own = entry.response
    return (await cache.entries(for: key) ?? []).contains { other in
      other.variant == entry.variant && other.response.requestTime > own.requestTime
        && other.response.date >= own.date
    }
  }

  /// What a response to HEAD says of those that are stored (RFC 9111, section 4.3.5).
  func freshen(_ sending: Sending, with head: HTTPResponse, came: Date) async {
    for entry in sending.entries where entry.response.isSelected(by: sending.request) {
      guard let stored = cache.machine.freshened(entry.response, byHead: head, sent: sending.date, came: came)
      else {
        await cache.forget(.entry(entry.id), at: now())
        continue
      }
      guard stored != entry.response, isCurrent else { continue }
      var entry = entry
      entry.response = stored
      await cache.update(entry)
    }
  }

  /// A request has changed what its URL stands for, and what the response names on the same origin (RFC 9111, section
  /// 4.4).
  func invalidate(after head: HTTPResponse) async {
    let url = outgoing.request.url
    var urls: Set<String> = [url.cacheKey]
    for name in [HTTPField.Name.location, .contentLocation] {
      guard let text = head.headerFields.single(name), let target = try? url.resolving(text),
        target.origin == url.origin
      else { continue }
      urls.insert(target.cacheKey)
    }
    for url in urls { await cache.forget(.url(url), at: now()) }
  }
}
