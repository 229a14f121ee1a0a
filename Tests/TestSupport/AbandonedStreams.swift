import Foundation
public import Repartee
import ReparteeBase
import ReparteeTesting

/// Stops reading streams in the middle, and counts the descriptors that stay open.
public enum AbandonedStreams {
  /// Leaves `count` streams after their first chunk, twenty at a time.
  ///
  /// Every connection has to be closed by this side, which the server waits for. Then there must be as many open
  /// descriptors as before (Linux only), give or take those of tests that run at the same time. These come and go: what
  /// is left behind is open after a minute as well.
  public static func check(_ transport: some Transport, count: Int = 1000, tolerance: Int = 100) async throws
  {
    let warmup = 20  // what a transport makes once is there then
    try await leave(warmup, transport)
    let before = descriptors()
    try await leave(count, transport)
    let deadline = ContinuousClock.now + .seconds(60)
    while descriptors() > before + tolerance, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(50))
    }
    let after = descriptors()
    try expect(after <= before + tolerance, "\(after) descriptors are open, \(before) were before")
  }

  private static func leave(_ count: Int, _ transport: some Transport) async throws {
    let ends = Mutex((closed: 0, others: 0))
    let isOver = Signal()
    try await LoopbackServer.run { exchange in
      exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
      exchange.send("4\r\nmore\r\n")
      let isClosed = exchange.waitForClose()
      let sum = ends.withLock { ends in
        if isClosed { ends.closed += 1 } else { ends.others += 1 }
        return ends.closed + ends.others
      }
      if sum == count { isOver.fire() }
    } _: { server in
      let client = Client(baseURL: "http://\(server.authority)", transport: transport)
      for _ in 0..<count / 20 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<20 {
            group.addTask {
              let stream = try await client.send(
                Resource<ResponseStream<Data, Never>, Never>(.get("/"), [.code(200, .stream(.bytes))]))
              for try await _ in stream { break }
            }
          }
          try await group.waitForAll()
        }
      }
      await isOver.wait()
    }
    let closed = ends.withLock { $0.closed }
    try expect(closed == count, "\(closed) of \(count) connections were closed")
  }

  private static func descriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}

struct Unexpected: Error, CustomStringConvertible {
  var description: String
}

private func expect(_ condition: Bool, _ what: String) throws {
  guard condition else { throw Unexpected(description: what) }
}
