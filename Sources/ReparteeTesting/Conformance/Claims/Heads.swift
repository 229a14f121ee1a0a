import Foundation
import Repartee

extension TransportClaims {
  static let heads: [Claim] = [
    Claim("status and header fields of a response are returned", "RFC 9112, sections 4 and 5") { transport in
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
    Claim("a repeated header field keeps all its values", "RFC 9110, section 5.3") { transport in
      try await LoopbackServer.run {
        $0.answer("200 OK", "X-Tag: a", "Other: x", "X-Tag: b, c")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.field("X-Tag"), "a, b, c", "X-Tag")
      }
    },
    Claim("interim responses are skipped", "RFC 9110, section 15.2") { transport in
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
    Claim("the head is returned before the body has arrived", "Transport.send(_:)") { transport in
      let headCame = Signal("the head to be handed over")
      try await LoopbackServer.run { exchange in
        exchange.head("HTTP/1.1 200 OK", "Content-Length: 4", "Content-Type: text/plain")
        exchange.wait(for: headCame)
        exchange.send("late")
      } _: { server in
        let response = try await transport.start(server)
        try expect(response.head.status.code, 200, "status")
        try expect(response.body.length, 4, "length")
        headCame.fire()
        try expect(try await response.body.collect(upTo: 10), Data("late".utf8), "body")
      }
    },
    Claim("several Set-Cookie fields stay separate", "RFC 6265, section 3") { transport in
      let fields = [
        "sid=1; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "theme=dark; Secure",
        "lang=de; Expires=Wed, 09-Jun-2100 10:18:14 GMT",
      ]
      try await LoopbackServer.run {
        $0.head(
          "HTTP/1.1 200 OK", "Set-Cookie: \(fields[0])", "Set-Cookie: \(fields[1])", "X-Between: 1",
          "Set-Cookie: \(fields[2])", "Content-Length: 0")
      } _: { server in
        let head = try await transport.fetch(server).head
        try expect(head.headerFields[values: .setCookie], fields, "Set-Cookie")
      }
    },
    Claim("many interim responses are skipped", "RFC 9110, section 15.2") { transport in
      try await LoopbackServer.run { exchange in
        for number in 0..<50 { exchange.head("HTTP/1.1 103 Early Hints", "X-Hint: \(number)") }
        exchange.answer(body: "done")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 200, "status")
        try expect(response.head.field("X-Hint"), nil, "X-Hint")
        try expect(response.body, "done", "body")
      }
    },
    Claim("an unregistered status is returned", "RFC 9110, section 15") { transport in
      try await LoopbackServer.run {
        $0.answer("799 Odd", body: "odd")
      } _: { server in
        let response = try await transport.fetch(server)
        try expect(response.head.status.code, 799, "status")
        try expect(response.body, "odd", "body")
      }
    },
    Claim("a status below 100 is a protocol violation", "RFC 9110, section 15") { transport in
      try await LoopbackServer.run {
        $0.answer("099 Low", body: "low")
      } _: { server in
        try await expectError(.protocolViolation) { _ = try await transport.fetch(server) }
      }
    },
  ]
}
