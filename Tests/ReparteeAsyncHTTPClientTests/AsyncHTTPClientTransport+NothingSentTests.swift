#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP2
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// What goes wrong before anything is sent, and says so.
@Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTransportNothingSentTests {
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

  @Test(arguments: [false, true])
  func aDeadlineThatIsOverWhileAllConnectionsAreInUseSaysSo(isHTTP2: Bool) async throws {
    let isOver = Signal()
    try await withOneConnection(isHTTP2: isHTTP2) { exchange in
      exchange.head("HTTP/1.1 200 OK", "Content-Length: 4")
      if exchange.request.target == "/first" { isOver.block() }
      exchange.send("done")
    } _: { transport, server in
      let first = try await transport.send(request(server, "/first"))
      for _ in 0..<3 {
        let error = await failure {
          try await transport.send(request(server, "/second", .milliseconds(50)))
        }
        #expect(error?.kind == .timedOut(.connectionPool))
        #expect(error?.mayHaveBeenProcessed == false)
      }
      // One that waits and is sent in the end.
      async let third = transport.send(request(server, "/third"))
      isOver.fire()
      #expect(try await first.body.collect(upTo: 10) == Data("done".utf8))
      #expect(try await third.body.collect(upTo: 10) == Data("done".utf8))
      #expect(server.requests.map(\.target) == ["/first", "/third"])
      #expect(!server.requests.flatMap(\.lines).joined().contains("ticket"))
    }
  }

  @Test(arguments: [false, true])
  func aDeadlineThatIsOverAfterTheRequestWasSentIsThatOfTheHead(isHTTP2: Bool) async throws {
    let isOver = Signal()
    try await withOneConnection(isHTTP2: isHTTP2) { exchange in
      if exchange.request.target != "/first" { isOver.block() }
      exchange.answer()
    } _: { transport, server in
      // The connection is there then, and two seconds are enough to write a request to it. What comes after a request
      // that timed out may need another connection.
      _ = try await transport.send(request(server, "/first")).body.collect(upTo: 0)
      let error = await failure {
        try await transport.send(request(server, "/", .seconds(2)))
      }
      #expect(error?.kind == .timedOut(.head))
      #expect(error?.mayHaveBeenProcessed == true)
      isOver.fire()
    }
  }

  @Test func aDeadlineThatIsOverBeforeTheConnectionIsMadeMeansThatNothingWasSent() async throws {
    try await SilentServer.run { server in
      let transport = AsyncHTTPClientTransport { $0.timeout.connect = .seconds(10) }
      let head = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
      let limit = Duration.milliseconds(50)
      let error = await failure { try await transport.send(TransportRequest(head: head, headLimit: limit)) }
      #expect(error?.kind == .timedOut(.head) && error?.mayHaveBeenProcessed == false)
      // Its own limit.
      let hasty = AsyncHTTPClientTransport { $0.timeout.connect = .milliseconds(300) }
      let later = await failure { try await hasty.send(TransportRequest(head: head)) }
      #expect(later?.kind == .timedOut(.connect) && later?.mayHaveBeenProcessed == false)
      await hasty.shutdown()
      await transport.shutdown()
    }
  }

  /// One connection of HTTP/1.1, or one stream at a time of HTTP/2.
  private func withOneConnection(
    isHTTP2: Bool, _ handler: @escaping LoopbackServer.Handler,
    _ body: (any Transport, LoopbackServer) async throws -> Void
  ) async throws {
    let transport = AsyncHTTPClientTransport {
      $0.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
      $0.tlsConfiguration = AsyncHTTPClientTransportConfigurationTests.trusting
    }
    try await LoopbackServer.run(handler) { server in
      if isHTTP2 {
        let settings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: 1)]
        try await HTTP2Gateway.run(over: transport, settings: settings) { try await body($0, server) }
      } else {
        try await body(transport, server)
      }
    }
    await transport.shutdown()
  }

  private func request(
    _ server: LoopbackServer, _ path: String, _ limit: Duration? = nil
  ) -> TransportRequest {
    let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: path)
    return TransportRequest(head: head, headLimit: limit)
  }

  @Test func aConnectionThatIsRefusedWasNotUsed() async throws {
    let port = try ClosedPort()
    let head = HTTPRequest(method: .get, scheme: "http", authority: port.authority, path: "/")
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
