import Foundation
import Repartee

extension TransportConformance {
  static let heads = [
    TransportConformance("status and header fields of a response are returned") { transport in
      try await LoopbackServer.run {
        $0.answer("418 Teapot", "X-One: 1", "x-two:  two words ", body: "short")
      } _: {
        server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 418, "status")
        try expect(response.head.field("X-One"), "1", "X-One")
        try expect(response.head.field("X-Two"), "two words", "X-Two")
        try expect(response.head.headerFields[.contentLength], "5", "Content-Length")
        try expect(response.body, "short", "body")
      }
    },
    TransportConformance("a repeated header field keeps all its values") { transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "X-Tag: a", "Other: x", "X-Tag: b, c")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.field("X-Tag"), "a, b, c", "X-Tag")
      }
    },
    TransportConformance("interim heads are passed over") { transport in
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 100 Continue")
        exchange.head("HTTP/1.1 103 Early Hints", "Link: </style.css>; rel=preload")
        exchange.answer("201 Created", body: "done")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 201, "status")
        try expect(response.head.field("Link"), nil, "Link")
        try expect(response.body, "done", "body")
      }
    },
    TransportConformance("the head is handed over before the body is there") { transport in
      let headCame = Signal()
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 4", "Content-Type: text/plain")
        headCame.block()
        exchange.send("late")
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.head.status.code, 200, "status")
        try expect(response.body.length, 4, "length")
        headCame.fire()
        try expect(try await response.body.collect(upTo: 10), Data("late".utf8), "body")
      }
    },
    TransportConformance("a redirect is handed over, not followed") { transport in
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
    TransportConformance("a 304 with a Location is handed over, not followed") { transport in
      try await LoopbackServer.run {
        $0.head("HTTP/1.1 304 Not Modified", "Location: /x", "ETag: \"1\"")
      } _: {
        server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 304, "status")
        try expect(server.requests.count, 1, "requests")
      }
    },
    TransportConformance("a cookie is not remembered") { transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "Set-Cookie: sid=secret; Path=/")
      } _: { server in
        _ = try await transport.fetch(server)
        _ = try await transport.fetch(server)
        try expect(server.requests.count, 2, "requests")
        try expect(server.requests.flatMap { $0.values("Cookie") }, [], "Cookie")
      }
    },
    TransportConformance("a 401 asks nobody") { transport in
      try await LoopbackServer.run {
        $0.answer("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"", body: "no")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 401, "status")
        try expect(response.body, "no", "body")
        try expect(server.requests.count, 1, "requests")
      }
    },
    TransportConformance("an unregistered status is handed over") { transport in
      try await LoopbackServer.run {
        $0.answer("799 Odd", body: "odd")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 799, "status")
        try expect(response.body, "odd", "body")
      }
    },
    TransportConformance("a status below 100 is a protocol violation") { transport in
      try await LoopbackServer.run {
        $0.answer("099 Low", body: "low")
      } _: { server in
        try await expectError(.protocolViolation) { _ = try await transport.fetch(server) }
      }
    },
  ]
}
