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
    // These responses have no body, by any header field (RFC 9112, section 6.3).
    let isBodiless = request.method == .head || head.status.code == 204 || head.status.code == 304
    let decodes = request.headerFields[.acceptEncoding] == nil && !isBodiless
    let codings = decodes ? ContentCodings(head.headerFields) : nil
    let length =
      isBodiless ? 0 : codings == nil ? head.headerFields.contentLength : nil

    self.init(
      length: length, cancellation: call.cancellation,
      once: {
        let parts = Parts(of: body)
        let next: ByteStream.Next = { () async throws(TransportError) -> Data? in
          try parts.lock.begin()
          defer { parts.lock.end() }
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
        guard let codings else { return next }
        return head.status.code < 400 ? codings.decoding(next) : keepingBeginning(of: next, codings.decoding)
      })
  }

  /// `next()` leaves the reader's isolation, which is safe: the one reader waits.
  private final class Parts: @unchecked Sendable {  // `lock` is the lock
    let lock = ReadLock()
    var buffers: HTTPClientResponse.Body.AsyncIterator
    var rest: ArraySlice<ByteBuffer>?

    init(of body: HTTPClientResponse.Body) {
      buffers = body.makeAsyncIterator()
    }
  }
}

extension Data {
  /// Shares the memory of a large buffer.
  init(_ buffer: ByteBuffer) {
    guard buffer.readableBytes > Self.largestCopy else {
      self.init(buffer.readableBytesView)
      return
    }
    // The data's deallocator holds the buffer, whose storage is copied before anyone writes to it.
    self = unsafe buffer.withUnsafeReadableBytesWithStorageManagement { bytes, _ in
      guard let start = bytes.baseAddress else { return Data() }
      return unsafe Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
        deallocator: .custom { _, _ in withExtendedLifetime(buffer) {} })
    }
  }

  private static var largestCopy: Int { 4096 }
}
#endif
