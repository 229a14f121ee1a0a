#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// Each timeout is an error of its own, over both versions.
@Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTransportTimeoutTests {
  @Test(arguments: [false, true])
  func eachTimeoutSaysWhatTookTooLong(isHTTP2: Bool) async throws {
    try await Versions.withTransport(isHTTP2: isHTTP2) {
      try await TimeoutClaims.eachTimeoutSaysWhatTookTooLong($0)
    }
  }

  @Test func aHandshakeThatTakesTooLongIsAConnectTimeout() async throws {
    try await SilentServer.run { server in
      try await Versions.withTransport(isHTTP2: false) {
        $0.timeout.connect = .milliseconds(300)
      } _: { transport in
        let error = await failure { try await get("https", server.authority, over: transport) }
        #expect(error?.kind == .timedOut(.connect) && error?.mayHaveBeenProcessed == false)
        await server.closed.wait()
      }
    }
  }

  #if os(Linux)
  @Test func aConnectionThatTakesTooLongIsAConnectTimeout() async throws {
    let listener = try FullListener()
    try await Versions.withTransport(isHTTP2: false) {
      $0.timeout.connect = .milliseconds(300)
    } _: { transport in
      let error = await failure { try await get("http", listener.authority, over: transport) }
      #expect(error?.kind == .timedOut(.connect) && error?.mayHaveBeenProcessed == false)
      #expect(await listener.waitUntilConnecting(0))
    }
  }
  #endif
}
#endif
