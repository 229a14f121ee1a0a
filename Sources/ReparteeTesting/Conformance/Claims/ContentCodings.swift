import Foundation
import Repartee

extension TransportClaims {
  static let codings: [Claim] = [
    Claim("br and zstd are not requested", "RFC 9110, section 12.5.3") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server)
        let asked = try names(server.first.values("Accept-Encoding"))
        let known = ["gzip", "x-gzip", "deflate", "identity"]
        try expect(
          asked.allSatisfy(known.contains),
          "expected Accept-Encoding to have nothing but \(known), found \(asked)")
      }
    },
    Claim("each requested content coding is decoded", "RFC 9110, section 8.4") { transport in
      for (coding, body) in [("gzip", gzipped), ("deflate", deflated)] {
        try await LoopbackServer.run { exchange in
          if names(exchange.request.values("Accept-Encoding")).contains(coding) {
            exchange.head("HTTP/1.1 200 OK", "Content-Encoding: \(coding)", "Content-Length: \(body.count)")
            exchange.send(body)
          } else {
            exchange.answer(body: #"{"ok":true}"#)
          }
        } _: { server in
          try expect(try await transport.fetch(server).body, #"{"ok":true}"#, "body in \(coding)")
        }
      }
    },
    Claim("br and zstd that were not requested are an error", "RFC 9110, section 8.4") { transport in
      for coding in ["br", "zstd", "gzip, br"] {
        try await LoopbackServer.run { exchange in
          exchange.head("HTTP/1.1 200 OK", "Content-Encoding: \(coding)", "Content-Length: \(gzipped.count)")
          exchange.send(gzipped)
        } _: { server in
          try await expectError(.unsupportedContentCoding) { _ = try await transport.fetch(server) }
        }
      }
    },
    Claim("a request with its own Accept-Encoding gets the body undecoded", "RFC 9110, section 12.5.3") {
      transport in
      for coding in ["gzip", "br"] {
        try await LoopbackServer.run { exchange in
          exchange.head("HTTP/1.1 200 OK", "Content-Encoding: \(coding)", "Content-Length: \(gzipped.count)")
          exchange.send(gzipped)
        } _: { server in
          let response = try await transport.start(server, headers: [.acceptEncoding: "br, gzip;q=0.5"])
          try expect(try await response.body.collect(upTo: 100), gzipped, "body in \(coding)")
          try expect(server.first.values("Accept-Encoding"), ["br, gzip;q=0.5"], "Accept-Encoding")
        }
      }
    },
    Claim("a gzip body is decoded, and the head stays unchanged", "RFC 9110, section 8.4.1.3") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: \(gzipped.count)")
        exchange.send(gzipped)
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.body.length, nil, "length")
        try expect(response.head.headerFields[.contentEncoding], "gzip", "Content-Encoding")
        let text = String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
        try expect(text, #"{"ok":true}"#, "body")
        let asked = try server.first.values("Accept-Encoding").joined()
        try expect(asked.contains("gzip"), "Accept-Encoding is \(asked)")
      }
    },
    Claim("an invalid gzip body is a protocol violation", "RFC 9110, section 8.4.1.3") { transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "Content-Encoding: gzip", body: "not gzip at all")
      } _: {
        server in
        try await expectError(.protocolViolation) { _ = try await transport.fetch(server) }
      }
    },
    Claim("an empty gzip body is empty", "RFC 9110, section 8.4.1.3") { transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "Content-Encoding: gzip")
      } _: { server in
        try expect(try await transport.fetch(server).body, "", "body")
      }
    },
    Claim("several content codings are decoded, the last applied first", "RFC 9110, section 8.4") {
      transport in
      for (coding, body) in [("gzip, gzip", gzippedTwice), ("identity , x-gzip", gzipped)] {
        try await LoopbackServer.run { exchange in
          exchange.head("HTTP/1.1 200 OK", "Content-Encoding: \(coding)", "Content-Length: \(body.count)")
          exchange.send(body)
        } _: { server in
          try expect(try await transport.fetch(server).body, #"{"ok":true}"#, "body")
        }
      }
    },
    Claim("a name that is no content coding is ignored", "RFC 9110, section 8.4.1") { transport in
      for name in ["UTF-8", "none", "binary", "aws-chunked", "iso-8859-1", "text/plain"] {
        try await LoopbackServer.run {
          $0.answer("200 OK", "Content-Encoding: \(name)", body: #"{"ok":true}"#)
        } _: { server in
          try expect(try await transport.fetch(server).body, #"{"ok":true}"#, "body in \(name)")
        }
      }
    },
    Claim(
      "an unknown content coding is an error when the body is read; the head is returned",
      "RFC 9110, section 8.4"
    ) {
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
    Claim("without a body, an unknown content coding is no error", "RFC 9110, section 8.4") {
      transport in
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

  private static func names(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map {
      String($0.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
    }
  }

  private static let gzipped =
    Data(
      base64Encoded: "H4sIAAAAAAACA6tWys9WsiopKk2tBQCQX9SnCwAAAA==") ?? Data()
  private static let gzippedTwice =
    Data(
      base64Encoded: "H4sIAAAAAAACA5Pv5mAAASbm1WGnzodt0tLU8l3LyjAh/spybqAwACA7gdsfAAAA") ?? Data()
  private static let deflated = Data(base64Encoded: "eJyrVsrPVrIqKSpNrQUAFuMEEQ==") ?? Data()
}
