#if AsyncHTTPClient
import NIOCore
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeBase
import TestSupport
import Testing

/// The numbers are those of the documentation of `AsyncHTTPClientTransport`.
@Suite(.timeLimit(.minutes(5))) struct AsyncHTTPClientTransportHeadLimitTests {
  @Test func aHeadThatNeverEndsIsRefused() async throws {
    try await HeadLimitClaims.aHeadThatNeverEndsIsRefused(.asyncHTTPClient)
  }

  @Test func aFieldThatNeverEndsIsRefused() async throws {
    try await HeadLimitClaims.aFieldThatNeverEndsIsRefused(.asyncHTTPClient)
  }

  @Test func aStatusLineThatNeverEndsIsRefused() async throws {
    try await HeadLimitClaims.aStatusLineThatNeverEndsIsRefused(.asyncHTTPClient)
  }

  @Test func interimResponsesThatNeverEndAreRefused() async throws {
    try await HeadLimitClaims.interimResponsesThatNeverEndAreRefused(.asyncHTTPClient)
  }

  @Test(arguments: [(10_000, false), (10_001, true)])
  func thereAreAtMostTenThousandInterimResponses(count: Int, isRefused: Bool) async throws {
    try await LoopbackServer.run { exchange in
      exchange.send(String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: count))
      exchange.answer(body: "done")
    } _: { server in
      let head = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
      do throws(TransportError) {
        let response = try await AsyncHTTPClientTransport.asyncHTTPClient.send(TransportRequest(head: head))
        #expect(!isRefused && response.head.status == .ok)
      } catch {
        #expect(isRefused && error.kind == .protocolViolation, "\(error)")
        #expect(error.message.contains("more than 10000 interim responses"))
      }
    }
  }

  @Test func aHeadHasAtMost256Fields() async throws {
    try await HeadLimitClaims.aHead(of: 256, fieldsOf: 1, isRefused: false, by: .asyncHTTPClient)
    try await HeadLimitClaims.aHead(of: 257, fieldsOf: 1, isRefused: true, by: .asyncHTTPClient)
    try await HeadLimitClaims.aHead(of: 50_000, fieldsOf: 1, isRefused: true, by: .asyncHTTPClient)
  }

  @Test func aFieldHasAtMost80KiB() async throws {
    let size = 80 << 10
    try await HeadLimitClaims.aHead(of: 1, fieldsOf: size, isRefused: false, by: .asyncHTTPClient)
    try await HeadLimitClaims.aHead(of: 1, fieldsOf: size + 1, isRefused: true, by: .asyncHTTPClient)
  }

  @Test func aHeadHasAtMost2MiB() async throws {
    try await HeadLimitClaims.aHead(of: 25, fieldsOf: 80 << 10 - 10, isRefused: false, by: .asyncHTTPClient)
    try await HeadLimitClaims.aHead(of: 27, fieldsOf: 80 << 10 - 10, isRefused: true, by: .asyncHTTPClient)
  }

  @Test(arguments: [(100, false), (200, true)])
  func aHeadOfHTTP2HasAtMost16KiB(count: Int, isRefused: Bool) async throws {
    try await HTTP2Server.run { stream in
      let fields = (0..<count).map { ("x-\($0)", String(repeating: "a", count: 100)) }
      stream.head("200", fields, end: true)
    } _: { server in
      try await Versions.withTransport(isHTTP2: false) { transport in
        let result = await Result { try await transport.send(request(server)).head }
        switch result {
        case .success(let head):
          #expect(!isRefused && head.headerFields.count { $0.name.canonicalName.hasPrefix("x-") } == count)
        case .failure(let error):
          #expect(isRefused && (error as? TransportError)?.kind == .protocolViolation, "\(error)")
        }
      }
    }
  }

  /// A frame has at most 16 KiB (RFC 9113, section 4.2).
  @Test(arguments: [0 as UInt8, 1, 4])
  func aFrameOfHTTP2ThatIsTooLargeIsRefused(type: UInt8) async throws {
    try await HTTP2Server.run { stream in
      stream.raw(type, [UInt8](repeating: 0x88, count: 500_000))
    } _: { server in
      try await Versions.withTransport(isHTTP2: false) { transport in
        let error = await failure { try await transport.send(request(server)).head }
        #expect(error?.kind == .protocolViolation, "\(String(describing: error?.underlying))")
      }
    }
  }

  /// HEADERS, and CONTINUATION after CONTINUATION.
  @Test func aHeadOfHTTP2ThatNeverEndsIsRefused() async throws {
    let isOver = Signal()
    let sent = Mutex(0)
    try await HTTP2Server.run { stream in
      stream.raw(1, [0x88])
      @Sendable func goOn() {
        guard sent.withLock({ $0 }) < 16 << 20, stream.channel.parent?.isActive == true else {
          return isOver.fire()
        }
        if stream.channel.parent?.isWritable == false {
          stream.channel.eventLoop.scheduleTask(in: .milliseconds(1), goOn)
          return
        }
        // A field of 8,000 bytes, not indexed (RFC 7541, section 6.2.2).
        let field: [UInt8] = [0, 1, 0x78, 0x7F, 0xC1, 0x3D] + [UInt8](repeating: 97, count: 8000)
        sent.withLock { $0 += field.count }
        stream.raw(9, field)
        stream.channel.eventLoop.execute(goOn)
      }
      goOn()
    } _: { server in
      try await Versions.withTransport(isHTTP2: false) { transport in
        let error = await failure { try await transport.send(request(server)) }
        #expect(error?.kind == .protocolViolation, "\(String(describing: error?.underlying))")
        await isOver.wait()
        #expect(sent.withLock { $0 } < 16 << 20)
      }
    }
  }

  private func request(_ server: HTTP2Server) -> TransportRequest {
    TransportRequest(head: HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/"))
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
#endif
