import HTTPTypes
import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Storing: a response is stored when its body is complete. It can also update or remove other stored responses.

extension CachedAttempt {
  /// The most stored responses of one key; a look-up compares them one by one.
  static let mostVariants = 32

  /// Whether the response may be stored, given the request as sent and the user who is signed in.
  func isStorable(_ head: HTTPResponse, to sending: Sending) -> Bool {
    hasSentWhatIsAsked(sending, by: head) && isCurrent
  }

  /// Whether the method, the path, the fields that identify a user and those that Vary names were sent as they were
  /// looked up, and no body was added. The next look-up does not know the changes of middleware behind the cache (RFC
  /// 9111, section 4.1).
  private func hasSentWhatIsAsked(_ sending: Sending, by head: HTTPResponse) -> Bool {
    guard sending.wire.hasMiddleware else { return true }
    let request = sending.conditional
    guard let sent = sending.wire.sent, sent.path == request.head.path, sent.method == request.head.method,
      request.body != nil || sent.bodyLength == 0
    else { return false }
    var names = Set(StoredResponse.varying(head) ?? [])
    for fields in [request.headers, sent.fields] {
      for field in fields where userFields.contains(field.name) || cache.isUserField(field.name) {
        names.insert(field.name)
      }
    }
    return names.allSatisfy { name in
      sent.fields[fields: name].elementsEqual(request.headers[fields: name]) {
        $0.value.hasSameBytes(as: $1.value)
      }
    }
  }

  /// Removes the stored responses that a newer one replaces, which is not stored itself (RFC 9111, section 4.3.3).
  func supersede(_ sending: Sending, by head: HTTPResponse) async {
    let code = head.status.code
    guard sending.request.method != .head, policy.mode != .noStore, code < 500,
      ![206, 304, 401, 407, 412, 416, 417, 429].contains(code), !sending.request.headerFields.contains(.range)
    else { return }
    let entries = policy.mode == .reload ? await cache.entries(for: key) ?? [] : sending.entries
    for entry in entries where entry.response.isSelected(by: sending.request) {
      await cache.forget(entry.id, of: key, at: now())
    }
  }

  /// Stores the pending response with its complete body, if there is one and it still may be stored.
  func complete(_ bytes: Data) async {
    if let pending = taken() { await store(pending, bytes) }
  }

  /// Does the same in a store that requires no waiting.
  /// - Returns: Whether it is done; if not, ``complete(_:)`` has to be called.
  func completeAtOnce(_ bytes: Data) -> Bool {
    guard let pending = state.withLock({ $0.pending }) else { return true }
    guard let memory = cache.memory(for: key), let entry = entry(pending, bytes),
      !cache.hasChanged(since: pending.changes)
    else { return false }
    state.withLock { $0.pending = nil }
    store(entry, StoredBody(bytes), pending, in: memory)
    return true
  }

  /// Drops the pending response: its body is incomplete. Another call may take over its fetch.
  func drop() { _ = taken() }

  /// Returns a stream of the same bytes, which stores the response when it has been read to its end.
  func recorded(_ body: ByteStream) -> ByteStream {
    guard let pending = taken() else { return body }
    // Other calls don't wait until the stream is read: that may take long, or be up to the same task.
    pending.fetch?.settle()
    return ByteStream(
      length: body.length, over: [body],
      once: { [limit = cache.maximumBodySize] in
        let recorder = BodyRecorder(body, upTo: limit) { await self.store(pending, $0) }
        return { () async throws(TransportError) in try await recorder.next() }
      })
  }

  private func taken() -> Pending? {
    state.withLock { $0.pending.take() }
  }

  /// Returns the entry to store; nil if the response may no longer be stored.
  private func entry(_ pending: Pending, _ bytes: Data) -> CacheEntry? {
    var stored = pending.stored
    if bytes.count > cache.maximumBodySize || stored.part.map({ $0.bytes.count != bytes.count }) ?? false {
      return nil
    }
    stored.size = bytes.count
    return isWanted(pending) ? CacheEntry(stored) : nil
  }

  /// Whether the user is still signed in and the key has not been invalidated since the request was sent.
  private func isWanted(_ pending: Pending) -> Bool {
    isCurrent && !cache.hasRemoved(key, since: pending.removals)
  }

  private func store(_ entry: CacheEntry, _ body: StoredBody, _ pending: Pending, in memory: MemoryCacheStore)
  {
    memory.insert(entry, body, for: key)
    cache.noteChange()
    if isWanted(pending) { state.withLock { $0.body = body } } else { memory.remove(.entry(entry.id)) }
    pending.fetch?.settle()
  }

  /// - Parameter bytes: The body; nil if it is too large.
  func store(_ pending: Pending, _ bytes: Data?) async {
    defer { pending.fetch?.settle() }
    guard let bytes, let entry = entry(pending, bytes) else {
      // The body is usually too large. The new response replaces the older ones nevertheless.
      for id in pending.replaced { await cache.forget(id, of: key, at: now()) }
      return
    }
    if cache.hasChanged(since: pending.changes), await hasNewer(than: entry) { return }
    let body = StoredBody(bytes)
    if let memory = cache.memory(for: key) { return store(entry, body, pending, in: memory) }
    await cache.insert(entry, body, for: key)
    cache.noteChange()
    if isWanted(pending) {
      state.withLock { $0.body = body }
    } else {
      await cache.forget(entry.id, of: key, at: now())
    }
  }

  /// Whether a response to a later request was stored before this one.
  private func hasNewer(than entry: CacheEntry) async -> Bool {
    let own = entry.response
    return (await cache.entries(for: key) ?? []).contains { other in
      other.variant.hasSameBytes(as: entry.variant) && other.response.requestTime > own.requestTime
        && other.response.date >= own.date
    }
  }

  /// Updates or removes stored responses after a response to HEAD (RFC 9111, section 4.3.5).
  func freshen(_ sending: Sending, with head: HTTPResponse, came: Date) async {
    for entry in sending.entries where entry.response.isSelected(by: sending.request) {
      guard let stored = cache.machine.freshened(entry.response, byHead: head, sent: sending.date, came: came)
      else {
        await cache.forget(entry.id, of: key, at: now())
        continue
      }
      guard stored != entry.response, isStorable(stored.head, to: sending),
        !cache.hasRemoved(key, since: sending.removals)
      else { continue }
      var new = entry
      new.response = stored
      await cache.update(new, from: entry, for: key, at: now())
    }
  }

  /// Removes the stored responses of the URL, and of the URLs on the same origin that the response names (RFC 9111,
  /// section 4.4).
  func invalidate(_ url: AbsoluteURL, after head: HTTPResponse) async {
    var urls: Set<String> = [url.cacheKey]
    for name in [HTTPField.Name.location, .contentLocation] {
      guard let text = head.headerFields.single(name), var target = try? url.resolving(text),
        target.origin == url.origin
      else { continue }
      target.removeQueryItems(named: userFields.queryItems)
      urls.insert(target.cacheKey)
    }
    for url in urls { await cache.forget(.url(url), at: now()) }
  }
}
