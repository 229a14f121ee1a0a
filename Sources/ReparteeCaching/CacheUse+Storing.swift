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

  func isStorable(_ response: AttemptResponse, as head: HTTPResponse? = nil, to sending: Sending) -> Bool {
    hasSentLookedUpFields(sending, response, by: head ?? response.head) && isCurrent
  }

  /// Whether later middleware kept all that a look-up compares (RFC 9111, section 4.1).
  private func hasSentLookedUpFields(
    _ sending: Sending, _ response: AttemptResponse, by head: HTTPResponse
  ) -> Bool {
    let request = conditional(sending)
    guard let sent = response.sentHead, sent.path == request.head.path, sent.method == request.head.method,
      request.body != nil || response.sent?.bodyLength == 0
    else { return false }
    if sent.headerFields == request.headers { return true }
    let late = userFields.change(
      of: request.headers, to: sent.headerFields, compared: StoredResponse.compared(head))
    if let late { cache.separations.withLock { $0.note(late, of: key.url) } }
    return late == nil
  }

  /// Whether the store must not have an entry, because it, or its key, repeats a secret of the request.
  func isSecret(_ entry: CacheEntry, _ sent: SentRequest?, _ body: Data? = nil) -> Bool {
    guard !cache.isInMemory, userFields.hasCredential, !key.isOfThisProcess else { return false }
    let secrets =
      userFields.secretsOfURL
      + request.headers.filter { userFields.redaction.isIdentity($0.name) }.map(\.value)
    let written = [Data(key.url.utf8), Data(key.query.utf8), entry.head, body ?? Data()]
    return written.contains { sent?.hasSecret(in: $0, or: secrets) ?? true }
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
    _ response: AttemptResponse, as stored: StoredResponse, _ sending: Sending
  ) async -> Fetched {
    // There was no look-up.
    let entries = policy.mode == .reload ? await cache.entries(for: key) ?? [] : sending.entries
    let pending = Pending(stored, response.sent, to: sending, among: entries, for: request.head)
    let body = response.body
    if let length = body.length, length > Int64(cache.maximumBodySize) {
      await store(pending, nil, DecodedValues())
      return Fetched(response: response, hasFailed: response.head.isFailure)
    }
    for id in pending.surplus { await cache.forget(id, of: key, at: now()) }
    var response = response
    // Other calls don't wait for a stream's reader, which may be slow, or in the same task.
    if request.streams(response.head) { sending.fetch?.settle() }
    let decoded = DecodedValues()
    if let bytes = body.bytes {
      await store(pending, bytes, decoded)
      response.decoded = decoded
      return Fetched(response: response, hasFailed: response.head.isFailure)
    }
    response.body = ByteStream(
      length: body.length, over: body,
      once: {
        var recorder = BodyRecorder(body, upTo: cache.maximumBodySize) {
          await store(pending, $0, decoded)
        }
        return { () async throws(TransportError) in try await recorder.next() }
      })
    response.decoded = decoded
    return Fetched(response: response, hasFailed: response.head.isFailure, isRecorded: sending.fetch != nil)
  }

  struct Pending: Sendable {
    let stored: StoredResponse
    let sent: SentRequest?
    let removals: UInt64
    let changes: UInt64
    /// Removed even if the response is too large.
    let replaced: [CacheEntry.ID]
    /// Excess variants, and parts that a whole response replaces.
    let surplus: [CacheEntry.ID]
    let fetch: FetchTable.Fetch?

    fileprivate init(
      _ stored: StoredResponse, _ sent: SentRequest?, to sending: Sending, among entries: [CacheEntry],
      for request: HTTPRequest
    ) {
      self.stored = stored
      self.sent = sent
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
  private func store(_ pending: Pending, _ bytes: Data?, _ decoded: DecodedValues) async {
    defer { pending.fetch?.settle() }
    guard let bytes, let entry = entry(pending, bytes) else {
      // Too large, but it replaces older ones.
      for id in pending.replaced { await cache.forget(id, of: key, at: now()) }
      return
    }
    if cache.hasChanged(since: pending.changes), await hasNewer(than: entry) { return }
    let body = StoredBody(bytes, decoded)
    await cache.insert(
      entry, body, for: key, isSecret: isSecret(entry, pending.sent, bytes), replacing: pending.replaced,
      at: now())
    cache.noteChange()
    if !isWanted(pending) { await cache.forget(entry.id, of: key, at: now()) }
  }

  private func hasNewer(than entry: CacheEntry) async -> Bool {
    let own = entry.response
    return (await cache.entries(for: key) ?? []).contains { other in
      other.variant.hasSameBytes(as: entry.variant) && other.response.requestTime > own.requestTime
        && other.response.date >= own.date
    }
  }

  /// RFC 9111, section 4.3.5.
  func freshen(
    _ sending: Sending, with response: AttemptResponse, receivedAt received: Date
  ) async {
    for entry in sending.entries where entry.response.isSelected(by: request.head) {
      guard
        let stored = cache.machine.freshened(
          entry.response, byHead: response.head, requestTime: sending.date, responseTime: received)
      else {
        await cache.forget(entry.id, of: key, at: now())
        continue
      }
      guard stored != entry.response, isStorable(response, as: stored.head, to: sending),
        !cache.hasRemoved(key, since: sending.removals)
      else { continue }
      var new = entry
      new.response = stored
      await cache.update(new, from: entry, for: key, isSecret: isSecret(new, response.sent), at: now())
    }
  }

  /// Also invalidates same-origin URLs in the response (RFC 9111, section 4.4).
  func invalidate(after head: HTTPResponse) async {
    guard let url = try? AbsoluteURL(request.url) else { return }
    var others: Set<AbsoluteURL> = []
    for name in [HTTPField.Name.location, .contentLocation] {
      guard let text = head.headerFields.single(name), var target = try? url.resolving(text),
        target.origin == url.origin
      else { continue }
      target.removeQueryItems(named: userFields.queryItems)
      others.insert(target)
    }
    others.remove(url)
    await forget(url, hasSecrets: !userFields.secretsOfURL.isEmpty)
    for url in others { await forget(url, hasSecrets: true) }
  }

  private func forget(_ url: AbsoluteURL, hasSecrets: Bool) async {
    await cache.forget(.url(url.cacheKey), at: now())
    if hasSecrets { await cache.forget(.url(url.digestedCacheKey), at: now()) }
  }
}
