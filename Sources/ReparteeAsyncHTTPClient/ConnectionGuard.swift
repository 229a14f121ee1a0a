#if AsyncHTTPClient
import NIOCore
import NIOHTTP2

/// Closes a connection of HTTP/2 on which the server broke the protocol (RFC 9113, section 5.4.1), and keeps the reason
/// for its streams.
///
/// swift-nio-http2 only says so, and AsyncHTTPClient 1.37 does not listen: the requests on the connection would wait
/// for ever. This handler stands behind the one that says it.
///
/// It closes a connection without streams as well to which the server says that it goes away. AsyncHTTPClient does that
/// when the last stream ends, but not where none is open: the connection stays until the server closes it, and a
/// shutdown waits for that.
final class ConnectionGuard: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  /// A stream that a GOAWAY leaves out was not processed (RFC 9113, section 6.8). swift-nio-http2 resets it as if it
  /// were cancelled.
  struct LeftOut: Error {
    let last: HTTP2StreamID
  }

  private var error: (any Error)?
  private var last: HTTP2StreamID?
  private var openStreams = 0

  /// Why a stream ended, if that was not its own end.
  func reason(for stream: HTTP2StreamID?) -> (any Error)? {
    if let last, let stream, stream > last { return LeftOut(last: last) }
    return error
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .goAway(let last, _, _) = unwrapInboundIn(data).payload {
      self.last = last
      closeUnlessUsed(context)
    }
    context.fireChannelRead(data)
  }

  /// A stream that is being made just now is told so before.
  private func closeUnlessUsed(_ context: ChannelHandlerContext) {
    let closing = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.execute {
      let (connection, context) = closing.value
      if connection.openStreams == 0 { context.close(promise: nil) }
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is NIOHTTP2StreamCreatedEvent { openStreams += 1 }
    if event is StreamClosedEvent { openStreams -= 1 }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(error)
    // That is the stream's own.
    if error is NIOHTTP2Errors.StreamError { return }
    self.error = self.error ?? error
    if error is any NIOHTTP2Error { context.close(promise: nil) }
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
#endif
