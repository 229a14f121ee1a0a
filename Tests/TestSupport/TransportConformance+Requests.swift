import Foundation
import Repartee
import Synchronization

extension TransportConformance {
  static let requests = [
    TransportConformance("the path is sent byte for byte") { transport in
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
    TransportConformance("dot segments are sent") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server, "/a/../b/./c")
        try expect(server.requests.map(\.target), ["/a/../b/./c"], "targets")
      }
    },
    TransportConformance("the authority is the Host, and stands there once") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server)
        try expect(server.requests[0].values("Host"), [server.authority], "Host")
        try expect(server.requests[0].requestLine.hasSuffix(" HTTP/1.1"), server.requests[0].requestLine)
      }
    },
    TransportConformance("header fields are sent in their order, and repeated ones repeated") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        var fields = HTTPFields()
        for (name, value) in [("X-B", "1"), ("x-a", "2"), ("X-B", "3"), ("X-C", "")] {
          if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        _ = try await transport.fetch(server, headers: fields)
        let sent = server.requests[0].lines.filter { $0.lowercased().hasPrefix("x-") }
        try expect(sent.map { $0.replacing(" ", with: "") }, ["X-B:1", "x-a:2", "X-B:3", "X-C:"], "fields")
      }
    },
    TransportConformance("the value of a header field is sent in UTF-8") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(
          server, headers: [.userAgent: "café/1", .authorization: "Bearer a.b-c_d"])
        try expect(server.requests[0].values("User-Agent"), ["café/1"], "User-Agent")
        try expect(server.requests[0].values("Authorization"), ["Bearer a.b-c_d"], "Authorization")
      }
    },
    TransportConformance("a repeated header field is sent with all its values") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        var fields: HTTPFields = [.cookie: "a=1"]
        fields.append(HTTPField(name: .cookie, value: "b=2"))
        fields.append(HTTPField(name: .acceptLanguage, value: "de"))
        fields.append(HTTPField(name: .acceptLanguage, value: "en"))
        _ = try await transport.fetch(server, headers: fields)
        let cookies = server.requests[0].values("Cookie").joined(separator: "; ")
        try expect(cookies, "a=1; b=2", "Cookie")
        let languages = server.requests[0].values("Accept-Language").joined(separator: ", ")
        try expect(languages, "de, en", "Accept-Language")
      }
    },
    TransportConformance("any method is sent as it is written") { transport in
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
    TransportConformance("a body of bytes is sent with its length") { transport in
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
    TransportConformance("a body of 4 MB is sent whole") { transport in
      let pattern = Data((0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) })
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server, method: .put, body: ByteStream(pattern))
        try expect(server.requests[0].body == pattern, "another body came")
      }
    },
    TransportConformance("a POST without a body has length 0") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server, method: .post)
        try expect(server.requests[0].values("Content-Length"), ["0"], "Content-Length")
      }
    },
    TransportConformance("a GET without a body has no length") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server)
        try expect(server.requests[0].values("Content-Length"), [], "Content-Length")
        try expect(server.requests[0].values("Transfer-Encoding"), [], "Transfer-Encoding")
      }
    },
    TransportConformance("a stream of known length is sent with it") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(length: 9, once: chunks("one", "", "two", "six"))
        _ = try await transport.fetch(server, method: .post, body: body)
        try expect(server.requests[0].values("Content-Length"), ["9"], "Content-Length")
        try expect(server.requests[0].body, Data("onetwosix".utf8), "body")
      }
    },
    TransportConformance("a stream of unknown length is sent whole") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(length: nil, once: chunks("one", "", "two", "six"))
        _ = try await transport.fetch(server, method: .post, body: body)
        try expect(server.requests[0].body, Data("onetwosix".utf8), "body")
      }
    },
    TransportConformance("a stream of unknown length is sent in chunks, as they come") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(length: nil, once: chunks("one", "two"))
        _ = try await transport.fetch(server, method: .post, body: body)
        try expect(server.requests[0].chunkSizes, [3, 3], "chunks")
      }
    },
    TransportConformance("a one-shot body is read once") { transport in
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
    TransportConformance("a body that fails fails the request with its own error") { transport in
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
    TransportConformance("a body of another length than it says fails the request") { transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        let body = ByteStream(length: 10, once: chunks("one"))
        try await expectError(.requestBody) {
          _ = try await transport.fetch(server, method: .post, body: body)
        }
      }
    },
    TransportConformance("50 requests at once all get their own response") { transport in
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

/// A source of these chunks.
func chunks(_ texts: String...) -> @Sendable () -> ByteStream.Next {
  {
    var rest = texts[...]
    return { () async throws(TransportError) in rest.popFirst().map { Data($0.utf8) } }
  }
}
