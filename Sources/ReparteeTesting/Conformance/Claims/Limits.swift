import Foundation
import Repartee

extension TransportClaims {
  static let limits: [Claim] = [
    Claim("a head of 100 fields is received whole", "RFC 9110, section 5.4") { transport in
      try await LoopbackServer.run { exchange in
        let fields = (0..<100).map { "X-Field-\($0): \($0)\r\n" }.joined()
        exchange.send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 2\r\n\r\n{}")
      } _: { server in
        let response = try await transport.fetch(server)
        let values = (0..<100).map { response.head.field("X-Field-\($0)") }
        try expect(values, (0..<100).map { "\($0)" }, "values")
        try expect(response.body, "{}", "body")
      }
    },
    Claim("a field value of 8,000 bytes is sent and received whole", "RFC 9110, section 5.4") {
      transport in
      let long = String(repeating: "abcdefgh", count: 1_000)
      try await LoopbackServer.run {
        $0.answer("200 OK", "ETag: \($0.request.values("If-Match").first ?? "")")
      } _: { server in
        let response = try await transport.fetch(server, headers: [.ifMatch: long])
        let found = response.head.headerFields[.eTag] ?? ""
        try expect(found == long, "expected a value of \(long.count) bytes, found \(found.utf8.count)")
      }
    },
    Claim("a head that never ends is refused", "RFC 9110, section 5.4") { transport in
      try await refuses(transport, repeating: "X-Junk: " + String(repeating: "a", count: 8_000) + "\r\n")
    },
    Claim("a head with an endless number of small fields is refused", "RFC 9110, section 5.4") { transport in
      try await refuses(transport, repeating: "X-A: 1\r\nX-B: 2\r\nX-C: 3\r\n")
    },
    Claim("a header field that never ends is refused", "RFC 9110, section 5.4") { transport in
      try await refuses(
        transport, after: "HTTP/1.1 200 OK\r\nX-Junk: ", repeating: String(repeating: "a", count: 8_000))
    },
  ]

  private static func refuses(
    _ transport: any Transport, after start: String = "HTTP/1.1 200 OK\r\n", repeating part: String
  ) async throws {
    let closed = Signal("the connection to be closed")
    try await LoopbackServer.run { exchange in
      exchange.send(start)
      while exchange.send(part) {}
      closed.fire()
      exchange.reset()
    } _: { server in
      try await expectError(.protocolViolation) { _ = try await transport.start(server) }
      await closed.wait()
    }
  }
}
