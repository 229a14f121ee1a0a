#if AsyncHTTPClient
@testable import ReparteeAsyncHTTPClient

import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

/// How many streams are reset at a time.
struct ConnectionGuardTests {
  private final class Count {
    var value = 0
  }

  private let connection = ConnectionGuard()
  private let channel: EmbeddedChannel
  private let closed = Count()

  init() throws {
    channel = EmbeddedChannel(handler: connection)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  private func reset(_ count: Int) {
    for _ in 0..<count { connection.reset { [closed] in closed.value += 1 } }
  }

  private func ping() throws -> HTTP2PingData? {
    guard case .ping(let data, ack: false)? = try channel.readOutbound(as: HTTP2Frame.self)?.payload else {
      return nil
    }
    return data
  }

  private func answer(_ data: HTTP2PingData) throws {
    try channel.writeInbound(HTTP2Frame(streamID: .rootStream, payload: .ping(data, ack: true)))
  }

  @Test func theResponseToAPingAllowsFurtherResets() throws {
    reset(11)
    #expect(try ping() == nil)
    reset(49)
    #expect(closed.value == 24)
    let first = try #require(try ping())
    #expect(try ping() == nil, "one at a time")
    try answer(HTTP2PingData(withInteger: 1_000))
    #expect(closed.value == 24, "of somebody else")
    try answer(first)
    #expect(closed.value == 36)
    let second = try #require(try ping())
    try answer(first)
    #expect(closed.value == 36)
    try answer(second)
    #expect(closed.value == 60)
    try answer(try #require(try ping()))
    reset(24)
    #expect(closed.value == 84)
    _ = try channel.finish(acceptAlreadyClosed: true)
  }

  @Test func aServerThatDoesNotRespondToPingKeepsNoStream() throws {
    reset(60)
    for expected in [24, 36, 60] {
      #expect(closed.value == expected)
      channel.embeddedEventLoop.advanceTime(by: ConnectionGuard.pingLimit)
    }
    _ = try channel.finish(acceptAlreadyClosed: true)
  }

  @Test func theEndOfTheConnectionEndsTheWait() throws {
    reset(60)
    _ = try channel.finish(acceptAlreadyClosed: true)
    #expect(closed.value == 60)
  }
}
#endif
