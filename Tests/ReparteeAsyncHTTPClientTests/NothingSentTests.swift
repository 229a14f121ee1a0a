#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// What goes wrong before anything is sent, and says so.
@Suite(.timeLimit(.minutes(5))) struct NothingSentTests {
  @Test func aCallThatFindsNoFreeConnectionSaysSo() async throws {
    var configuration = AsyncHTTPClientTransport.configuration
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
    configuration.timeout.connect = .milliseconds(200)
    let isOver = Signal()
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Content-Length: 4")
      isOver.block()
      exchange.send("done")
    } _: { server in
      let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
      try await Localhost.withTransport(configuration) { transport in
        let first = try await transport.send(TransportRequest(head: head))
        let error = await #expect(throws: TransportError.self) {
          try await transport.send(TransportRequest(head: head))
        }
        #expect(error?.kind == .timedOut(.connectionPool))
        #expect(error?.mayHaveBeenProcessed == false)
        isOver.fire()
        #expect(try await first.body.collect(upTo: 10) == Data("done".utf8))
      }
    }
  }

  @Test func aConnectionThatIsRefusedWasNotUsed() async throws {
    let server = try await LoopbackServer.run {
      $0.answer()
    } _: {
      $0
    }
    let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
    let error = await #expect(throws: TransportError.self) {
      try await AsyncHTTPClientTransport.asyncHTTPClient.send(TransportRequest(head: head))
    }
    #expect(error?.kind == .cannotConnect && error?.mayHaveBeenProcessed == false)
  }

  @Test func aCertificateThatIsNotTrustedMeansThatNothingWasSent() async throws {
    try await HTTP2Server.run(script: { $0.head("200", end: true) }) { server in
      let head = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
      let error = await #expect(throws: TransportError.self) {
        try await AsyncHTTPClientTransport.asyncHTTPClient.send(TransportRequest(head: head))
      }
      #expect(error?.kind == .tls && error?.mayHaveBeenProcessed == false)
    }
  }
}
#endif
