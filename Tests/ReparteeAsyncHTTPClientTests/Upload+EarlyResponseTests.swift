#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOHTTP2
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeBase
import TestSupport
import Testing

/// A server that responds before it has the whole request.
@Suite(.timeLimit(.minutes(5))) struct UploadEarlyResponseTests {
  enum Ending: CaseIterable, Sendable {
    case none, resetWithoutError, reset, goAway, close
  }

  @Test(arguments: Ending.allCases, [200, 413])
  func anEarlyResponseIsKeptOverHTTP2WhateverFollows(ending: Ending, status: Int) async throws {
    let text = String(repeating: "x", count: 10_000)
    for (count, body) in [(1, Bodies.waiting), (6, Bodies.waiting), (1, Bodies.endless), (6, Bodies.large)] {
      try await HTTP2Server.run { stream in
        stream.rawHead([(":status", "\(status)")])
        for _ in 0..<count - 1 { stream.rawData(text) }
        stream.rawData(text, end: true)
        switch ending {
        case .none: break
        case .resetWithoutError: stream.rawReset(0)
        case .reset: stream.rawReset(2)
        case .goAway: stream.goAway(.maxID)
        case .close: stream.closeConnection()
        }
      } _: { server in
        try await Localhost.withTransport { transport in
          let request = HTTPRequest(method: .post, scheme: "https", authority: server.authority, path: "/")
          let response = try await transport.send(TransportRequest(head: request, body: body().stream))
          #expect(response.head.status.code == status)
          let bytes = try await response.body.collect(upTo: 1 << 20)
          #expect(bytes.count == text.utf8.count * count)
        }
      }
    }
  }

  @Test(arguments: [200, 413], [false, true])
  func twoHundredEarlyResponsesLeaveNothingBehindOverHTTP1(status: Int, isRead: Bool) async throws {
    try await LoopbackServer.run(readingBodies: false) { exchange in
      exchange.answer("\(status) Early", body: "early")
      _ = exchange.waitForClose()
    } _: { server in
      try await check("http", server.authority, status: status, isRead: isRead)
    }
  }

  @Test(arguments: [200, 413], [false, true])
  func twoHundredEarlyResponsesLeaveNothingBehindOverHTTP2(status: Int, isRead: Bool) async throws {
    let settings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: 8)]
    try await HTTP2Server.run(settings: settings) { stream in
      stream.head("\(status)")
      stream.data("early", end: true)
    } _: { server in
      try await check("https", server.authority, status: status, isRead: isRead)
    }
  }

  /// 200 calls over eight connections, or streams: more than there are, should one of them not be given back.
  private func check(_ scheme: String, _ authority: String, status: Int, isRead: Bool) async throws {
    var configuration = try Localhost.clientConfiguration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 8
    let request = HTTPRequest(method: .post, scheme: scheme, authority: authority, path: "/")
    try await Localhost.withTransport(configuration) { transport in
      for number in 0..<200 {
        let released = try await send(
          number.isMultiple(of: 10) ? Bodies.endless() : Bodies.waiting(), request, transport, status, isRead)
        await released.wait()
      }
    }
  }

  private func send(
    _ body: Bodies.Body, _ request: HTTPRequest, _ transport: some Transport, _ status: Int, _ isRead: Bool
  ) async throws -> Signal {
    let response = try await transport.send(TransportRequest(head: request, body: body.stream))
    #expect(response.head.status.code == status)
    if isRead { #expect(try await response.body.collect(upTo: 10) == Data("early".utf8)) }
    return body.released
  }
}

/// Bodies whose end is never reached, and that report when their source is released.
enum Bodies {
  typealias Body = (stream: ByteStream, released: Signal)

  /// It gives one chunk, and then none until its task is cancelled; then it ends.
  @Sendable static func waiting() -> Body {
    body { isFirst in
      if isFirst { return Data("first".utf8) }
      try? await Task.sleep(for: .seconds(600))
      return nil
    }
  }

  @Sendable static func endless() -> Body {
    body { _ in Data(repeating: 120, count: 16 << 10) }
  }

  /// All at hand; more than a socket takes.
  @Sendable static func large() -> Body {
    let released = Signal()
    released.fire()
    return (ByteStream(Data(count: 20_000_000)), released)
  }

  private static func body(
    _ chunk: @escaping @Sendable (_ isFirst: Bool) async -> Data?
  ) -> Body {
    let released = Signal()
    let sentinel = Sentinel(released)
    let stream = ByteStream(
      length: nil,
      once: {
        var isFirst = true
        return { () async throws(TransportError) in
          defer { isFirst = false }
          let isFirst = isFirst
          let bytes = await chunk(isFirst)
          return withExtendedLifetime(sentinel) { bytes }
        }
      })
    return (stream, released)
  }

  private final class Sentinel: Sendable {
    private let gone: Signal

    init(_ gone: Signal) {
      self.gone = gone
    }

    deinit {
      gone.fire()
    }
  }
}
#endif
