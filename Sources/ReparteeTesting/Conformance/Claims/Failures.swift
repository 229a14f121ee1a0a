import Foundation
import Repartee

extension TransportClaims {
  static let failures: [Claim] = [
    Claim(
      "connecting to a closed port fails at once",
      "TransportError.Kind.cannotConnect"
    ) {
      transport in
      let port = try ClosedPort()
      let head = HTTPRequest(method: .get, scheme: "http", authority: port.authority, path: "/")
      let start = ContinuousClock.now
      try await expectError(.cannotConnect) { _ = try await transport.send(TransportRequest(head: head)) }
      try expect(ContinuousClock.now - start < .seconds(20), "it took \(ContinuousClock.now - start)")
    },
    Claim("a host without an address is not found", "TransportError.Kind.hostNotFound") { transport in
      let head = HTTPRequest(method: .get, scheme: "http", authority: "nowhere.invalid", path: "/")
      try await expectError(.hostNotFound) { _ = try await transport.send(TransportRequest(head: head)) }
    },
    Claim("a body shorter than its Content-Length is a lost connection", "RFC 9112, section 8") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 100")
        exchange.send("short")
        exchange.close()
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.head.status.code, 200, "status")
        try await expectError(.connectionLost) { _ = try await response.body.collect(upTo: 1000) }
      }
    },
    Claim("a chunked body without its end is a lost connection", "RFC 9112, section 8") { transport in
      for sent in ["5\r\nhello\r\n", "FF\r\nhello"] {
        try await LoopbackServer.run { exchange in
          exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
          exchange.send(sent)
          exchange.close()
        } _: { server in
          try await expectError(.connectionLost) { _ = try await transport.fetch(server) }
        }
      }
    },
    Claim("a chunk size that is not a number is a protocol violation", "RFC 9112, section 7.1") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
        exchange.send("ZZ\r\n{}\r\n0\r\n\r\n")
        exchange.close()
      } _: { server in
        try await expectError(.protocolViolation) { _ = try await transport.fetch(server) }
      }
    },
    Claim("a response that is not HTTP is a protocol violation", "RFC 9112, section 4") { transport in
      for sent in ["\u{16}\u{3}\u{1}hello not http\r\n\r\n", "{\"ok\":true}"] {
        try await LoopbackServer.run { exchange in
          exchange.send(sent)
          exchange.close()
        } _: { server in
          try await expectError(.protocolViolation) { _ = try await transport.fetch(server) }
        }
      }
    },
    Claim("two different Content-Lengths are a protocol violation", "RFC 9112, section 6.3") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 2", "Content-Length: 20")
        exchange.send("{}")
        exchange.close()
      } _: { server in
        try await expectError(.protocolViolation) { _ = try await transport.fetch(server) }
      }
    },
    Claim("a Content-Length that is not a number is a protocol violation", "RFC 9110, section 8.6") {
      transport in
      for value in ["abc", "2abc", "+2", "-2", "0x2", "2.0", "2 2", ""] {
        try await LoopbackServer.run { exchange in
          exchange.head("HTTP/1.1 200 OK", "Content-Length: \(value)")
          exchange.send("{}")
          exchange.close()
        } _: { server in
          try await expectError(.protocolViolation) { _ = try await transport.fetch(server) }
        }
      }
    },
    Claim("a connection closed without a response is lost", "RFC 9112, section 8") { transport in
      try await LoopbackServer.run {
        $0.close()
      } _: { server in
        try await expectError(.connectionLost) { _ = try await transport.fetch(server) }
      }
    },
    Claim("a connection closed inside the head is lost", "RFC 9112, section 8") { transport in
      try await LoopbackServer.run { exchange in
        exchange.send("HTTP/1.1 200 OK\r\nContent-Le")
        exchange.close()
      } _: { server in
        try await expectError(.connectionLost) { _ = try await transport.fetch(server) }
      }
    },
    Claim("a connection reset without a response is lost", "RFC 9112, section 9.5") { transport in
      try await LoopbackServer.run {
        $0.reset()
      } _: { server in
        try await expectError(.connectionLost) { _ = try await transport.fetch(server) }
      }
    },
    Claim("a connection reset inside the body is lost", "RFC 9112, section 9.5") { transport in
      let bodyCame = Signal("the first bytes to be handed over")
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 1000")
        exchange.send("{")
        exchange.wait(for: bodyCame)
        exchange.reset()
      } _: { server in
        let response = try await transport.start(server)
        var body = response.body.makeAsyncIterator()
        try expect(try await body.next(), Data("{".utf8), "first chunk")
        bodyCame.fire()
        try await expectError(.connectionLost) { _ = try await body.next() }
      }
    },
    Claim("trailer fields are ignored", "RFC 9112, section 7.1.2") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Trailer: X-Sum")
        exchange.send("2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n")
      } _: { server in
        try expect(try await transport.fetch(server).body, "{}", "body")
      }
    },
  ]
}
