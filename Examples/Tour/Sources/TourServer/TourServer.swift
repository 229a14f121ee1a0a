internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// The bookshop: an HTTP server in this process, on a free port of 127.0.0.1.
public enum TourServer {
  /// Starts the server, and returns its base URL. The server ends with the process.
  public static func start() async throws -> String {
    let bookshop = Bookshop()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Connection(bookshop: bookshop))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
  }
}

/// Reads requests one after the other, and writes the bookshop's responses.
private final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let bookshop: Bookshop
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()

  init(bookshop: Bookshop) { self.bookshop = bookshop }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body.clear()
    case .body(var part):
      body.writeBuffer(&part)
    case .end:
      guard let head else { return }
      write(bookshop.response(to: head, String(buffer: body)), context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func write(_ response: CannedResponse, _ context: ChannelHandlerContext) {
    var head = HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: response.status), headers: response.headers)
    if response.status != 204, response.status != 304 {
      head.headers.add(name: "Content-Length", value: "\(response.body.utf8.count)")
    }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let body = ByteBuffer(string: response.body)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
