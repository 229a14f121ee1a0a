import Foundation
public import Repartee
import Synchronization

/// Leaves streams in the middle, and looks at what stays behind.
public enum AbandonedStreams {
  /// Leaves `count` streams after their first chunk, twenty at a time.
  ///
  /// Every connection has to be closed by this side, which the server waits for; then there must be as many open
  /// descriptors as before (Linux only), give or take those of tests that run at the same time.
  public static func check(_ transport: some Transport, count: Int = 1000) async throws {
    let closed = Mutex(0)
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
      exchange.send("4\r\nmore\r\n")
      if exchange.waitForClose() { closed.withLock { $0 += 1 } }
    } _: { server in
      let client = Client(baseURL: "http://\(server.authority)", transport: transport)
      try await leave(20, client)  // what a transport makes once is there now
      let before = descriptors()
      for _ in 0..<count / 20 { try await leave(20, client) }
      let deadline = ContinuousClock.now + .seconds(20)
      while closed.withLock({ $0 }) < count + 20 || descriptors() > before + count / 10,
        ContinuousClock.now < deadline
      {
        try await Task.sleep(for: .milliseconds(10))
      }
      try expect(closed.withLock { $0 }, count + 20, "connections that were closed")
      try expect(
        descriptors() <= before + count / 10, "\(descriptors()) descriptors are open, \(before) were before")
    }
  }

  private static func leave(_ count: Int, _ client: Client) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          let stream = try await client.send(
            Resource<ResponseStream<Data>, Never>(.get("/"), [.code(200, .stream(.bytes))]))
          for try await _ in stream { break }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func descriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
