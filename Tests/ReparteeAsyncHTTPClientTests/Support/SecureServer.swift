#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ReparteeBase

/// A server of HTTP/1.1 over TLS on a free port of the loopback interface. It responds to each request with its
/// version, and counts connections.
final class SecureServer: Sendable {
  let port: Int
  private let connections: Connections

  var authority: String { "localhost:\(port)" }

  /// How many connections there were.
  var connectionCount: Int { connections.all.count }

  private init(port: Int, connections: Connections) {
    self.port = port
    self.connections = connections
  }

  /// Serves for as long as `body` runs.
  static func run<Value>(
    _ configuration: TLSConfiguration, _ body: (SecureServer) async throws -> Value
  ) async throws -> Value {
    let tls = try NIOSSLContext(configuration: configuration)
    let connections = Connections()
    let listener = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
      .childChannelInitializer { channel in
        connections.add(channel)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Responder())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let server = SecureServer(port: listener.localAddress?.port ?? 0, connections: connections)
    let result: Result<Value, any Error>
    do { result = .success(try await body(server)) } catch { result = .failure(error) }
    try? await listener.close().get()
    for connection in connections.all { try? await connection.close().get() }
    return try result.get()
  }

  private final class Responder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private var version = HTTPVersion.http1_0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): version = head.version
      case .body: break
      case .end:
        let text = "\(version)"
        let head = HTTPResponseHead(
          version: .http1_1, status: .ok, headers: ["content-length": "\(text.utf8.count)"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
#endif
