import Foundation
import Repartee

extension TransportClaims {
  static let connections: [Claim] = [
    Claim("a connection is used again after the body was read", "RFC 9112, section 9.3") { transport in
      try await LoopbackServer.run {
        $0.answer(body: "whole")
      } _: { server in
        for _ in 0..<10 { try expect(try await transport.fetch(server).body, "whole", "body") }
        // Threads decide whether a connection is free for the next request.
        try expect(
          server.connections <= 5,
          "expected 10 requests to take 5 connections at most, found \(server.connections)")
      }
    },
    Claim("a connection is not used again after Connection: close", "RFC 9112, section 9.6") {
      transport in
      try await LoopbackServer.run { exchange in
        exchange.answer("200 OK", "Connection: close", body: "last")
        exchange.close()
      } _: { server in
        for _ in 0..<3 { try expect(try await transport.fetch(server).body, "last", "body") }
        try expect(server.connections, 3, "connections")
      }
    },
    Claim("a request that gets no response is not sent again", "RFC 9110, section 9.2.2") { transport in
      var counts: [Int] = []
      for method in [HTTPRequest.Method.get, .post] {
        try await LoopbackServer.run { exchange in
          if exchange.request.target == "/lost" { exchange.close() } else { exchange.answer(body: "ok") }
        } _: { server in
          let body = method == .get ? nil : ByteStream(Data("x".utf8))
          // May leave a used connection for the next request.
          _ = try await transport.fetch(server, "/", method: method, body: body)
          let error = try await errorThrown(.connectionLost) {
            _ = try await transport.fetch(server, "/lost", method: method, body: body)
          }
          try expect(
            error.mayHaveBeenProcessed, "expected mayHaveBeenProcessed to be true: the request had arrived")
          counts.append(server.requests.filter { $0.target == "/lost" }.count)
        }
      }
      try expect(counts, [1, 1], "requests with GET and POST")
    },
    Claim("a request that was not sent is reported as not processed", "TransportError.mayHaveBeenProcessed") {
      transport in
      let port = try ClosedPort()
      let head = HTTPRequest(method: .post, scheme: "http", authority: port.authority, path: "/")
      let error = try await errorThrown(.cannotConnect) {
        _ = try await transport.send(TransportRequest(head: head))
      }
      try expect(!error.mayHaveBeenProcessed, "expected mayHaveBeenProcessed to be false")
    },
  ]
}
