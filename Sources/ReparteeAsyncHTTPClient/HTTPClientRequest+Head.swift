#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPClientRequest {
  /// A head and a body as AsyncHTTPClient takes them, header fields in their order. It adds `Host`, and
  /// `Content-Length` or `Transfer-Encoding`, itself.
  init(_ head: HTTPRequest, body: ByteStream?) {
    self.init(url: "\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")")
    method = HTTPMethod(rawValue: head.method.rawValue)
    headers.reserveCapacity(head.headerFields.count + 3)
    for field in head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
    if head.headerFields[.acceptEncoding] == nil {
      headers.add(name: "Accept-Encoding", value: ContentDecoder.acceptEncoding)
    }
    self.body = body.map(HTTPClientRequest.Body.init)
  }
}

extension HTTPClientRequest.Body {
  init(_ stream: ByteStream) {
    if let bytes = stream.bytes {
      self = .bytes(ByteBuffer(bytes: bytes))
    } else {
      self = .stream(RequestChunks(stream: stream), length: stream.length.map(Length.known) ?? .unknown)
    }
  }
}

/// The chunks of a request's body as NIO's buffers.
private struct RequestChunks: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let stream: ByteStream

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(chunks: stream.makeAsyncIterator())
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var chunks: ByteStream.AsyncIterator

    mutating func next() async throws -> ByteBuffer? {
      while let chunk = try await chunks.next(isolation: nil) {
        // An empty chunk would end a chunked body (RFC 9112, section 7.1).
        if !chunk.isEmpty { return ByteBuffer(bytes: chunk) }
      }
      return nil
    }
  }
}
#endif
