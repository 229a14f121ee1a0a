#if AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP2
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeBase
import TestSupport
import Testing

/// What one call does to the others of its connection.
@Suite(.timeLimit(.minutes(5))) struct FrameGuardTests {
  private func request(
    _ server: HTTP2Server, _ path: String, within limit: Duration? = nil
  ) -> TransportRequest {
    TransportRequest(
      head: HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: path),
      headLimit: limit)
  }

  private func body(_ request: TransportRequest, _ transport: some Transport) async throws -> String {
    String(decoding: try await transport.send(request).body.collect(upTo: 1 << 20), as: UTF8.self)
  }

  enum Leaving: CaseIterable { case cancellation, timeLimit }

  /// More than there are streams leave at any moment, many of them before their head is written.
  @Test(arguments: Leaving.allCases) func cancelledCallsReleaseTheirStreams(leaving: Leaving) async throws {
    let settings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: 4)]
    try await HTTP2Server.run(settings: settings) { stream in
      stream.head("200")
      stream.data(stream.path, end: true)
    } _: { server in
      try await Localhost.withTransport { transport in
        _ = try await body(request(server, "/first"), transport)
        for _ in 0..<50 {
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
              let limit: Duration? = leaving == .timeLimit ? .microseconds(number * 100) : nil
              let call = Task { try await body(request(server, "/left", within: limit), transport) }
              guard leaving == .cancellation else {
                group.addTask { _ = try? await call.value }
                continue
              }
              group.addTask {
                for _ in 0..<number { await Task.yield() }
                call.cancel()
                _ = try? await call.value
              }
            }
          }
        }
        for number in 0..<10 {
          let text = try await body(request(server, "/\(number)"), transport)
          #expect(text == "/\(number)")
        }
      }
    }
  }

  private final class Streams: Sendable {
    private let kept = Mutex<[HTTP2Server.Stream]>([])

    var all: [HTTP2Server.Stream] { kept.withLock { $0 } }

    func adding(_ stream: HTTP2Server.Stream) -> [HTTP2Server.Stream] {
      kept.withLock { all in
        all.append(stream)
        return all
      }
    }
  }

  /// Calls `script` for the stream of `/bad` once `count` others wait, then answers those, if it is to.
  private func beside(
    _ count: Int, answeringOthers answersOthers: Bool = true,
    _ script: @escaping @Sendable (HTTP2Server.Stream) -> Void
  ) async throws -> (bad: TransportError?, others: [TransportError?]) {
    let streams = Streams()
    return try await HTTP2Server.run { stream in
      let all = streams.adding(stream)
      guard all.count == count + 1, let bad = all.first(where: { $0.path == "/bad" }) else { return }
      script(bad)
      for other in all where answersOthers && other.path != "/bad" {
        other.head("200")
        other.data(other.path, end: true)
      }
    } _: { server in
      try await Localhost.withTransport { transport in
        await withTaskGroup(of: (String, TransportError?).self) { group in
          for path in ["/bad"] + (0..<count).map({ "/\($0)" }) {
            group.addTask {
              do {
                let text = try await body(request(server, path), transport)
                return (path, text == path ? nil : TransportError(.other, message: text))
              } catch {
                return (path, error as? TransportError)
              }
            }
          }
          var (bad, others) = (TransportError?.none, [TransportError?]())
          for await (path, error) in group {
            if path == "/bad" { bad = error } else { others.append(error) }
          }
          return (bad, others)
        }
      }
    }
  }

  /// swift-nio-http2 remembers the last 32 resets, and takes a frame of another stream for a fault of the server.
  @Test func framesForCancelledCallsEndNoOtherCall() async throws {
    let count = 90
    let streams = Streams()
    let (all, allArrived) = AsyncStream.makeStream(of: Void.self)
    try await HTTP2Server.run { stream in
      if streams.adding(stream).count == count + 1 { allArrived.finish() }
    } _: { server in
      try await Localhost.withTransport { transport in
        async let stays = body(request(server, "/stays"), transport)
        let leaving = (0..<count).map { _ in Task { try? await body(request(server, "/left"), transport) } }
        for await _ in all {}
        let connection = try #require(streams.all.first?.channel.parent)
        // The server does not see the resets before it responds.
        try await connection.setOption(.autoRead, value: false).get()
        for call in leaving { call.cancel() }
        for call in leaving { _ = await call.value }
        for stream in streams.all where stream.path == "/left" { stream.rawHead([(":status", "200")]) }
        try await connection.setOption(.autoRead, value: true).get()
        for stream in streams.all where stream.path == "/stays" {
          stream.head("200")
          stream.data("here", end: true)
        }
        let text = try await stays
        #expect(text == "here")
      }
    }
  }

  /// A fault of the connection itself (RFC 9113, sections 4.3 and 5.4.1).
  private static let ofTheConnection = ["a block that can't be decoded", "a frame within a block", "a push"]

  @Test(arguments: TransportErrorHTTP2Tests.malformed.map(\.name))
  func aMalformedResponseEndsNoOtherCallUnlessTheConnectionIsAtFault(name: String) async throws {
    let malformed = try #require(TransportErrorHTTP2Tests.malformed.first { $0.name == name })
    let isOfTheConnection = Self.ofTheConnection.contains(name)
    let (bad, others) = try await beside(5, answeringOthers: !isOfTheConnection, malformed.send)
    if isOfTheConnection {
      for error in [bad] + others {
        #expect(error?.kind == .connectionLost && error?.mayHaveBeenProcessed == true)
        #expect(error?.message.hasPrefix("the connection ended, for a fault of another response: ") == true)
      }
    } else {
      #expect(bad?.kind == .protocolViolation)
      #expect(bad?.message.contains("reset the stream") == false, "\(bad?.message ?? "")")
      #expect(others.allSatisfy { $0 == nil }, "\(others)")
    }
  }

  @Test func aBodyOfAnotherLengthEndsNoOtherCall() async throws {
    for text in ["more than two", "1"] {
      let (bad, others) = try await beside(5) { stream in
        stream.rawHead([(":status", "200"), ("content-length", "2")])
        stream.rawData(text, end: true)
      }
      #expect(bad?.kind == .protocolViolation)
      #expect(bad?.message == "the body has another length than its Content-Length says")
      #expect(others.allSatisfy { $0 == nil }, "\(others)")
    }
  }

  @Test func aContentLengthAmongTheTrailersIsDropped() async throws {
    try await HTTP2Server.run { stream in
      stream.rawHead([(":status", "200")])
      stream.rawData("body")
      stream.rawHead([("content-length", "9")], end: true)
    } _: { server in
      try await Localhost.withTransport { transport in
        for _ in 0..<3 {
          let text = try await body(request(server, "/"), transport)
          #expect(text == "body")
        }
      }
    }
  }

  /// swift-nio-http2 allows 200 in 30 seconds.
  @Test func aFloodOfPingsIsNamedInTheError() async throws {
    let (bad, others) = try await beside(1, answeringOthers: false) { stream in
      for _ in 0..<250 {
        stream.channel.parent?.writeAndFlush(
          HTTP2Frame(streamID: .rootStream, payload: .ping(HTTP2PingData(withInteger: 1), ack: false)),
          promise: nil)
      }
    }
    for error in [bad] + others {
      #expect(error?.kind == .connectionLost)
      #expect(
        error?.message.contains("more than 200 PING and SETTINGS frames in 30 seconds") == true,
        "\(error?.message ?? "")")
    }
  }
}
#endif
