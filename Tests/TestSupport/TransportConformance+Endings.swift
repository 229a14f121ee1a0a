import Foundation
import Repartee
import Synchronization

extension TransportConformance {
  static let endings = [
    TransportConformance("a request of a cancelled task is not sent") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let task = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          _ = try await transport.fetch(server)
        }
        try await expectError(.cancelled) { try await task.value }
        try expect(server.requests.count, 0, "requests")
      }
    },
    TransportConformance("cancelling while the head is awaited closes the connection") { transport in
      let (arrived, closed) = (Signal(), Signal())
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
    TransportConformance("cancelling while the body is read closes the connection") { transport in
      let (reading, closed) = (Signal(), Signal())
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
    TransportConformance("dropping the iterator of a body closes the connection") { transport in
      let closed = Signal()
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
        exchange.send("4\r\nmore\r\n")
        if exchange.waitForClose() { closed.fire() }
      } _: { server in
        let response = try await transport.start(server)
        for try await _ in response.body { break }
        await closed.wait()
      }
    },
    TransportConformance("a body that never ends can be left") { transport in
      let closed = Signal()
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
        while exchange.send("4\r\nmore\r\n") {}
        closed.fire()
        exchange.reset()
      } _: { server in
        let response = try await transport.start(server)
        for try await _ in response.body { break }
        await closed.wait()
      }
    },
    TransportConformance("dropping a body unread closes the connection") { transport in
      let closed = Signal()
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
        exchange.send("some")
        if exchange.waitForClose() { closed.fire() }
      } _: { server in
        let status = try await transport.start(server).head.status.code
        try expect(status, 200, "status")
        await closed.wait()
      }
    },
    TransportConformance("100 bodies left in the middle leave no connection behind") { transport in
      let closed = Mutex(0)
      let allClosed = Signal()
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
        exchange.send("some")
        guard exchange.waitForClose() else { return }
        let count = closed.withLock { count in
          count += 1
          return count
        }
        if count == 100 { allClosed.fire() }
      } _: { server in
        for _ in 0..<100 {
          let response = try await transport.start(server)
          for try await _ in response.body { break }
        }
        await allClosed.wait()
      }
    },
    TransportConformance("cancelling while a body is sent drops its source") { transport in
      let (reading, dropped) = (Signal(), Signal())
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
    TransportConformance("a response that comes before the body is sent is kept") { transport in
      try await LoopbackServer.run(readingBodies: false) { exchange in
        exchange.answer("413 Content Too Large", "Connection: close", body: "too large")
        _ = exchange.waitForClose()
      } _: { server in
        // More than fits into the buffers of the connection.
        let body = ByteStream(Data(count: 20_000_000))
        let response = try await transport.fetch(server, method: .post, body: body)
        try expect(response.head.status.code, 413, "status")
        try expect(response.body, "too large", "body")
      }
    },
    TransportConformance("the reader sets the pace") { transport in
      // More than fits into the buffers of two sockets and a transport: the server has to wait.
      let sent = Mutex(0)
      let (isFull, goOn) = (Signal(), Signal())
      let size = 64 << 10
      let count = 1024
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: \(size * count)")
        let chunk = Data(repeating: 120, count: size)
        for _ in 0..<count {
          if !exchange.canSend(within: .milliseconds(300)) {
            isFull.fire()
            goOn.block()
          }
          exchange.send(chunk)
          sent.withLock { $0 += size }
        }
      } _: { server in
        let response = try await transport.start(server)
        await isFull.wait()
        try expect(
          sent.withLock { $0 } < size * count / 2, "the server could send \(sent.withLock { $0 }) bytes")
        goOn.fire()
        try expect(try await response.body.collect(upTo: size * count).count, size * count, "bytes")
      }
    },
  ]
}

/// Tells when it is gone.
private final class Sentinel: Sendable {
  private let gone: Signal

  init(_ gone: Signal) {
    self.gone = gone
  }

  deinit {
    gone.fire()
  }
}
