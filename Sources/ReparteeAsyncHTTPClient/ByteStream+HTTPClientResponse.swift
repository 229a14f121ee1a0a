#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ByteStream {
  /// Dropping the body before its end closes the connection.
  init(
    _ body: HTTPClientResponse.Body, head: HTTPResponse, of request: HTTPRequest, call: Call
  ) {
    // These responses have no body, whatever their header fields say (RFC 9112, section 6.3).
    let isBodiless = request.method == .head || head.status.code == 204 || head.status.code == 304
    let decodes = request.headerFields[.acceptEncoding] == nil && !isBodiless
    let codings = decodes ? head.headerFields[.contentEncoding].flatMap(ContentCodings.init) : nil
    let length =
      isBodiless ? 0 : codings == nil ? head.headerFields.contentLength : nil

    self.init(
      length: length, cancellation: call.cancellation,
      once: {
        let parts = Parts(of: body)
        let next: ByteStream.Next = { () async throws(TransportError) -> Data? in
          do {
            while parts.rest == nil, let buffer = try await parts.buffers.next() {
              if buffer.readableBytes > 0 { return Data(buffer) }
            }
          } catch let end as ResponseGuard.EarlyEnd {
            parts.rest = end.rest[...]
          } catch {
            let failure = call.failureOfBody(error)
            call.end()
            throw failure
          }
          while let buffer = parts.rest?.popFirst() {
            if buffer.readableBytes > 0 { return Data(buffer) }
          }
          if Task.isCancelled { throw TransportError(.cancelled) }
          call.end()
          return nil
        }
        if let codings { return codings.decoding(next) }
        return next
      })
  }

  /// AsyncHTTPClient's `next()` leaves the reader's isolation, which is safe: there is one reader, and it waits.
  private final class Parts: @unchecked Sendable {  // no lock: one reader
    @exclusivity(unchecked) var buffers: HTTPClientResponse.Body.AsyncIterator
    @exclusivity(unchecked) var rest: ArraySlice<ByteBuffer>?

    init(of body: HTTPClientResponse.Body) {
      buffers = body.makeAsyncIterator()
    }
  }
}

extension Data {
  /// Shares the memory of a large buffer, which must not be used afterwards; other slices of that memory may be.
  init(_ buffer: ByteBuffer) {
    self = buffer.withUnsafeReadableBytesWithStorageManagement { bytes, storage in
      guard bytes.count > Self.largestCopy, let start = bytes.baseAddress else { return Data(bytes) }
      let held = storage.retain()
      return Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
        deallocator: .custom { _, _ in held.release() })
    }
  }

  private static var largestCopy: Int { 4096 }
}
#endif
