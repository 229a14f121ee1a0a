/// RFC 9110, section 8.4.1.
struct ContentCoding: Sendable {
  let name: String
  let encoding: @Sendable (ByteStream) throws(TransportError) -> ByteStream
}

#if Gzip
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
  /// A body in memory is compressed before it is sent, any other while it is read, in about 400 KiB of memory; bytes of
  /// a slow sequence may be held back until more follow. Progress counts compressed bytes. A request with a
  /// Content-Encoding of its own, and a part of a ``MultipartForm``, fail the call with a ``RequestError``. Requires
  /// the trait `Gzip`, which the trait `AsyncHTTPClient` enables.
  ///
  /// Use it only with servers that accept it: others respond with 415, or misread the body.
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
      ? ByteStream(length: nil, replayable: start) : ByteStream(length: nil, over: body, once: start)
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
#endif
