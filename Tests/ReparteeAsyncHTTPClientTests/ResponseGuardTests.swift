#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// HTTP/1.1: a server that sends more than the response.
@Suite(.timeLimit(.minutes(5))) struct ResponseGuardTests {
  /// How a response ends (RFC 9112, section 6.3).
  enum End: String, CaseIterable, Sendable {
    case contentLength, chunked, trailers, noContent, notModified, head, earlyResponse, large

    var method: HTTPRequest.Method {
      switch self {
      case .head: .head
      case .earlyResponse: .post
      default: .get
      }
    }

    /// `text` is what the client has to read.
    func response(_ text: String) -> String {
      let chunk = "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
      return switch self {
      case .contentLength, .earlyResponse, .large:
        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
      case .chunked: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)0\r\n\r\n"
      case .trailers: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)0\r\nX-A: 1\r\n\r\n"
      case .noContent: "HTTP/1.1 204 No Content\r\nX-Path: \(text)\r\n\r\n"
      case .notModified: "HTTP/1.1 304 Not Modified\r\nX-Path: \(text)\r\nContent-Length: 5\r\n\r\n"
      case .head: "HTTP/1.1 200 OK\r\nX-Path: \(text)\r\nContent-Length: 5\r\n\r\n"
      }
    }

    var hasBody: Bool { ![.noContent, .notModified, .head].contains(self) }
  }

  static let surplus = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother", "HTTP/1.1 200 OK\r\nX-Path: other\r\n\r\n",
    "HTTP/1.1 200 OK\r\nX-Pa",
    "HT", "other", "0\r\n\r\n", "\u{0}",
  ]

  private func text(_ number: Int, _ end: End) -> String {
    end == .large ? String(repeating: "\(number),", count: 100_000) : "/\(number)"
  }

  private func check(
    _ transport: some Transport, _ authority: String, _ number: Int, _ end: End, isRepeatable: Bool = false
  ) async {
    let head = HTTPRequest(method: end.method, scheme: "http", authority: authority, path: "/\(number)")
    do {
      let body = end == .earlyResponse ? Bodies.waiting().stream : nil
      let response = try await transport.send(TransportRequest(head: head, body: body))
      let read = String(decoding: try await response.body.collect(upTo: 1 << 24), as: UTF8.self)
      let path = end.hasBody ? read : response.head.headerFields[.init("X-Path") ?? .date]
      #expect(path == text(number, end))
    } catch {
      if isRepeatable, !error.mayHaveBeenProcessed {  // the transport took the connection while it closed
        return await check(transport, authority, number, end)
      }
      Issue.record("\(number): \(error)")
    }
  }

  /// Two connections for sixteen workers: each takes the next call at once.
  @Test(arguments: End.allCases, surplus) func noCallGetsWhatFollowsAnotherResponse(
    end: End, surplus: String
  ) async throws {
    try await LoopbackServer.run(readingBodies: false) { exchange in
      guard let number = Int(exchange.request.target.dropFirst()) else { return }
      let follows = number.isMultiple(of: 3) ? surplus : ""
      exchange.send(end.response(text(number, end)) + follows)
      if end == .earlyResponse || !follows.isEmpty { _ = exchange.waitForClose() }
    } _: { server in
      var configuration = AsyncHTTPClientTransport.configuration
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 2
      try await Localhost.withTransport(configuration) { transport in
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<(end == .large ? 8 : 32) {
            group.addTask { await check(transport, server.authority, number, end) }
          }
        }
      }
    }
  }

  /// Every fortieth response is followed by another one.
  @Test(.timeLimit(.minutes(10))) func ofManyCallsNoneGetsAnotherResponse() async throws {
    let count = ProcessInfo.processInfo.environment["REPARTEE_ALL_RUNS"] == nil ? 2_000 : 100_000
    try await LoopbackServer.run { exchange in
      let number = Int(exchange.request.target.dropFirst()) ?? 0
      let follows = number.isMultiple(of: 40) ? Self.surplus[0] : ""
      exchange.send(End.contentLength.response("/\(number)") + follows)
    } _: { server in
      var configuration = AsyncHTTPClientTransport.configuration
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 2
      try await Localhost.withTransport(configuration) { transport in
        await withTaskGroup(of: Void.self) { group in
          for worker in 0..<16 {
            group.addTask {
              for number in stride(from: worker, to: count, by: 16) {
                await check(transport, server.authority, number, .contentLength, isRepeatable: true)
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: surplus) func bytesOnAConnectionThatAwaitsNoneCloseIt(surplus: String) async throws {
    let (isRead, isClosed) = (Signal(), Signal())
    try await LoopbackServer.run { exchange in
      exchange.answer(body: exchange.request.target)
      guard exchange.request.target == "/1" else { return }
      exchange.wait(for: isRead)
      exchange.send(surplus)
      #expect(exchange.waitForClose())
      isClosed.fire()
    } _: { server in
      try await Localhost.withTransport(AsyncHTTPClientTransport.configuration) { transport in
        await check(transport, server.authority, 1, .contentLength)
        isRead.fire()
        await isClosed.wait()
        await check(transport, server.authority, 2, .contentLength, isRepeatable: true)
        #expect(server.connections == 2)
      }
    }
  }

  /// RFC 9112, section 2.2: an empty line does no harm.
  @Test func anEmptyLineBehindAResponseKeepsTheConnection() async throws {
    try await LoopbackServer.run { exchange in
      exchange.answer(body: exchange.request.target)
      exchange.send("\r\n")
    } _: { server in
      try await Localhost.withTransport(AsyncHTTPClientTransport.configuration) { transport in
        for number in 0..<20 { await check(transport, server.authority, number, .contentLength) }
        #expect(server.connections == 1)
      }
    }
  }

  /// RFC 9110, section 6.5.1: such a field is not one of trailers. The body is complete.
  @Test(arguments: [
    "Content-Length: 5", "Content-Length: 0", "Content-Length: many", "content-length: 3\r\nX-A: 1",
  ])
  func aContentLengthAmongTheTrailersIsDropped(field: String) async throws {
    try await LoopbackServer.run { exchange in
      let path = exchange.request.target
      exchange.send(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "\(path.utf8.count)\r\n\(path)\r\n0\r\n\(field)\r\n\r\n")
    } _: { server in
      try await Localhost.withTransport(AsyncHTTPClientTransport.configuration) { transport in
        for number in 1...9 { await check(transport, server.authority, number, .chunked) }
      }
    }
  }
}
#endif
