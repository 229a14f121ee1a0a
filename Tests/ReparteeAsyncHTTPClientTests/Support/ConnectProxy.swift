#if AsyncHTTPClient
import NIOCore
import NIOPosix
import ReparteeBase

/// A proxy for CONNECT (RFC 9110, section 9.3.6) on a free port of the loopback interface, which wants these
/// credentials.
final class ConnectProxy: Sendable {
  let port: Int
  private let heads: Heads

  /// The heads of the received requests, each as lines.
  var requests: [[String]] { heads.all }

  private init(port: Int, heads: Heads) {
    self.port = port
    self.heads = heads
  }

  /// Proxies for as long as `body` runs. A request whose Proxy-Authorization is another is refused with `refusal`.
  static func run<Value>(
    authorization: String?, refusal: String = "407 Proxy Authentication Required",
    _ body: (ConnectProxy) async throws -> Value
  ) async throws -> Value {
    let (heads, connections) = (Heads(), Connections())
    let listener = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
      .childChannelInitializer { channel in
        connections.add(channel)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Front(authorization, refusal, heads))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let proxy = ConnectProxy(port: listener.localAddress?.port ?? 0, heads: heads)
    let result: Result<Value, any Error>
    do { result = .success(try await body(proxy)) } catch { result = .failure(error) }
    try? await listener.close().get()
    for connection in connections.all { try? await connection.close().get() }
    return try result.get()
  }

  private final class Heads: Sendable {
    private let heads = Mutex<[[String]]>([])

    var all: [[String]] { heads.withLock { $0 } }

    func add(_ lines: [String]) { heads.withLock { $0.append(lines) } }
  }

  /// The client's side: a head first, bytes for the server afterwards.
  private final class Front: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let authorization: String?
    private let refusal: String
    private let heads: Heads
    private var text = ""
    private var isTunnel = false
    private var waiting: [ByteBuffer] = []
    private var back: (any Channel)?

    init(_ authorization: String?, _ refusal: String, _ heads: Heads) {
      self.authorization = authorization
      self.refusal = refusal
      self.heads = heads
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      if isTunnel {
        if let back { back.writeAndFlush(bytes, promise: nil) } else { waiting.append(bytes) }
        return
      }
      text += String(buffer: bytes)
      guard text.hasSuffix("\r\n\r\n") else { return }
      isTunnel = true
      let lines = text.split(separator: "\r\n").map(String.init)
      heads.add(lines)
      let given = lines.first { $0.lowercased().hasPrefix("proxy-authorization:") }
      let isAllowed = authorization.map { given?.hasSuffix(" \($0)") == true } ?? true
      guard isAllowed, let target = lines.first?.split(separator: " ").dropFirst().first else {
        let response = "HTTP/1.1 \(refusal)\r\nContent-Length: 0\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response)), promise: nil)
        return
      }
      connect(to: target, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
      back?.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func connect(to target: Substring, _ context: ChannelHandlerContext) {
      let front = context.channel
      ClientBootstrap(group: context.eventLoop)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Back(front))
          }
        }
        // Only ever the loopback interface.
        .connect(host: "127.0.0.1", port: target.split(separator: ":").last.flatMap { Int($0) } ?? 0)
        .assumeIsolated()
        .whenComplete { result in
          guard case .success(let channel) = result else { return front.close(promise: nil) }
          self.back = channel
          front.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 Connected\r\n\r\n"), promise: nil)
          for bytes in self.waiting { channel.writeAndFlush(bytes, promise: nil) }
          self.waiting = []
        }
    }
  }

  private final class Back: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let front: any Channel

    init(_ front: any Channel) {
      self.front = front
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      front.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      front.close(promise: nil)
    }
  }
}
#endif
