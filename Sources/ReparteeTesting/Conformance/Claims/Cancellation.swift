import Foundation
import Repartee

extension TransportClaims {
  static let cancellation: [Claim] =
    [
      Claim("a request of a cancelled task is not sent", "TransportError.Kind.cancelled") { transport in
        try await LoopbackServer.run {
          $0.answer()
        } _: { server in
          let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await transport.fetch(server)
          }
          task.cancel()
          try await expectError(.cancelled) { try await task.value }
          try expect(server.requests.count, 0, "requests")
        }
      },
      Claim("cancelling while the head is awaited closes the connection", "TransportError.Kind.cancelled") {
        transport in
        let (arrived, closed) = (Signal("the request to arrive"), Signal("the connection to be closed"))
        try await LoopbackServer.run { exchange in
          arrived.fire()
          if exchange.waitForClose() { closed.fire() }
        } _: { server in
          let task = Task { _ = try await transport.fetch(server) }
          await arrived.wait()
          task.cancel()
          try await expectError(.cancelled) { try await task.value }
          await closed.wait()
        }
      },
      Claim("cancelling while the body is read closes the connection", "TransportError.Kind.cancelled") {
        transport in
        let (reading, closed) = (Signal("the body to be read"), Signal("the connection to be closed"))
        try await LoopbackServer.run { exchange in
          exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
          exchange.send("some")
          if exchange.waitForClose() { closed.fire() }
        } _: { server in
          let task = Task {
            let response = try await transport.start(server)
            for try await _ in response.body { reading.fire() }
          }
          await reading.wait()
          task.cancel()
          try await expectError(.cancelled) { try await task.value }
          await closed.wait()
        }
      },
      Claim("cancelling while a body is sent drops its source", "TransportError.Kind.cancelled") {
        transport in
        let (reading, dropped) = (
          Signal("the body to be read"), Signal("the source of the body to be released")
        )
        try await LoopbackServer.run {
          $0.answer()
        } _: { server in
          let body = ByteStream(
            length: nil,
            once: {
              let sentinel = Sentinel(dropped)
              return { () async throws(TransportError) in
                reading.fire()
                try? await Task.sleep(for: .seconds(600))
                return withExtendedLifetime(sentinel) { nil }
              }
            })
          let task = Task { _ = try await transport.fetch(server, method: .post, body: body) }
          await reading.wait()
          task.cancel()
          try await expectError(.cancelled) { try await task.value }
          await dropped.wait()
        }
      },
      Claim("cancelling while the connection is secured ends at once", "TransportError.Kind.cancelled") {
        transport in
        let greeted = Signal("the first bytes to arrive")
        try await LoopbackServer.run(reading: .nothing) { exchange in
          guard exchange.waitForBytes() else { return }
          greeted.fire()
          exchange.wait(for: Signal())
        } _: { server in
          let task = Task { _ = try await transport.start(server, scheme: "https") }
          await greeted.wait()
          try await ends(task)
        }
      },
      Claim("cancelling while a body is sent closes the connection", "TransportError.Kind.cancelled") {
        transport in
        let (arrived, cancelled) = (Signal("the request to arrive"), Signal("the cancellation"))
        let closed = Signal("the connection to be closed")
        try await LoopbackServer.run(reading: .nothing) { exchange in
          guard exchange.waitForBytes() else { return }
          arrived.fire()
          // An unread upload stalls.
          exchange.wait(for: cancelled)
          if exchange.waitForClose() { closed.fire() }
        } _: { server in
          let body = ByteStream(Data(count: 64 << 20))
          let task = Task { _ = try await transport.start(server, method: .post, body: body) }
          await arrived.wait()
          try await ends(task)
          cancelled.fire()
          await closed.wait()
        }
      },
      Claim("one of several requests can be cancelled", "TransportError.Kind.cancelled") { transport in
        let (arrived, cancelled) = (Signal("the request to arrive"), Signal("the cancellation"))
        try await LoopbackServer.run { exchange in
          if exchange.request.target == "/stuck" {
            arrived.fire()
            _ = exchange.waitForClose()
          } else {
            exchange.wait(for: cancelled)
            exchange.answer(body: exchange.request.target)
          }
        } _: { server in
          let others = (0..<5).map { number in Task { try await transport.fetch(server, "/\(number)").body } }
          let stuck = Task { _ = try await transport.start(server, "/stuck") }
          await arrived.wait()
          try await ends(stuck)
          cancelled.fire()
          for (number, other) in others.enumerated() {
            try expect(try await other.value, "/\(number)", "body")
          }
        }
      },
    ] + connecting

  #if os(Linux)
  private static let connecting: [Claim] = [
    // Elsewhere a port with a full queue may refuse the connection.
    Claim("cancelling while connecting ends at once", "TransportError.Kind.cancelled") { transport in
      let port = try FullPort()
      defer { port.close() }
      let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port.number)", path: "/")
      let started = Signal("the request to be made")
      let task = Task {
        started.fire()
        _ = try await transport.send(TransportRequest(head: head))
      }
      await started.wait()
      try await Task.sleep(for: .milliseconds(100))
      try await ends(task)
    }
  ]
  #else
  private static let connecting: [Claim] = []
  #endif

  private static func ends(_ task: Task<Void, any Error>) async throws {
    let start = ContinuousClock.now
    task.cancel()
    let waiting = Waiting.current?.begin("the cancelled call to return")
    defer { Waiting.current?.end(waiting) }
    try await expectError(.cancelled) { try await task.value }
    let duration = ContinuousClock.now - start
    try expect(duration < .seconds(20), "expected it to end at once, it took \(duration)")
  }
}

private final class Sentinel: Sendable {
  private let gone: Signal

  init(_ gone: Signal) {
    self.gone = gone
  }

  deinit {
    gone.fire()
  }
}
