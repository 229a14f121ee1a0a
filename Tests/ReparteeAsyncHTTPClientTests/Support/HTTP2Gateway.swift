#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import Repartee

/// Sends over HTTP/2 to a gateway, which passes each request on to the server it is for, over HTTP/1.1: so one suite,
/// and its server of HTTP/1.1, does for both.
struct HTTP2Gateway: Transport {
  private let base: any Transport
  private let authority: String

  static func run<Value>(
    over base: some Transport, settings: HTTP2Settings = nioDefaultSettings,
    _ body: (HTTP2Gateway) async throws -> Value
  ) async throws -> Value {
    try await HTTP2Server.run(
      settings: settings,
      configure: { stream in
        try stream.pipeline.syncOperations.addHandlers([
          HTTP2FramePayloadToHTTP1ServerCodec(), GatewayFront(),
        ])
      }
    ) { server in
      try await body(HTTP2Gateway(base: base, authority: server.authority))
    }
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    if request.head.authority?.hasPrefix("127.0.0.1:") == true,
      let target = HTTPField.Name(GatewayFront.target)
    {
      request.head.headerFields[target] = request.head.authority
      request.head.authority = authority
    }
    request.head.scheme = "https"
    return try await base.send(request)
  }
}

/// The side of a stream of HTTP/2. Each side reads when the other can write.
private final class GatewayFront: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  static let target = "x-gateway-target"

  private var back: (any Channel)?
  private var waiting: [HTTPClientRequestPart] = []
  private var isEnded = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(var head):
      let target = head.headers.first(name: Self.target) ?? ""
      head.headers.remove(name: Self.target)
      head.headers.replaceOrAdd(name: "Host", value: target)
      head.version = .http1_1
      pass(.head(head))
      connect(to: target, context)
    case .body(let bytes): pass(.body(.byteBuffer(bytes)))
    case .end:
      isEnded = true
      pass(.end(nil))
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { back?.read() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    back?.close(promise: nil)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {}

  private func pass(_ part: HTTPClientRequestPart) {
    guard let back else { return waiting.append(part) }
    back.writeAndFlush(part, promise: nil)
  }

  private func connect(to target: String, _ context: ChannelHandlerContext) {
    let front = context.channel
    let port = target.split(separator: ":").last.flatMap { Int($0) } ?? 0
    ClientBootstrap(group: context.eventLoop)
      .channelOption(.autoRead, value: false)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let decoder = HTTPResponseDecoder(
            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward)
          try channel.pipeline.syncOperations.addHandlers([
            HTTPRequestEncoder(), ByteToMessageHandler(decoder), GatewayBack(front),
          ])
        }
      }
      .connect(host: "127.0.0.1", port: port)
      .assumeIsolated()
      .whenComplete { result in
        switch result {
        case .failure: GatewayBack.reset(front, .connectError)
        case .success(let channel):
          guard front.isActive else { return channel.close(promise: nil) }
          self.back = channel
          for part in self.waiting { self.pass(part) }
          self.waiting = []
          channel.read()
        }
      }
  }
}

/// The side of the connection of HTTP/1.1.
private final class GatewayBack: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let front: any Channel
  private var isEnded = false

  init(_ front: any Channel) {
    self.front = front
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      var head = head
      head.headers.remove(name: "Connection")
      head.headers.remove(name: "Transfer-Encoding")
      front.writeAndFlush(HTTPServerResponsePart.head(head), promise: nil)
    case .body(let bytes):
      front.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
    case .end(let trailers):
      isEnded = true
      front.writeAndFlush(HTTPServerResponsePart.end(trailers), promise: nil)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if front.isWritable || isEnded { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isAborted = (error as? HTTPParserError) == .invalidEOFState || !(error is HTTPParserError)
    fail(isAborted ? .internalError : .protocolError)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(.internalError)
  }

  private func fail(_ code: NIOHTTP2.HTTP2ErrorCode) {
    if !isEnded { Self.reset(front, code) }
    isEnded = true
  }

  static func reset(_ stream: any Channel, _ code: NIOHTTP2.HTTP2ErrorCode) {
    let codec = try? stream.pipeline.syncOperations.context(
      handlerType: HTTP2FramePayloadToHTTP1ServerCodec.self)
    codec?.writeAndFlush(NIOAny(HTTP2Frame.FramePayload.rstStream(code)), promise: nil)
  }
}
#endif
