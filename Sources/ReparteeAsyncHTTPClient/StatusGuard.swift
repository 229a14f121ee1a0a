#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Fails a connection whose server answers with a status below 100 (RFC 9110, section 15).
///
/// AsyncHTTPClient takes such a head for an interim one and then has no response to give the body to, which it
/// answers with a trap. This handler stands between its parser and its state machine.
final class StatusGuard: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  struct Refusal: Error, CustomStringConvertible {
    let code: UInt
    var description: String { "status \(code) is not one of HTTP" }
  }

  private var refused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if refused { return }
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
      refused = true
      context.fireErrorCaught(Refusal(code: head.status.code))
      context.close(promise: nil)
      return
    }
    context.fireChannelRead(data)
  }

  /// Puts this guard and an ``EarlyAnswerGuard`` behind the parser of a connection; where there is no parser, it does
  /// nothing.
  static func install(in channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) else {
        return
      }
      try pipeline.addHandlers([StatusGuard(), EarlyAnswerGuard()], position: .after(parser))
    }
  }
}

@available(*, unavailable)
extension StatusGuard: Sendable {}
#endif
