import Foundation
package import Repartee

/// Cancelling a call in each of its phases: it ends at once with `.cancelled`, and its connection is closed. What
/// a `ConformanceClaim` has of them is not repeated here.
package enum CancellationPhases {
  /// While the TLS handshake is under way. The transport may close the connection later, as long as it does.
  package static func whileTheHandshakeIsUnderWay(_ transport: some Transport) async throws {
    try await SilentServer.run { server in
      let head = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
      let task = Task { _ = try await transport.send(TransportRequest(head: head)) }
      await server.arrived.wait()
      task.cancel()
      try await expectCancelled(task)
      await server.closed.wait()
      #if os(Linux)
      try expectClaim(await ClientSockets.wait(for: 0, to: server.port), "a descriptor is left")
      #endif
    }
  }

  #if os(Linux)
  /// While the connection is being made.
  package static func whileItConnects(_ transport: some Transport) async throws {
    let listener = try FullListener()
    let head = HTTPRequest(method: .get, scheme: "http", authority: listener.authority, path: "/")
    let task = Task { _ = try await transport.send(TransportRequest(head: head)) }
    try expectClaim(await listener.waitUntilConnecting(1), "nobody connects")
    task.cancel()
    try await expectCancelled(task)
    try expectClaim(await listener.waitUntilConnecting(0), "a descriptor is left")
  }
  #endif

  /// While a body is sent that the server does not read.
  package static func whileTheServerDoesNotRead(_ transport: some Transport) async throws {
    let (arrived, goOn, closed) = (Signal(), Signal(), Signal())
    try await LoopbackServer.run(readingBodies: false) { exchange in
      arrived.fire()
      goOn.block()
      if exchange.waitForClose() { closed.fire() }
    } _: { server in
      let head = HTTPRequest(method: .post, scheme: "http", authority: server.authority, path: "/")
      let body = ByteStream(Data(count: 20_000_000))
      let task = Task { _ = try await transport.send(TransportRequest(head: head, body: body)) }
      await arrived.wait()
      task.cancel()
      try await expectCancelled(task)
      goOn.fire()
      await closed.wait()
      #if os(Linux)
      try expectClaim(await ClientSockets.wait(for: 0, to: server.port), "a descriptor is left")
      #endif
    }
  }

  /// While a stream of lines is read.
  package static func whileAStreamIsRead(_ transport: some Transport) async throws {
    let (reading, closed) = (Signal(), Signal())
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Content-Type: text/event-stream")
      exchange.send("b\r\ndata: one\n\n\r\n")
      if exchange.waitForClose() { closed.fire() }
    } _: { server in
      let client = Client(baseURL: "http://\(server.authority)", transport: transport)
      let task = Task {
        let events = try await client.send(
          Resource<ResponseStream<ServerSentEvent, Never>, Never>(
            .get("/"), [.code(200, .stream(.serverSentEvents()))]))
        for try await _ in events { reading.fire() }
      }
      await reading.wait()
      task.cancel()
      do {
        try await task.value
        throw ClaimFailure(message: "the stream ended as if it were complete")
      } catch {
        let transportError = (error as? TransportError) ?? (error as? any CallErrorProtocol)?.transportError
        try expectClaim(transportError?.kind == .cancelled, "\(error)")
      }
      await closed.wait()
    }
  }

  /// Many at once, in whatever phase they are. Where they share a connection, one that is cancelled may take it with
  /// it.
  package static func whereverTheyAre(
    _ transport: some Transport, count: Int = 200, sharesConnections: Bool = false
  ) async throws {
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Content-Length: 8")
      exchange.send("half")
      exchange.send("half")
    } _: { server in
      let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask {
            let task = Task {
              let response = try await transport.send(TransportRequest(head: head))
              return try await response.body.collect(upTo: 8)
            }
            for _ in 0..<number { await Task.yield() }
            task.cancel()
            do {
              try expectClaim(try await task.value.count == 8, "a part looks complete")
            } catch let error as TransportError {
              let isExpected = error.kind == .cancelled || sharesConnections && error.kind == .connectionLost
              try expectClaim(isExpected, "\(error.kind), \(String(describing: error.underlying))")
            }
          }
        }
        try await group.waitForAll()
      }
      // What is left is there to be used again.
      var client = Client(baseURL: "http://\(server.authority)", transport: transport)
      client.retry.maximumAttempts = sharesConnections ? 3 : 1
      let whole = try await client.send(Resource<Data, Never>(.get("/"), [.code(200, .decode)]))
      try expectClaim(whole.count == 8, "the transport works no longer")
    }
  }

  private static func expectCancelled(_ task: Task<Void, any Error>) async throws {
    do {
      try await task.value
      throw ClaimFailure(message: "it ended as if it were complete")
    } catch let error as TransportError {
      try expectClaim(error.kind == .cancelled, "\(error.kind), \(String(describing: error.underlying))")
    }
  }
}
