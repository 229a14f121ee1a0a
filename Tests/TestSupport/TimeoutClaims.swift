import Foundation
package import Repartee

/// The timeouts of a client, over a transport.
package enum TimeoutClaims {
  package static func eachTimeoutSaysWhatTookTooLong(_ transport: some Transport) async throws {
    for hasHead in [false, true] {
      let (arrived, closed) = (Signal(), Signal())
      try await LoopbackServer.run { exchange in
        if exchange.request.target == "/first" { return exchange.answer() }
        arrived.fire()
        if hasHead {
          exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
          exchange.send("part")
        }
        if exchange.waitForClose() { closed.fire() }
      } _: { server in
        var client = Client(baseURL: "http://\(server.authority)", transport: transport)
        // The connection is there then.
        _ = try await client.send(Resource<Data, Never>(.get("/first"), [.code(200, .decode)]))
        let expected: [TransportError.Timeout] = hasHead ? [.idle, .total] : [.head, .total]
        for timeout in expected {
          client.timeout = timeout == .total ? .seconds(1) : .seconds(60)
          client.headTimeout = timeout == .head ? .seconds(1) : .seconds(60)
          client.idleTimeout = timeout == .idle ? .seconds(1) : .seconds(60)
          do {
            _ = try await client.send(Resource<Data, Never>(.get("/"), [.code(200, .decode)]))
            throw ClaimFailure(message: "it ended as if it were complete")
          } catch let error as any CallErrorProtocol {
            let kind = error.transportError?.kind
            try expectClaim(kind == .timedOut(timeout), "\(timeout): \(String(describing: kind))")
          }
        }
        // A busy machine may need longer than that to send them.
        if arrived.hasFired { await closed.wait() }
      }
    }
  }
}
