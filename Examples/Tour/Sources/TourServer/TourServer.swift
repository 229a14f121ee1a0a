internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// An HTTP server in this process, on a free port of 127.0.0.1, that responds to the tour's calls as httpbin does.
public struct TourServer: Sendable {
  /// `http://127.0.0.1:` and the port.
  public let baseURL: String

  private let channel: any Channel

  /// Starts a server.
  public static func start() async throws -> TourServer {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Connection())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return TourServer(baseURL: "http://127.0.0.1:\(port(of: channel))", channel: channel)
  }

  /// Stops it.
  public func stop() async throws {
    try await channel.close()
  }

  /// A port of 127.0.0.1 where nobody listens.
  public static func unusedPort() async throws -> Int {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = port(of: channel)
    try await channel.close()
    return port
  }

  private static func port(of channel: any Channel) -> Int { channel.localAddress?.port ?? 0 }
}

/// Reads one request after the other, and writes what ``CannedResponse`` says.
private final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private var head: HTTPRequestHead?
  private var body = ByteBuffer()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body.clear()
    case .body(var part):
      body.writeBuffer(&part)
    case .end:
      guard let head else { return }
      let response = CannedResponse(to: head, body: Array(body.readableBytesView))
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      context.eventLoop.scheduleTask(in: .seconds(response.delay)) {
        let (connection, context) = bound.value
        if context.channel.isActive { connection.write(response, to: head, context) }
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func write(
    _ response: CannedResponse, to request: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    var headers = HTTPHeaders(response.headers)
    if response.status != 204, response.status != 304 {
      headers.add(name: "Content-Length", value: "\(response.body.utf8.count)")
    }
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: response.body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
