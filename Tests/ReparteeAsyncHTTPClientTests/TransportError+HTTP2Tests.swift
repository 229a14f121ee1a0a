#if AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP2
import Repartee
import ReparteeAsyncHTTPClient
import TestSupport
import Testing

/// What a server can do to a request over HTTP/2.
@Suite(.timeLimit(.minutes(5))) struct TransportErrorHTTP2Tests {
  /// A response that is none.
  struct Malformed: Sendable {
    var name: String
    var send: @Sendable (HTTP2Server.Stream) -> Void

    init(_ name: String, _ send: @escaping @Sendable (HTTP2Server.Stream) -> Void) {
      self.name = name
      self.send = send
    }

    /// Header blocks, and a body behind them.
    init(_ name: String, _ heads: [(String, String)]..., body: Bool = true) {
      self.init(name) { stream in
        for head in heads { stream.rawHead(head, end: !body) }
        if body { stream.rawData("body", end: true) }
      }
    }
  }

  static let malformed: [Malformed] =
    ["099", "000", "1", "-7", "2000", "abc", "", "+200", "20 "].map { status in
      Malformed("status \(status)", [(":status", status)])
    } + [
      Malformed("no status", [("x-a", "1")]),
      Malformed("two statuses", [(":status", "200"), (":status", "201")]),
      Malformed("a status behind a field", [("x-a", "1"), (":status", "200")]),
      Malformed("no head", { $0.rawData("body", end: true) }),
      Malformed("an interim head only", [(":status", "103")], body: false),
      Malformed("an interim head and a body", [(":status", "103")]),
      Malformed("an upgrade", [(":status", "101")]),
      Malformed("two heads", [(":status", "200")], [(":status", "201")]),
      Malformed("trailers and more", [(":status", "200")], [("x-a", "1")]),
      Malformed("a name in upper case", [(":status", "200"), ("X-A", "1")]),
      Malformed("a field of the connection", [(":status", "200"), ("connection", "close")]),
      Malformed("an unknown pseudo-field", [(":status", "200"), (":x", "1")]),
      Malformed("a NUL in a value", [(":status", "200"), ("x-a", "\0")]),
      Malformed(
        "a block that can't be decoded", { $0.raw(1, flags: 5, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) }),
      Malformed(
        "a frame within a block",
        {
          $0.raw(1, [0x88]); $0.rawData("body", end: true)
        }),
      Malformed("a push", { $0.raw(5, flags: 4, [0, 0, 0, 2, 0x82]) }),
    ]

  @Test(arguments: malformed.map(\.name))
  func aMalformedResponseIsAProtocolViolation(name: String) async throws {
    let script = try #require(Self.malformed.first { $0.name == name }).send
    let error = try await failure(script)
    #expect(error?.kind == .protocolViolation, "\(String(describing: error?.underlying))")
    #expect(error?.mayHaveBeenProcessed == true)
  }

  @Test func aBodyOfAnotherLengthThanItSaysIsAProtocolViolation() async throws {
    for body in ["more than two", "1"] {
      let error = try await failure { stream in
        stream.head("200", [("content-length", "2")])
        stream.data(body, end: true)
      }
      #expect(error?.kind == .protocolViolation, "\(String(describing: error?.underlying))")
    }
  }

  /// RFC 9113, section 7.
  static let resets: [(Int, TransportError.Kind)] = [
    (0x0, .connectionLost), (0x1, .protocolViolation), (0x2, .connectionLost), (0x3, .protocolViolation),
    (0x5, .protocolViolation), (0x7, .connectionLost), (0x8, .connectionLost), (0xB, .connectionLost),
    (0xC, .tls),
    (0xD, .protocolViolation), (0xFFFF, .connectionLost),
  ]

  @Test(arguments: resets)
  func aResetStreamTellsWhy(code: Int, kind: TransportError.Kind) async throws {
    for hasHead in [false, true] {
      let error = try await failure { stream in
        if hasHead { stream.head("200") }
        if hasHead { stream.data("part") }
        stream.reset(HTTP2ErrorCode(networkCode: code))
      }
      #expect(error?.kind == kind, "\(String(describing: error?.underlying))")
      #expect(error?.mayHaveBeenProcessed == (hasHead || code != 0x7))
    }
  }

  @Test func aGoAwayThatLeavesTheRequestOutSaysThatItWasNotProcessed() async throws {
    let error = try await failure { $0.goAway(.rootStream) }
    #expect(error?.kind == .connectionLost, "\(String(describing: error?.underlying))")
    #expect(error?.mayHaveBeenProcessed == false, "\(String(describing: error?.underlying))")
  }

  @Test func aGoAwayThatCountsTheRequestInLetsItEnd() async throws {
    try await HTTP2Server.run { stream in
      stream.goAway(1)
      stream.head("200")
      stream.data("whole", end: true)
    } _: { server in
      let (head, body) = try await fetch(server)
      #expect(head.status.code == 200 && body == "whole")
    }
  }

  /// The server leaves that to the client.
  @Test func aGoAwayOnAConnectionWithoutStreamsClosesIt() async throws {
    let closed = Signal()
    try await HTTP2Server.run { stream in
      stream.channel.closeFuture.whenComplete { _ in
        stream.goAway(.maxID)
        stream.channel.parent?.closeFuture.whenComplete { _ in closed.fire() }
      }
      stream.head("200")
      stream.data("whole", end: true)
    } _: { server in
      try await Localhost.withTransport { transport in
        for _ in 0..<2 {
          let body = try await fetch(server, "/", over: transport).body
          #expect(body == "whole")
          await closed.wait()
        }
      }
    }
  }

  @Test func aConnectionThatClosesIsLost() async throws {
    for hasHead in [false, true] {
      let error = try await failure { stream in
        if hasHead { stream.head("200", [("content-length", "1000")]) }
        stream.closeConnection()
      }
      #expect(error?.kind == .connectionLost, "\(String(describing: error?.underlying))")
      #expect(error?.mayHaveBeenProcessed == true)
    }
  }

  @Test func oneStreamAtATimeServesFiftyCalls() async throws {
    let settings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: 1)]
    try await HTTP2Server.run(settings: settings) { stream in
      stream.head("200")
      stream.data(stream.path, end: true)
    } _: { server in
      try await Localhost.withTransport { transport in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<50 {
            group.addTask {
              let body = try await fetch(server, "/\(number)", over: transport).body
              #expect(body == "/\(number)")
            }
          }
          try await group.waitForAll()
        }
      }
    }
  }

  private func failure(_ script: @escaping @Sendable (HTTP2Server.Stream) -> Void) async throws
    -> TransportError?
  {
    try await HTTP2Server.run(script: script) { server in
      do {
        let (head, body) = try await fetch(server)
        Issue.record("\(head.status.code) \(body)")
        return nil
      } catch let error as TransportError {
        return error
      }
    }
  }

  private func fetch(_ server: HTTP2Server) async throws -> (head: HTTPResponse, body: String) {
    try await Localhost.withTransport { try await fetch(server, "/", over: $0) }
  }

  private func fetch(
    _ server: HTTP2Server, _ path: String, over transport: some Transport
  ) async throws -> (head: HTTPResponse, body: String) {
    let request = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: path)
    let response = try await transport.send(TransportRequest(head: request))
    let body = try await response.body.collect(upTo: 1 << 20)
    return (response.head, String(decoding: body, as: UTF8.self))
  }
}
#endif
