import Foundation
import Repartee

extension TransportConformance {
  static let bodies = [
    TransportConformance("a chunked body comes joined, its length unknown") { transport in
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
    TransportConformance("a body without length ends with the connection") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Connection: close")
        exchange.send("to the end")
        exchange.close()
      } _: { server in
        try expect(try await transport.fetch(server).body, "to the end", "body")
      }
    },
    TransportConformance("HEAD has no body, whatever its Content-Length says") { transport in
      try await LoopbackServer.run {
        $0.head("HTTP/1.1 200 OK", "Content-Length: 1000", "Content-Encoding: gzip")
      } _: { server in
        let response = try await transport.fetch(server, method: .head)
        try expect(response.head.headerFields[.contentLength], "1000", "Content-Length")
        try expect(response.body, "", "body")
        try expect(server.requests.first?.method, "HEAD", "method")
      }
    },
    TransportConformance("204 and 304 have no body") { transport in
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
    TransportConformance("an empty body is empty") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.body.length, 0, "length")
        try expect(try await response.body.collect(upTo: 0), Data(), "body")
      }
    },
    TransportConformance("a body of 8 MB comes whole") { transport in
      let pattern = Data((0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) })
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: \(pattern.count)")
        exchange.send(pattern)
      } _: { server in
        let response = try await transport.start(server)
        try expect(try await response.body.collect(upTo: pattern.count) == pattern, "another body came")
      }
    },
    TransportConformance("a body is read once; again is an error") { transport in
      try await LoopbackServer.run {
        $0.answer(body: "once")
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.body.isReplayable, false, "isReplayable")
        _ = try await response.body.collect(upTo: 10)
        try await expectError(.bodyConsumed) { _ = try await response.body.collect(upTo: 10) }
      }
    },
    TransportConformance("a gzip body is decoded, and the head stays as it came") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: \(gzipped.count)")
        exchange.send(gzipped)
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.body.length, nil, "length")
        try expect(response.head.headerFields[.contentEncoding], "gzip", "Content-Encoding")
        let text = String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
        try expect(text, #"{"ok":true}"#, "body")
        let asked = server.requests[0].values("Accept-Encoding").joined()
        try expect(asked.contains("gzip"), "Accept-Encoding is \(asked)")
      }
    },
    TransportConformance("a gzip body that is none is a protocol violation") { transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "Content-Encoding: gzip", body: "not gzip at all")
      } _: {
        server in
        try await expectError(.protocolViolation) { _ = try await transport.fetch(server) }
      }
    },
    TransportConformance("an empty gzip body is empty") { transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "Content-Encoding: gzip")
      } _: { server in
        try expect(try await transport.fetch(server).body, "", "body")
      }
    },
    TransportConformance("several content codings are undone, in their order") { transport in
      for (coding, body) in [("gzip, gzip", gzippedTwice), ("identity , x-gzip", gzipped)] {
        try await LoopbackServer.run { exchange in
          exchange.head("HTTP/1.1 200 OK", "Content-Encoding: \(coding)", "Content-Length: \(body.count)")
          exchange.send(body)
        } _: { server in
          try expect(try await transport.fetch(server).body, #"{"ok":true}"#, "body")
        }
      }
    },
    TransportConformance("an unknown content coding is refused when its body is read, and the head is kept") {
      transport in
      for coding in ["zz", "compress", "gzip, zz", "zz, gzip"] {
        try await LoopbackServer.run { exchange in
          exchange.head("HTTP/1.1 200 OK", "Content-Encoding: \(coding)", "Content-Length: \(gzipped.count)")
          exchange.send(gzipped)
        } _: { server in
          let response = try await transport.start(server)
          try expect(response.head.headerFields[.contentEncoding], coding, "Content-Encoding")
          try await expectError(.unsupportedContentCoding) { _ = try await response.body.collect(upTo: 100) }
        }
      }
    },
    TransportConformance("where there is no body, an unknown content coding does no harm") { transport in
      for (method, status) in [
        (HTTPRequest.Method.head, "200 OK"), (.get, "204 No Content"), (.get, "304 Not Modified"),
      ] {
        try await LoopbackServer.run {
          $0.head("HTTP/1.1 \(status)", "Content-Encoding: zz", "ETag: \"x\"")
        } _: { server in
          try expect(try await transport.fetch(server, method: method).body, "", "body")
        }
      }
    },
  ]

  /// `{"ok":true}`.
  private static let gzipped =
    Data(
      base64Encoded: "H4sIAAAAAAACA6tWys9WsiopKk2tBQCQX9SnCwAAAA==") ?? Data()
  private static let gzippedTwice =
    Data(
      base64Encoded: "H4sIAAAAAAACA5Pv5mAAASbm1WGnzodt0tLU8l3LyjAh/spybqAwACA7gdsfAAAA") ?? Data()
}
