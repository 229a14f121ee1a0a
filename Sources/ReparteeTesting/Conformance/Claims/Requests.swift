import Foundation
import Repartee
import ReparteeBase

extension TransportClaims {
  static let requests: [Claim] = [
    Claim("the path is sent byte for byte", "RFC 9112, section 3.2.1") { transport in
      let targets = [
        "/", "/a%2Fb/%c3%A9", "/x//y/", "/p;v=1,2/@:!$&'()*+=~", "/%2e%2E/%00%7F", "/?",
        "/q?a=b+c&d=%20&&=&e",
        "/%25?%25=%2B", "/a?b?c/d",
      ]
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        for target in targets { _ = try await transport.fetch(server, target) }
        try expect(server.requests.map(\.target), targets, "targets")
      }
    },
    Claim("dot segments are sent", "RFC 9112, section 3.2.1") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server, "/a/../b/./c")
        try expect(server.requests.map(\.target), ["/a/../b/./c"], "targets")
      }
    },
    Claim("the authority is sent once, as Host", "RFC 9112, section 3.2") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server)
        try expect(server.first.values("Host"), [server.authority], "Host")
        let line = try server.first.requestLine
        try expect(line.hasSuffix(" HTTP/1.1"), "expected a request line of HTTP/1.1, found \(line)")
      }
    },
    Claim("header fields are sent in their order, including repeated ones", "RFC 9110, section 5.3") {
      transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        var fields = HTTPFields()
        for (name, value) in [("X-B", "1"), ("x-a", "2"), ("X-B", "3"), ("X-C", "")] {
          if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        _ = try await transport.fetch(server, headers: fields)
        let sent = try server.first.lines.filter { $0.lowercased().hasPrefix("x-") }
        try expect(sent.map { $0.replacing(" ", with: "") }, ["X-B:1", "x-a:2", "X-B:3", "X-C:"], "fields")
      }
    },
    Claim("the value of a header field is sent in UTF-8", "RFC 9110, section 5.5") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(
          server, headers: [.userAgent: "café/1", .authorization: "Bearer a.b-c_d"])
        try expect(server.first.values("User-Agent"), ["café/1"], "User-Agent")
        try expect(server.first.values("Authorization"), ["Bearer a.b-c_d"], "Authorization")
      }
    },
    Claim("a repeated header field is sent with all its values", "RFC 9110, section 5.3") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        var fields: HTTPFields = [.cookie: "a=1"]
        fields.append(HTTPField(name: .cookie, value: "b=2"))
        fields.append(HTTPField(name: .acceptLanguage, value: "de"))
        fields.append(HTTPField(name: .acceptLanguage, value: "en"))
        _ = try await transport.fetch(server, headers: fields)
        let cookies = try server.first.values("Cookie").joined(separator: "; ")
        try expect(cookies, "a=1; b=2", "Cookie")
        let languages = try server.first.values("Accept-Language").joined(separator: ", ")
        try expect(languages, "de, en", "Accept-Language")
      }
    },
    Claim("any method is sent as it is written", "RFC 9110, section 9.1") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        for method in ["PATCH", "QUERY", "Mixed-Case", "DELETE", "OPTIONS"] {
          guard let method = HTTPRequest.Method(method) else { continue }
          _ = try await transport.fetch(server, method: method)
        }
        let found = server.requests.map(\.method)
        try expect(found, ["PATCH", "QUERY", "Mixed-Case", "DELETE", "OPTIONS"], "methods")
      }
    },
    Claim("a body of bytes is sent with its length", "RFC 9112, section 6.2") { transport in
      try await LoopbackServer.run {
        $0.answer(body: "ok")
      } _: { server in
        for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
          _ = try await transport.fetch(server, method: method, body: ByteStream(Data("a=\u{0}\r\n".utf8)))
        }
        for request in server.requests {
          try expect(request.body, Data("a=\u{0}\r\n".utf8), "body of \(request.method)")
          try expect(request.values("Content-Length"), ["5"], "Content-Length of \(request.method)")
          try expect(request.values("Content-Type").joined().contains("form"), false, "Content-Type")
        }
        try expect(server.requests.count, 4, "requests")
      }
    },
    Claim("a body of 4 MB is sent whole", "RFC 9112, section 6.2") { transport in
      let sent = pattern(of: 4 << 20)
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server, method: .put, body: ByteStream(sent))
        let found = try server.first.body
        try expect(found == sent, "expected \(sent.count) bytes, found \(found.count), or others")
      }
    },
    Claim("a POST without a body has length 0", "RFC 9110, section 8.6") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server, method: .post)
        try expect(server.first.values("Content-Length"), ["0"], "Content-Length")
      }
    },
    Claim("a GET without a body has no length", "RFC 9110, section 8.6") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server)
        try expect(server.first.values("Content-Length"), [], "Content-Length")
        try expect(server.first.values("Transfer-Encoding"), [], "Transfer-Encoding")
      }
    },
    Claim("a stream of known length is sent with its Content-Length", "RFC 9112, section 6.2") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(length: 9, once: chunks("one", "", "two", "six"))
        _ = try await transport.fetch(server, method: .post, body: body)
        try expect(server.first.values("Content-Length"), ["9"], "Content-Length")
        try expect(server.first.body, Data("onetwosix".utf8), "body")
      }
    },
    Claim("a stream of unknown length is sent whole", "RFC 9112, section 7.1") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(length: nil, once: chunks("one", "", "two", "six"))
        _ = try await transport.fetch(server, method: .post, body: body)
        try expect(server.first.body, Data("onetwosix".utf8), "body")
      }
    },
    Claim("a stream of unknown length is sent with its own chunks", "RFC 9112, section 7.1") {
      transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(length: nil, once: chunks("one", "two"))
        _ = try await transport.fetch(server, method: .post, body: body)
        try expect(server.first.chunkSizes, [3, 3], "chunks")
      }
    },
    Claim("a one-shot body is read once", "ByteStream.isReplayable") { transport in
      let starts = Mutex(0)
      try await LoopbackServer.run {
        $0.answer("307 Temporary Redirect", "Location: /again")
      } _: { server in
        let body = ByteStream(
          length: 3,
          once: {
            starts.withLock { $0 += 1 }
            return chunks("one")()
          })
        _ = try await transport.fetch(server, method: .post, body: body)
        try expect(starts.withLock { $0 }, 1, "starts")
        try await expectError(.bodyConsumed) {
          _ = try await transport.fetch(server, method: .post, body: body)
        }
      }
    },
    Claim("the error of a request body is the error of the request", "TransportError.Kind.requestBody") {
      transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(
          length: 6,
          once: {
            var isFirst = true
            return { () async throws(TransportError) in
              if !isFirst { throw TransportError(.requestBody, message: "the disk is gone") }
              isFirst = false
              return Data("one".utf8)
            }
          })
        try await expectError(.requestBody) {
          _ = try await transport.fetch(server, method: .post, body: body)
        }
      }
    },
    Claim("a request body with a wrong length fails the request", "RFC 9112, section 6.2") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(length: 10, once: chunks("one"))
        try await expectError(.requestBody) {
          _ = try await transport.fetch(server, method: .post, body: body)
        }
      }
    },
    Claim("50 requests at once all get their own response", "Transport.send(_:)") { transport in
      try await LoopbackServer.run {
        $0.answer(body: $0.request.target)
      } _: { server in
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
          for number in 0..<50 {
            group.addTask { (number, try await transport.fetch(server, "/\(number)").body) }
          }
          for try await (number, body) in group { try expect(body, "/\(number)", "body") }
        }
        try expect(server.requests.count, 50, "requests")
      }
    },
  ]
}
