#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2

extension ConnectionGuard {
  @Sendable static func install(in channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      guard let handler = try? pipeline.handler(type: NIOHTTP2Handler.self) else { return }
      if (try? pipeline.handler(type: ConnectionGuard.self)) != nil { return }
      try pipeline.addHandler(ConnectionGuard(), position: .after(handler))
    }
  }
}

extension ResponseGuard {
  /// Adds a guard unless there is one: after the parser of an HTTP/1.1 connection, or around the codec of an HTTP/2
  /// stream.
  static func install(_ calls: Calls? = nil) -> @Sendable (any Channel) -> EventLoopFuture<Void> {
    { channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        if (try? pipeline.handler(type: ResponseGuard.self)) != nil { return }
        if let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) {
          let statusLine = StatusLineReader()
          try pipeline.addHandler(statusLine, position: .before(parser))
          try pipeline.addHandler(
            ResponseGuard(calls: calls, statusLine: statusLine), position: .after(parser))
        } else if let codec = try? pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self) {
          try pipeline.addHandler(FrameGuard(), position: .before(codec))
          try pipeline.addHandler(ResponseGuard(calls: calls), position: .after(codec))
        }
      }
    }
  }
}
#endif
