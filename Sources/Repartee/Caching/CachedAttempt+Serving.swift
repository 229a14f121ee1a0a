import HTTPTypes
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Serving: a stored response becomes the response of the call.

extension CachedAttempt {
  func serve(
    _ entry: CacheEntry, _ serving: CacheMachine.Serving, to method: HTTPRequest.Method
  ) async -> TransportResponse? {
    if serving.isNotModified || method == .head {
      var head = entry.response.head
      if serving.isNotModified { head.status = .notModified }
      state.withLock { $0.source = .cache }
      return TransportResponse(head: head.aged(serving.age), body: ByteStream(Data()))
    }
    guard let body = await cache.body(of: entry, for: key) else { return nil }
    return response(entry, body, as: .cache, serving)
  }

  func response(
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

  func fallBack(_ sending: Sending) async -> TransportResponse? {
    guard let planned = sending.fallback, !cache.hasRemoved(key, since: sending.removals) else { return nil }
    let entry = sending.entries[planned.index]
    guard let serving = cache.machine.fallback(planned, entry.response, for: sending.request, at: now()),
      let response = await serve(entry, serving, to: sending.request.method)
    else { return nil }
    sending.wire.tell(.cacheHit, .staleOnError)
    return response
  }
}

extension HTTPResponse {
  /// Returns the head with an Age of so many seconds (RFC 9111, section 5.1).
  fileprivate func aged(_ age: Int) -> HTTPResponse {
    var head = self
    head.headerFields[.age] = "\(age)"
    return head
  }
}
