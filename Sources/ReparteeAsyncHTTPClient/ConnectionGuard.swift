#if AsyncHTTPClient
import NIOCore
import NIOHTTP2

/// Closes an HTTP/2 connection on which the server violates the protocol (RFC 9113, section 5.4.1), and one without
/// open streams on GOAWAY. It must come after the handler of swift-nio-http2, whose report AsyncHTTPClient 1.37
/// ignores.
final class ConnectionGuard: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  /// A GOAWAY excludes the stream, which the server did not process (RFC 9113, section 6.8).
  struct LeftOut: Error {
    let last: HTTP2StreamID
  }

  private var error: (any Error)?
  private var last: HTTP2StreamID?
  private var openStreams = 0

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

  /// Later, so that a stream that is being created counts.
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
    // A stream error concerns only that stream.
    if error is NIOHTTP2Errors.StreamError { return }
    self.error = self.error ?? error
    if error is any NIOHTTP2Error { context.close(promise: nil) }
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
#endif
