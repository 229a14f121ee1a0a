import Foundation
import Repartee

extension TransportClaims {
  static let bodies: [Claim] = [
    Claim("a chunked body is joined, and its length is unknown", "RFC 9112, section 7.1") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
        exchange.send("5\r\nhello\r\n")
        exchange.send("1;ext=1\r\n \r\n5\r\nworld\r\n0\r\n\r\n")
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.body.length, nil, "length")
        try expect(try await response.body.collect(upTo: 100), Data("hello world".utf8), "body")
      }
    },
    Claim("a body without length ends with the connection", "RFC 9112, section 6.3") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Connection: close")
        exchange.send("to the end")
        exchange.close()
      } _: { server in
        try expect(try await transport.fetch(server).body, "to the end", "body")
      }
    },
    Claim("HEAD has no body, whatever its Content-Length says", "RFC 9110, section 9.3.2") { transport in
      try await LoopbackServer.run {
        $0.head("HTTP/1.1 200 OK", "Content-Length: 1000", "Content-Encoding: gzip")
      } _: { server in
        let response = try await transport.fetch(server, method: .head)
        try expect(response.head.headerFields[.contentLength], "1000", "Content-Length")
        try expect(response.body, "", "body")
        try expect(server.requests.first?.method, "HEAD", "method")
      }
    },
    Claim("204 and 304 have no body", "RFC 9112, section 6.3") { transport in
      for status in ["204 No Content", "304 Not Modified"] {
        try await LoopbackServer.run {
          $0.head("HTTP/1.1 \(status)", "ETag: \"x\"")
        } _: { server in
          let response = try await transport.fetch(server)
          try expect(response.head.status.code, Int(status.prefix(3)), "status")
          try expect(response.body, "", "body")
        }
      }
    },
    Claim("an empty body is empty", "RFC 9112, section 6.3") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.body.length, 0, "length")
        try expect(try await response.body.collect(upTo: 0), Data(), "body")
      }
    },
    Claim("a body of 8 MB is received whole", "RFC 9112, section 6.3") { transport in
      let sent = pattern(of: 8 << 20)
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: \(sent.count)")
        exchange.send(sent)
      } _: { server in
        let response = try await transport.start(server)
        let found = try await response.body.collect(upTo: sent.count)
        try expect(found == sent, "expected \(sent.count) bytes, found \(found.count), or others")
      }
    },
    Claim("reading a body a second time is an error", "ByteStream.isReplayable") { transport in
      try await LoopbackServer.run {
        $0.answer(body: "once")
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.body.isReplayable, false, "isReplayable")
        _ = try await response.body.collect(upTo: 10)
        try await expectError(.bodyConsumed) { _ = try await response.body.collect(upTo: 10) }
      }
    },
    Claim("a response of HTTP/1.0 ends with its connection", "RFC 9112, section 6.3") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.0 200 OK", "Content-Type: text/plain")
        exchange.send("from")
        exchange.send(" 1996")
        exchange.close()
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.body.length, nil, "length")
        try expect(try await response.body.collect(upTo: 100), Data("from 1996".utf8), "body")
      }
    },
    Claim("a response of HTTP/1.0 with a length ends there", "RFC 9112, section 6.3") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.0 200 OK", "Content-Length: 4")
        exchange.send("1996")
        exchange.close()
      } _: { server in
        try expect(try await transport.fetch(server).body, "1996", "body")
      }
    },
  ]
}
