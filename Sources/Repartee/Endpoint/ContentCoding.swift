/// RFC 9110, section 8.4.1.
struct ContentCoding: Sendable {
  let name: String
  let encoding: @Sendable (ByteStream) throws(TransportError) -> ByteStream
}

#if Gzip
internal import CReparteeZlib

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Request.Body {
  /// Returns the same body, compressed with gzip (RFC 9110, section 8.4.1.3), with `Content-Encoding: gzip`.
  ///
  /// ```swift
  /// .post("/measurements", body: .json(measurements).gzipped())
  /// ```
  ///
  /// A body in memory is compressed before it is sent, with a Content-Length. A file or a sequence is compressed while
  /// it is read, in about 400 KiB of memory, and sent in chunks; it can be sent again if the body itself can. Bytes of
  /// a slow sequence may be held back until more follow. Progress counts compressed bytes.
  ///
  /// A server without support responds with 415, or misreads the body. With a Content-Encoding of its own, or as a part
  /// of a ``MultipartForm``, the call fails with a ``RequestError``. Requires the trait `Gzip`, which the trait
  /// `AsyncHTTPClient` enables.
  public func gzipped() -> Request.Body {
    var copy = self
    copy.contentCoding = .gzip
    return copy
  }
}

extension ContentCoding {
  static let gzip = ContentCoding(name: "gzip") { body throws(TransportError) in
    if let bytes = body.bytes {
      let deflater = try Deflater()
      var compressed = Data()
      var rest = bytes
      while !deflater.isComplete { compressed.append(deflater.deflate(&rest, isLast: true)) }
      return ByteStream(compressed)
    }
    let start: @Sendable () -> ByteStream.Next = { compressing(body) }
    return body.isReplayable
      ? ByteStream(length: nil, replayable: start) : ByteStream(length: nil, over: [body], once: start)
  }

  private static func compressing(_ body: ByteStream) -> ByteStream.Next {
    var chunks = body.makeAsyncIterator()
    var begun: Deflater?
    var rest = Data()
    var isLast = false
    return { () throws(TransportError) in
      if begun == nil { begun = try Deflater() }
      while let deflater = begun, !deflater.isComplete {
        if rest.isEmpty, !isLast {
          if let chunk = try await chunks.next(isolation: #isolation) { rest = chunk } else { isLast = true }
        }
        let compressed = deflater.deflate(&rest, isLast: isLast)
        if !compressed.isEmpty { return compressed }
      }
      return nil
    }
  }
}

/// zlib's deflate in gzip's format (RFC 1952).
private final class Deflater {
  private static let outputSize = 64 << 10

  private(set) var isComplete = false
  // zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>
  private let output = UnsafeMutablePointer<UInt8>.allocate(capacity: outputSize)

  init() throws(TransportError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard repartee_deflateInitGzip(stream) == Z_OK else {
      throw TransportError(.other, message: "zlib can't begin to compress: it has no memory, or is too old")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Returns up to 64 KiB; none if it needs more input.
  func deflate(_ input: inout Data, isLast: Bool) -> Data {
    let count = min(input.count, Int(clamping: UInt32.max))
    let isFinishing = isLast && count == input.count
    input.withUnsafeBytes { source in
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: source.bindMemory(to: UInt8.self).baseAddress)
      stream.pointee.avail_in = UInt32(count)
      stream.pointee.next_out = output
      stream.pointee.avail_out = UInt32(Self.outputSize)
      isComplete = CReparteeZlib.deflate(stream, isFinishing ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_END
      stream.pointee.next_in = nil
    }
    input = input.dropFirst(count - Int(stream.pointee.avail_in))
    return Data(bytes: output, count: Self.outputSize - Int(stream.pointee.avail_out))
  }
}
#endif
