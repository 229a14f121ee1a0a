import Foundation
import Repartee
import ReparteeOperations
import ReparteeTesting
import TestSupport
import Testing

private struct EndedEarly: Error {}

/// Each of five ways against a server behind a socket, with the program killed between any two looks.
@Suite(.timeLimit(.minutes(5))) struct OperationRunLoopbackTests {
  private func client(of server: LoopbackServer) -> Client {
    #if os(Linux)
    ReparteeOperationsTests.client(SocketTransport(), at: "http://\(server.authority)")
    #else
    ReparteeOperationsTests.client(URLSessionTransport(), at: "http://\(server.authority)")
    #endif
  }

  /// Reads one element with a client of its own, as a program would that is killed afterwards.
  private func step<E: OperationEndpoint>(
    _ work: E, from saved: Data?, at server: LoopbackServer
  ) async throws -> (saved: Data?, value: E.Value?) {
    let handle = try saved.map { try JSONDecoder().decode(OperationHandle.self, from: $0) }
    for try await progress in client(of: server).progress(of: work, from: handle) {
      switch progress {
      case .running(let state): return (try JSONEncoder().encode(state.handle), nil)
      case .ended(let value): return (nil, value)
      }
    }
    throw EndedEarly()
  }

  private func check<E: OperationEndpoint>(
    _ work: E, _ expected: E.Value, _ requests: [String], steps: Int
  ) async throws where E.Value: Equatable {
    try await WorkServer().run { server in
      let value = try await client(of: server).wait(for: work)
      #expect(value == expected)
      #expect(server.requests.map { "\($0.method) \($0.target)" } == requests)
    }
    try await WorkServer().run { server in
      var (saved, count): (Data?, Int) = (nil, 0)
      while true {
        count += 1
        let (next, value) = try await step(work, from: saved, at: server)
        if let value {
          #expect(value == expected)
          break
        }
        saved = next
      }
      #expect(count == steps)
      #expect(server.requests.map { "\($0.method) \($0.target)" } == requests, "nothing is sent twice")
    }
  }

  @Test func aNameInTheBody() async throws {
    try await check(
      StartExport(), File(url: "/google"),
      ["POST /v1/exports"] + Array(repeating: "GET /v1/operations/a%20b", count: 3), steps: 4)
  }

  @Test func anOperationLocationThenAResource() async throws {
    try await check(
      Analyze(), File(url: "/azure"),
      ["POST /analyze"] + Array(repeating: "GET /states/7?token=9", count: 3) + ["GET /results/7"], steps: 5)
  }

  @Test func anIDAndAnEndpointOfItsOwn() async throws {
    try await check(
      StartJob(), File(url: "/aws"), ["POST /jobs"] + Array(repeating: "GET /jobs/..%2Fx", count: 3), steps: 4
    )
  }

  @Test func theSameURL() async throws {
    try await check(Statistics(), [1, 2], Array(repeating: "GET /stats?repo=a%2Fb", count: 3), steps: 3)
  }

  @Test func aLocationThenASeeOther() async throws {
    try await check(
      Render(), File(url: "/rfc"),
      ["POST /render"] + Array(repeating: "GET /renders/1", count: 3) + ["GET /files/1"], steps: 5)
  }
}
