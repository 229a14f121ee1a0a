import HTTPTypes
import Repartee
import ReparteeBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// A stored response becomes the response of the call.

extension CacheUse {
  func serve(_ entry: CacheEntry, _ serving: CacheMachine.Serving) async -> AttemptResponse? {
    if serving.isNotModified || method == .head {
      var head = entry.response.head
      if serving.isNotModified { head.status = .notModified }
      return .stored(head.aged(serving.age), Data())
    }
    guard let body = await cache.body(of: entry, for: key) else { return nil }
    return served(entry, body, serving)
  }

  func served(
    _ entry: CacheEntry, _ body: StoredBody, _ serving: CacheMachine.Serving? = nil
  ) -> AttemptResponse {
    let range = serving?.range
    var head = range.map { entry.response.head(of: $0) } ?? entry.response.head
    if let serving { head = head.aged(serving.age) }
    guard let range else { return .stored(head, body.bytes, body.decoded) }
    return .stored(head, Data(body.bytes[range]))
  }

  func fallBack(_ sending: Sending) async -> AttemptResponse? {
    guard let planned = sending.fallback, !cache.hasRemoved(key, since: sending.removals) else { return nil }
    let entry = sending.entries[planned.index]
    guard let serving = cache.machine.fallback(planned, entry.response, for: request.head, at: now()),
      let response = await serve(entry, serving)
    else { return nil }
    report(.cacheHit, .staleOnError)
    return response
  }
}

extension AttemptResponse {
  fileprivate static func stored(
    _ head: HTTPResponse, _ body: Data, _ decoded: DecodedValues? = nil
  ) -> AttemptResponse {
    var response = AttemptResponse.stored(head, ByteStream(body))
    response.decoded = decoded
    return response
  }
}

extension HTTPResponse {
  fileprivate func aged(_ age: Int) -> HTTPResponse {
    var head = self
    head.headerFields[.age] = "\(age)"
    return head
  }
}
