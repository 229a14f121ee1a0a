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
  /// The body of an answer. It asks the connection for more when its reader asks for more; dropping it before
  /// its end closes the connection.
  init(
    _ body: HTTPClientResponse.Body, head: HTTPResponse, of method: HTTPRequest.Method, decodes: Bool
  ) {
    // These have no body whatever their fields say (RFC 9112, section 6.3).
    let isBodiless = method == .head || head.status.code == 204 || head.status.code == 304
    let coding = decodes && !isBodiless ? ContentDecoder.Coding(head.headerFields) : nil
    let length =
      isBodiless ? 0 : coding == nil ? head.headerFields[.contentLength].flatMap { Int64($0) } : nil

    self.init(
      length: length,
      once: {
        // AsyncHTTPClient's `next()` leaves the reader's isolation. That is safe: `Next` is not Sendable, so there
        // is one reader, and it waits.
        nonisolated(unsafe) var buffers = body.makeAsyncIterator()
        let next: ByteStream.Next = { () async throws(TransportError) -> Data? in
          do {
            while let buffer = try await buffers.next() {
              if buffer.readableBytes > 0 { return Data(buffer) }
            }
          } catch {
            throw TransportError(asyncHTTPClient: error)
          }
          if Task.isCancelled { throw TransportError(.cancelled) }
          return nil
        }
        guard let coding else { return next }
        return ContentDecoder(coding).decoding(next)
      })
  }
}

extension Data {
  /// The bytes of a buffer. Those of a large one are not copied: it lives as long as they do.
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
