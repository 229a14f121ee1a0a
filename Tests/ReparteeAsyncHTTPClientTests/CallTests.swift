#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP2
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// Each phase of a call, cancelled. Those while the head is awaited, the body is read, or a source has nothing to send
/// are a `ConformanceClaim` each, over both versions.
@Suite(.timeLimit(.minutes(5))) struct CallTests {
  @Test(arguments: [false, true])
  func cancellingWhileACallWaitsForAFreeConnection(isHTTP2: Bool) async throws {
    let (isOver, requests) = (Signal(), 3)
    let settings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: 1)]
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Content-Length: 4")
      isOver.block()
      exchange.send("done")
    } _: { server in
      try await Versions.withTransport(isHTTP2: isHTTP2, settings: settings) {
        $0.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
      } _: { transport in
        let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
        let first = try await transport.send(TransportRequest(head: head))
        for _ in 0..<requests {
          let task = Task { try await transport.send(TransportRequest(head: head)).head.status.code }
          // It can't go on: whenever it is cancelled, it waits.
          await Task.yield()
          task.cancel()
          let error = await failure { try await task.value }
          #expect(error?.kind == .cancelled, "\(String(describing: error?.underlying))")
        }
        isOver.fire()
        #expect(try await first.body.collect(upTo: 4) == Data("done".utf8))
        // The connection was not lost for it. Over HTTP/2 AsyncHTTPClient 1.37 loses a stream now and then where a
        // request is cancelled at the moment in which it is queued: one in some hundred runs on a busy machine, which
        // then waits for the only stream there is.
        if isHTTP2 { return }
        let last = try await transport.send(TransportRequest(head: head))
        #expect(try await last.body.collect(upTo: 4) == Data("done".utf8))
        #expect(server.requests.count == 2)
      }
    }
  }

  /// AsyncHTTPClient goes on with the connection, for whoever comes next; it ends at the latest with `timeout.connect`.
  @Test func cancellingDuringTheHandshake() async throws {
    try await Versions.withTransport(isHTTP2: false) {
      $0.timeout.connect = .seconds(10)
    } _: { transport in
      try await CancellationPhases.whileTheHandshakeIsUnderWay(transport)
    }
  }

  #if os(Linux)
  /// The same.
  @Test func cancellingWhileItConnects() async throws {
    try await Versions.withTransport(isHTTP2: false) {
      $0.timeout.connect = .seconds(10)
    } _: { transport in
      try await CancellationPhases.whileItConnects(transport)
    }
  }
  #endif

  @Test func cancellingWhileTheServerDoesNotRead() async throws {
    try await Versions.withTransport(isHTTP2: false) {
      try await CancellationPhases.whileTheServerDoesNotRead($0)
    }
  }

  @Test(arguments: [false, true])
  func cancellingWhileAStreamIsRead(isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) { try await CancellationPhases.whileAStreamIsRead($0) }
  }

  @Test(arguments: [false, true])
  func cancellingManyCallsAtAnyStage(isHTTP2: Bool) async throws {
    // The server of HTTP/2 closes its connection where 200 streams are reset within 30 seconds.
    let count = isHTTP2 ? 100 : 200
    try await Versions.withTransport(isHTTP2: isHTTP2) {
      try await CancellationPhases.whereverTheyAre($0, count: count, sharesConnections: isHTTP2)
    }
  }
}
#endif
