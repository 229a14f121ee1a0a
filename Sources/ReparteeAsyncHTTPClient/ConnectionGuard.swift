#if AsyncHTTPClient
import NIOCore
import NIOHTTP2

/// Closes an HTTP/2 connection on which the server violated the protocol (RFC 9113, section 5.4.1), and keeps the
/// reason for its streams.
///
/// swift-nio-http2 only reports the violation, and AsyncHTTPClient 1.37 ignores the report: the requests on the
/// connection would wait forever. This handler comes after the one that reports it.
///
/// The guard also closes a connection that has no open streams when the server sends GOAWAY. AsyncHTTPClient closes a
/// connection when its last stream ends, but not if no stream is open: the connection would stay until the server
/// closes it, and a shutdown would wait for that.
final class ConnectionGuard: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  /// The error of a stream that a GOAWAY excludes: the server did not process it (RFC 9113, section 6.8).
  /// swift-nio-http2 resets such a stream as if it were cancelled.
  struct LeftOut: Error {
    let last: HTTP2StreamID
  }

  private var error: (any Error)?
  private var last: HTTP2StreamID?
  private var openStreams = 0

  /// Returns the reason why the connection ended a stream; nil if it has none.
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

  /// Closes the connection if it has no open streams. Runs later in the event loop, so that a stream that is being
  /// created is counted first.
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
