import Foundation
import HTTPTypes
import Repartee
import ReparteeTesting
import TestSupport

/// A response whose body is this text, and breaks off where an error is given.
func scripted(
  _ code: Int, _ text: String, _ headers: HTTPFields = [:], then error: TransportError? = nil
) -> TransportResponse {
  .init(
    head: HTTPResponse(status: .init(code: code), headerFields: headers),
    body: ByteStream(length: nil, once: chunks([text], then: error)))
}

/// A response that is open for a time.
func lasting(
  _ time: Duration, on clock: SkippingClock, _ text: String, then error: TransportError?
) -> TransportResponse {
  let body = ByteStream(
    length: nil,
    once: {
      let next = chunks([text], then: error)()
      var isOpen = false
      return { () async throws(TransportError) -> Data? in
        if isOpen { clock.advance(by: time) }
        isOpen = true
        return try await next()
      }
    })
  return .init(head: HTTPResponse(status: .ok), body: body)
}
