import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// A response is stored when its body is complete.

extension CacheUse {
  static let mostVariants = 32

  func isStorable(_ head: HTTPResponse, to sending: Sending) -> Bool {
    hasSentWhatIsAsked(sending, by: head) && isCurrent
  }

  /// Whether later middleware kept all that a look-up compares (RFC 9111, section 4.1).
  private func hasSentWhatIsAsked(_ sending: Sending, by head: HTTPResponse) -> Bool {
    let hasChanges = exchange.observation != nil || !exchange.context.client.attemptMiddleware.isEmpty
    guard hasChanges else { return true }
    let (request, sent) = (conditional(sending), exchange.sent)
    guard exchange.wasSent, sent.path == request.head.path, sent.method == request.head.method,
      request.body != nil || sent.bodyLength == 0
    else { return false }
    let late = userFields.change(
      of: request.headers, to: sent.fields, compared: StoredResponse.compared(head))
    if let late, exchange.observation != nil {
      cache.separations.withLock { $0.note(late, of: key.url) }
    }
    return late == nil
  }

  /// Whether the store must not have an entry, because it, or its key, repeats a secret of the request.
  func isSecret(_ entry: CacheEntry, _ body: Data? = nil) -> Bool {
    guard !cache.isInMemory, userFields.hasCredential, !key.isOfThisProcess else { return false }
    let secrets =
      userFields.secretsOfURL
      + request.headers.filter { userFields.redaction.isIdentity($0.name) }.map(\.value)
    let written = [Data(key.url.utf8), Data(key.query.utf8), entry.head, body ?? Data()]
    return written.contains { exchange.sent.isRepeated(in: $0, secrets) }
  }

  /// RFC 9111, section 4.3.3.
  func supersede(_ sending: Sending, by head: HTTPResponse) async {
    let code = head.status.code
    guard method != .head, policy.mode != .noStore, code < 500,
      ![206, 304, 401, 407, 412, 416, 417, 429].contains(code), !request.head.headerFields.contains(.range)
    else { return }
    let entries = policy.mode == .reload ? await cache.entries(for: key) ?? [] : sending.entries
    for entry in entries where entry.response.isSelected(by: request.head) {
      await cache.forget(entry.id, of: key, at: now())
    }
  }

  func recording(
    _ response: TransportResponse, as stored: StoredResponse, _ sending: Sending
  ) async -> TransportResponse {
    // There was no look-up.
    let entries = policy.mode == .reload ? await cache.entries(for: key) ?? [] : sending.entries
    let pending = Pending(stored, to: sending, among: entries, for: request.head)
    let body = response.body
    if let length = body.length, length > Int64(cache.maximumBodySize) {
      await store(pending, nil)
      return response
    }
    for id in pending.surplus { await cache.forget(id, of: key, at: now()) }
    if let bytes = body.bytes {
      await store(pending, bytes)
      return response
    }
    var response = response
    response.body = ByteStream(
      length: body.length, over: [body],
      once: {
        let recorder = BodyRecorder(body, upTo: cache.maximumBodySize) { await store(pending, $0) }
        return { () async throws(TransportError) in try await recorder.next() }
      })
    response.cached = CachedResponse(isStored: false, networkHead: response.head)
    // Other calls don't wait for a stream's reader, which may be slow, or in the same task.
    if let fetch = sending.fetch { response.cached?.handedOver = { fetch.settle() } }
    return response
  }

  struct Pending: Sendable {
    let stored: StoredResponse
    let removals: UInt64
    let changes: UInt64
    /// Even if the response is too large.
    let replaced: [CacheEntry.ID]
    /// Excess variants, and parts that a whole response replaces.
    let surplus: [CacheEntry.ID]
    let fetch: FetchTable.Fetch?

    fileprivate init(
      _ stored: StoredResponse, to sending: Sending, among entries: [CacheEntry], for request: HTTPRequest
    ) {
      self.stored = stored
      removals = sending.removals
      changes = sending.changes
      let older = entries.filter { $0.response.isReplaced(by: stored, for: request) }
      replaced = older.map(\.id)
      let parts = older.filter { $0.response.part != stored.part }
      let excess = entries.count - CacheUse.mostVariants + 1
      let isNew = excess > 0 && !entries.contains { $0.variant.hasSameBytes(as: stored.variant) }
      surplus = (isNew ? entries.prefix(excess) + parts : parts).map(\.id)
      fetch = sending.fetch
    }
  }

  private func entry(_ pending: Pending, _ bytes: Data) -> CacheEntry? {
    var stored = pending.stored
    if bytes.count > cache.maximumBodySize || stored.part.map({ $0.bytes.count != bytes.count }) ?? false {
      return nil
    }
    stored.size = bytes.count
    return isWanted(pending) ? CacheEntry(stored) : nil
  }

  private func isWanted(_ pending: Pending) -> Bool {
    isCurrent && !cache.hasRemoved(key, since: pending.removals)
  }

  /// Nil means too large.
  private func store(_ pending: Pending, _ bytes: Data?) async {
    defer { pending.fetch?.settle() }
    guard let bytes, let entry = entry(pending, bytes) else {
      // Too large, but it replaces older ones.
      for id in pending.replaced { await cache.forget(id, of: key, at: now()) }
      return
    }
    if cache.hasChanged(since: pending.changes), await hasNewer(than: entry) { return }
    let body = DecodedBody(bytes)
    await cache.insert(
      entry, body, for: key, isSecret: isSecret(entry, bytes), replacing: pending.replaced, at: now())
    cache.noteChange()
    if isWanted(pending) { exchange.stored = body } else { await cache.forget(entry.id, of: key, at: now()) }
  }

  private func hasNewer(than entry: CacheEntry) async -> Bool {
    let own = entry.response
    return (await cache.entries(for: key) ?? []).contains { other in
      other.variant.hasSameBytes(as: entry.variant) && other.response.requestTime > own.requestTime
        && other.response.date >= own.date
    }
  }

  /// RFC 9111, section 4.3.5.
  func freshen(_ sending: Sending, with head: HTTPResponse, receivedAt received: Date) async {
    for entry in sending.entries where entry.response.isSelected(by: request.head) {
      guard
        let stored = cache.machine.freshened(entry.response, byHead: head, sent: sending.date, came: received)
      else {
        await cache.forget(entry.id, of: key, at: now())
        continue
      }
      guard stored != entry.response, isStorable(stored.head, to: sending),
        !cache.hasRemoved(key, since: sending.removals)
      else { continue }
      var new = entry
      new.response = stored
      await cache.update(new, from: entry, for: key, isSecret: isSecret(new), at: now())
    }
  }

  /// Also for same-origin URLs in the response (RFC 9111, section 4.4).
  func invalidate(_ url: AbsoluteURL, after head: HTTPResponse) async {
    var urls: Set<AbsoluteURL> = [url]
    for name in [HTTPField.Name.location, .contentLocation] {
      guard let text = head.headerFields.single(name), var target = try? url.resolving(text),
        target.origin == url.origin
      else { continue }
      target.removeQueryItems(named: userFields.queryItems)
      urls.insert(target)
    }
    for url in urls {
      await cache.forget(.url(url.cacheKey), at: now())
      if exchange.outgoing.secrets(in: url, userFields.redaction).isEmpty { continue }
      await cache.forget(.url(url.digestedCacheKey), at: now())
    }
  }
}
