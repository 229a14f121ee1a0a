#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Keeps the answer of a server that refuses a body before it has all of it, and closes the connection.
///
/// AsyncHTTPClient closes it too when the answer is complete. What of the request is still to be written then fails,
/// and AsyncHTTPClient takes that for a failure of the whole request, and drops the body of the answer.
final class EarlyAnswerGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private var isAnswered = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .end = unwrapInboundIn(data) { isAnswered = true }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if case .head = part { isAnswered = false }
    guard case .end = part, let promise else { return context.write(data, promise: promise) }
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { result in
      switch result {
      case .failure(let error) where !self.isAnswered: promise.fail(error)
      case .failure, .success: promise.succeed()
      }
    }
    context.write(data, promise: written)
  }
}

@available(*, unavailable)
extension EarlyAnswerGuard: Sendable {}
#endif
