#if AsyncHTTPClient
import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeBase
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct UploadTests {
  /// A source that ends when its task is cancelled, as `AsyncStream` does: the chunk that ends the body of a request
  /// must not be sent then (RFC 9112, section 7.1).
  @Test(arguments: [false, true], [false, true])
  func anUploadThatIsCutDoesNotLookComplete(hasHead: Bool, isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) { try await check($0, hasHead: hasHead) }
  }

  private func check(_ transport: any Transport, hasHead: Bool) async throws {
    let cut = Signal()
    let arrived = Signal()
    let isComplete = Mutex<Bool?>(nil)
    try await LoopbackServer.run(readingBodies: false) { exchange in
      if hasHead {
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
        exchange.send("some")
      }
      arrived.fire()
      let bytes = exchange.rest()
      isComplete.withLock { $0 = bytes.range(of: Data("\r\n0\r\n".utf8)) != nil }
      cut.fire()
    } _: { server in
      let head = HTTPRequest(method: .post, scheme: "http", authority: server.authority, path: "/")
      let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
      let sending = Task {
        let body = ByteStream(
          length: nil,
          once: {
            nonisolated(unsafe) var chunks = chunks.makeAsyncIterator()
            return { () async throws(TransportError) in await chunks.next() }
          })
        let response = try await transport.send(
          TransportRequest(head: head, body: body))
        for try await _ in response.body { break }
      }
      continuation.yield(Data("part".utf8))
      await arrived.wait()
      if !hasHead { sending.cancel() }
      _ = await sending.result
      await cut.wait()
      #expect(isComplete.withLock { $0 } == false)
      continuation.finish()
    }
  }
}
#endif
