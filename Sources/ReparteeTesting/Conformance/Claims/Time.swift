import Foundation
import Repartee

// The client measures the time (`Transport.boundsHead`); the transport ends a cancelled request.
extension TransportClaims {
  static let time: [Claim] = [
    Claim("a request without a response head ends at its headLimit", "TransportRequest.headLimit") {
      transport in
      try await closes(transport) { _ in
      } when: { server, limit in
        guard transport.boundsHead else {
          return try await fails(.timedOut(.head), .get("/"), transport, server) { $0.headTimeout = limit }
        }
        let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
        let waiting = Waiting.current?.begin("send(_:) to return when its limit is over")
        defer { Waiting.current?.end(waiting) }
        try await expectError(.timedOut(.head)) {
          _ = try await transport.send(TransportRequest(head: head, headLimit: limit))
        }
      }
    },
    Claim("a head that is late fails the call, and its connection is closed", "Client.headTimeout") {
      transport in
      try await closes(transport) { _ in
      } when: { server, limit in
        try await fails(.timedOut(.head), .get("/"), transport, server) { $0.headTimeout = limit }
      }
    },
    Claim("a server that does not read the body fails the call in time", "Client.headTimeout") { transport in
      try await LoopbackServer.run(reading: .nothing) { exchange in
        if exchange.waitForBytes() { exchange.wait(for: Signal()) }
      } _: { server in
        let request = Request.post("/", body: .bytes(Data(count: 64 << 20)))
        try await fails(.timedOut(.head), request, transport, server) { $0.headTimeout = .milliseconds(500) }
      }
    },
    Claim("a call that takes too long fails, and its connection is closed", "Client.timeout") { transport in
      try await closes(transport) { _ in
      } when: { server, limit in
        try await fails(.timedOut(.total), .get("/"), transport, server) { $0.timeout = limit }
      }
    },
    Claim("a body that stalls fails the call, and its connection is closed", "Client.idleTimeout") {
      transport in
      try await closes(transport) { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
        exchange.send("some")
      } when: { server, limit in
        try await fails(.timedOut(.idle), .get("/"), transport, server) { $0.idleTimeout = limit }
      }
    },
    Claim("a body that takes too long fails the call, and its connection is closed", "Client.timeout") {
      transport in
      try await closes(transport) { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
        exchange.send("some")
      } when: { server, limit in
        try await fails(.timedOut(.total), .get("/"), transport, server) { $0.timeout = limit }
      }
    },
  ]

  /// The connection must close after `fail`. Retries with more time if the limit passed before the request arrived.
  private static func closes(
    _ transport: any Transport, after respond: @escaping LoopbackServer.Handler,
    when fail: (LoopbackServer, Duration) async throws -> Void
  ) async throws {
    for milliseconds in [300, 1_000, 4_000, 16_000, 60_000] {
      let closed = Signal("the connection to be closed")
      let hasArrived = try await LoopbackServer.run { exchange in
        respond(exchange)
        if exchange.waitForClose() { closed.fire() }
      } _: { server in
        try await fail(server, .milliseconds(milliseconds))
        if server.requests.isEmpty { return false }
        await closed.wait()
        return true
      }
      if hasArrived { return }
    }
    throw Mismatch(detail: "expected a request within a minute, and none arrived")
  }

  private static func fails(
    _ kind: TransportError.Kind, _ request: Request, _ transport: any Transport, _ server: LoopbackServer,
    _ set: (inout Client) -> Void
  ) async throws {
    var client = Client(baseURL: "http://\(server.authority)", transport: Erased(base: transport))
    set(&client)
    let waiting = Waiting.current?.begin("the call to return")
    defer { Waiting.current?.end(waiting) }
    let result = await client.result(of: Resource<Data, Never>(request, [.any(.decode)]))
    switch result {
    case .success: throw Mismatch(detail: "expected the error \(kind), and the call returned")
    case .failure(let error):
      let found = error.transportError.map { "\($0.kind)" } ?? "\(error)"
      try expect(error.transportError?.kind == kind, "expected the error \(kind), found \(found)")
    }
  }

  private struct Erased: Transport {
    let base: any Transport

    var boundsHead: Bool { base.boundsHead }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      try await base.send(request)
    }
  }
}
