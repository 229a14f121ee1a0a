import Foundation
import Repartee
import ReparteeBase

extension TransportClaims {
  static let endings: [Claim] = [
    Claim("dropping the iterator of a body closes the connection", "ByteStream") { transport in
      let closed = Signal("the connection to be closed")
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
    Claim("a body that never ends can be dropped", "ByteStream") { transport in
      let closed = Signal("the connection to be closed")
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
    Claim("dropping a body unread closes the connection", "ByteStream") { transport in
      let closed = Signal("the connection to be closed")
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
    Claim("100 bodies dropped in the middle leave no connection open", "ByteStream") { transport in
      let closed = Mutex(0)
      let allClosed = Signal("all connections to be closed")
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
    Claim("a response that arrives before the request body is sent is returned", "RFC 9112, section 9.5") {
      transport in
      try await LoopbackServer.run(readingBodies: false) { exchange in
        exchange.answer("413 Content Too Large", "Connection: close", body: "too large")
        _ = exchange.waitForClose()
      } _: { server in
        // More than the connection's buffers.
        let body = ByteStream(Data(count: 20_000_000))
        let response = try await transport.fetch(server, method: .post, body: body)
        try expect(response.head.status.code, 413, "status")
        try expect(response.body, "too large", "body")
      }
    },
    Claim("the server sends only as fast as the body is read", "ByteStream") { transport in
      // More than the buffers of two sockets and a transport: the server has to wait.
      let sent = Mutex(0)
      let (isFull, goOn) = (Signal("the server to wait for the reader"), Signal("the reader"))
      let size = 64 << 10
      let count = 1024
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: \(size * count)")
        let chunk = Data(repeating: 120, count: size)
        for _ in 0..<count {
          if !exchange.canSend(within: .milliseconds(1_500)) {
            isFull.fire()
            exchange.wait(for: goOn)
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
