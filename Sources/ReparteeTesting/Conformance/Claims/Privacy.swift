import Foundation
import Repartee

extension TransportClaims {
  static let privacy: [Claim] = [
    Claim("a redirect is returned, not followed", "RFC 9110, section 15.4") { transport in
      try await LoopbackServer.run {
        $0.answer("302 Found", "Location: /elsewhere", body: "moved")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 302, "status")
        try expect(response.head.headerFields[.location], "/elsewhere", "Location")
        try expect(response.body, "moved", "body")
        try expect(server.requests.count, 1, "requests")
      }
    },
    Claim("a 304 with a Location is returned, not followed", "RFC 9110, section 15.4.5") { transport in
      try await LoopbackServer.run {
        $0.head("HTTP/1.1 304 Not Modified", "Location: /x", "ETag: \"1\"")
      } _: {
        server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 304, "status")
        try expect(server.requests.count, 1, "requests")
      }
    },
    Claim("a cookie is not remembered", "RFC 6265, section 5.2") { transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "Set-Cookie: sid=secret; Path=/")
      } _: { server in
        _ = try await transport.fetch(server)
        _ = try await transport.fetch(server)
        try expect(server.requests.count, 2, "requests")
        try expect(server.requests.flatMap { $0.values("Cookie") }, [], "Cookie")
      }
    },
    Claim("a 401 does not ask for credentials", "RFC 9110, section 11.6.1") { transport in
      try await LoopbackServer.run {
        $0.answer("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"", body: "no")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 401, "status")
        try expect(response.body, "no", "body")
        try expect(server.requests.count, 1, "requests")
      }
    },
    Claim("no redirect is followed, whatever its status and method", "RFC 9110, section 15.4") { transport in
      for (status, method) in [
        (301, HTTPRequest.Method.get), (303, .get), (307, .get), (308, .get), (301, .post), (302, .post),
        (303, .post),
        (307, .post), (308, .put),
      ] {
        try await LoopbackServer.run {
          $0.answer("\(status) Redirect", "Location: http://127.0.0.1:\(1)/elsewhere", body: "moved")
        } _: { server in
          let body = method == .get ? nil : ByteStream(Data("x".utf8))
          let response = try await transport.fetch(server, method: method, body: body)
          try expect(response.head.status.code, status, "status of \(method) that gets \(status)")
          try expect(response.body, "moved", "body of \(method) that gets \(status)")
          try expect(server.requests.count, 1, "requests of \(method) that gets \(status)")
        }
      }
    },
    Claim("a Cookie field is sent as it is, and nothing is added to it", "RFC 6265, section 5.4") {
      transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "Set-Cookie: sid=secret; Path=/; Max-Age=600")
      } _: { server in
        _ = try await transport.fetch(server)
        _ = try await transport.fetch(server, headers: [.cookie: "own=1"])
        try expect(server.requests.map { $0.values("Cookie") }, [[], ["own=1"]], "Cookie")
      }
    },
    Claim("a 407 does not ask for credentials", "RFC 9110, section 11.7.1") { transport in
      try await LoopbackServer.run {
        $0.answer("407 Proxy Authentication Required", "Proxy-Authenticate: Basic realm=\"x\"", body: "no")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 407, "status")
        try expect(response.body, "no", "body")
        try expect(server.requests.count, 1, "requests")
      }
    },
    Claim("no header field is added that identifies the user or the origin", "RFC 9110, section 17.13") {
      transport in
      try await LoopbackServer.run {
        $0.answer()
      } _: { server in
        _ = try await transport.fetch(server)
        _ = try await transport.fetch(server, method: .post, body: ByteStream(Data("x".utf8)))
        let names = [
          "Authorization", "Proxy-Authorization", "Proxy-Connection", "Cookie", "Referer", "Origin", "From",
          "Via",
          "Forwarded", "X-Forwarded-For",
        ]
        for request in server.requests {
          try expect(names.filter { !request.values($0).isEmpty }, [], "fields of \(request.method)")
          try expect(request.target, "/", "target of \(request.method)")
        }
      }
    },
  ]
}
