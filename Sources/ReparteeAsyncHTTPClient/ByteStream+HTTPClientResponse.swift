#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import Repartee
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ByteStream {
  /// The body of an answer. It asks the connection for more when its reader asks for more; dropping it before
  /// its end closes the connection.
  init(
    _ body: HTTPClientResponse.Body, head: HTTPResponse, of request: HTTPRequest, upload: Upload?
  ) {
    // These have no body whatever their fields say (RFC 9112, section 6.3).
    let isBodiless = request.method == .head || head.status.code == 204 || head.status.code == 304
    let decodes = request.headerFields[.acceptEncoding] == nil && !isBodiless
    let coding = decodes ? ContentDecoder.Coding(head.headerFields) : nil
    let length =
      isBodiless ? 0 : coding == nil ? head.headerFields.contentLength : nil

    let sending = upload.map(Sending.init)

    self.init(
      length: length,
      once: {
        // AsyncHTTPClient's `next()` leaves the reader's isolation. That is safe: `Next` is not Sendable, so there
        // is one reader, and it waits.
        nonisolated(unsafe) var buffers = body.makeAsyncIterator()  // no lock: one reader
        let next: ByteStream.Next = { () async throws(TransportError) -> Data? in
          do {
            while let buffer = try await buffers.next() {
              if buffer.readableBytes > 0 { return Data(buffer) }
            }
          } catch {
            throw TransportError(asyncHTTPClient: error)
          }
          if Task.isCancelled { throw TransportError(.cancelled) }
          sending?.isOver()
          return nil
        }
        guard let coding else { return next }
        return ContentDecoder(coding).decoding(next)
      })
  }
}

/// Cancels the reading of the request's body when the answer's is dropped before its end.
private final class Sending: Sendable {
  private let upload: Mutex<Upload?>

  init(_ upload: Upload) {
    self.upload = Mutex(upload)
  }

  /// The answer was read; what is still to be sent goes on.
  func isOver() {
    upload.withLock { $0 = nil }
  }

  deinit {
    upload.withLock { $0 }?.cancel()
  }
}

extension Data {
  /// The bytes of a buffer. Those of a large one are not copied: it lives as long as they do. Changing them
  /// changes the buffer, so it must not be used afterwards; other slices of the same memory are not touched.
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
