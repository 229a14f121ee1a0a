#if AsyncHTTPClient
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Refuses an HTTP/2 stream whose frames are not a response (RFC 9113, sections 8.1 and 8.3.2). It must come before the
/// codec of swift-nio-http2, which (1.46) crashes the process for a negative `:status`, and treats a second head as
/// trailers.
final class FrameGuard: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias InboundOut = HTTP2Frame.FramePayload

  private var hasHead = false
  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isRefused { return }
    if case .headers(let headers) = unwrapInboundIn(data), let problem = problem(headers) {
      isRefused = true
      context.fireErrorCaught(RefusedResponse(description: problem))
      return
    }
    context.fireChannelRead(data)
  }

  private func problem(_ frame: HTTP2Frame.FramePayload.Headers) -> String? {
    let status = frame.headers.first(name: ":status")
    if hasHead {
      return status == nil && frame.endStream ? nil : "the server sent a second head"
    }
    guard let status, status.utf8.count == 3, status.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return "the server responded with a status that is no number of three digits"
    }
    hasHead = status.utf8.first != 0x31
    return !hasHead && frame.endStream ? "the server sent an interim head only" : nil
  }
}

@available(*, unavailable)
extension FrameGuard: Sendable {}
#endif
