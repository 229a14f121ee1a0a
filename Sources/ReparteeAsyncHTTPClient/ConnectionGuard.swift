#if AsyncHTTPClient
import NIOCore
import NIOHTTP2

/// Is placed after the handler of swift-nio-http2 (1.46), whose reports AsyncHTTPClient 1.37 ignores, and
///
/// - closes a connection on which the server violates the protocol (RFC 9113, section 5.4.1), and one without open
///   streams on GOAWAY;
/// - reports to each stream why it ended: the stream at fault gets its fault, the others ``LostConnection``;
/// - reports the end of a stream that was cancelled before its head was written. AsyncHTTPClient counts a stream from
///   the moment it is leased, and swift-nio-http2 reports the end of opened streams only;
/// - resets few streams at a time. swift-nio-http2 remembers the last 32, and treats what the server had sent on others
///   as a violation. The response to a PING shows that nothing more will arrive.
final class ConnectionGuard: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// A stream that a GOAWAY excludes: the server did not process its request (RFC 9113, section 6.8).
  struct UnprocessedStream: Error {
    let last: HTTP2StreamID
  }

  /// Another response of the connection, or the connection itself, is at fault.
  struct LostConnection: Error {
    let fault: any Error
  }

  private var context: ChannelHandlerContext?
  /// The error of the connection.
  private var error: (any Error)?
  private var last: HTTP2StreamID?
  private var openStreams = 0
  /// The last stream that the server reset.
  private var reset: HTTP2StreamID?
  /// swift-nio-http2 resets the stream of a malformed response, and reports the fault afterwards.
  private var malformed: StreamClosedEvent?
  private var fault: (any Error)?

  /// The resets of streams on which the server may still send.
  private var resets = 0
  /// The PING without a response yet: its number, the resets before it, and its time limit.
  private var ping: (number: UInt64, resets: Int, limit: Scheduled<Void>)?
  private var pings: UInt64 = 0
  private var waiting = CircularBuffer<() -> Void>()

  static let mostResets = 24
  /// For a server that does not respond to PING: without a limit, the streams of ended calls would stay.
  static let pingLimit = TimeAmount.seconds(5)

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    ping?.limit.cancel()
    ping = nil
    while let close = waiting.popFirst() { close() }
  }

  func reason(for stream: HTTP2StreamID?) -> (any Error)? {
    if let last, let stream, stream > last { return UnprocessedStream(last: last) }
    if let malformed, malformed.streamID == stream, let fault { return fault }
    return error
  }

  /// The ID is that of no stream: AsyncHTTPClient only counts.
  func streamEndedUnopened() {
    guard let context, context.channel.isActive else { return }
    let id = HTTP2StreamID(Int(Int32.max))
    context.fireUserInboundEventTriggered(
      NIOHTTP2StreamCreatedEvent(streamID: id, localInitialWindowSize: nil, remoteInitialWindowSize: nil))
    context.fireUserInboundEventTriggered(StreamClosedEvent(streamID: id, reason: .cancel))
  }

  /// Calls `close`, which resets a stream, now or when the server has seen earlier resets.
  func reset(_ close: @escaping () -> Void) {
    guard resets < Self.mostResets else { return waiting.append(close) }
    resets += 1
    close()
    sendPing()
  }

  private func sendPing() {
    guard ping == nil, resets >= Self.mostResets / 2, let context, context.channel.isActive else { return }
    pings += 1
    let number = pings
    let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
    let limit = context.eventLoop.scheduleTask(in: Self.pingLimit) { connection.value.settle(number) }
    ping = (number, resets, limit)
    let data = HTTP2PingData(withInteger: number)
    context.writeAndFlush(
      wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .ping(data, ack: false))), promise: nil)
  }

  /// Nothing more will arrive on the streams that were reset before the PING.
  private func settle(_ number: UInt64) {
    guard let ping, ping.number == number else { return }
    ping.limit.cancel()
    self.ping = nil
    resets -= ping.resets
    while resets < Self.mostResets, let close = waiting.popFirst() {
      resets += 1
      close()
    }
    sendPing()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .ping(let data, ack: true): settle(data.integer)
    case .goAway(let last, _, _):
      self.last = last
      closeUnlessUsed(context)
    case .rstStream: reset = frame.streamID
    default: break
    }
    context.fireChannelRead(data)
  }

  /// Closes later, so that a stream that is being created counts.
  private func closeUnlessUsed(_ context: ChannelHandlerContext) {
    let closing = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.execute {
      let (connection, context) = closing.value
      if connection.openStreams == 0 { context.close(promise: nil) }
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is NIOHTTP2StreamCreatedEvent { openStreams += 1 }
    guard let closed = event as? StreamClosedEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    openStreams -= 1
    let isMalformed = closed.reason != nil && closed.reason != .cancel && closed.streamID != reset
    close(nil, context)
    if isMalformed { malformed = closed } else { context.fireUserInboundEventTriggered(event) }
  }

  /// Reports that the stream of a malformed response was closed.
  private func close(_ fault: (any Error)?, _ context: ChannelHandlerContext) {
    guard let malformed else { return }
    self.fault = fault
    context.fireUserInboundEventTriggered(malformed)
    (self.malformed, self.fault) = (nil, nil)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    close(nil, context)
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(error)
    // A fault of what was written to a stream.
    if error is NIOHTTP2Errors.StreamError { return }
    guard let fault = error as? any NIOHTTP2Error else {
      self.error = self.error ?? error
      return
    }
    if malformed != nil { return close(fault, context) }
    self.error = self.error ?? (openStreams == 1 ? fault : LostConnection(fault: fault))
    context.close(promise: nil)
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
#endif
