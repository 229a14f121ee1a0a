import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import SampleAPI

/// BenchmarkServer: the sample API over HTTP/1.1 on a free port of the loopback address, which it prints. It ends when
/// its standard input does.
@main
struct Server {
  static func main() throws {
    let documents = Documents()
    let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
      .serverChannelOption(.backlog, value: 1024)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false).flatMapThrowing {
          try channel.pipeline.syncOperations.addHandler(Handler(documents))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    print(channel.localAddress?.port ?? 0)
    fflush(nil)
    while Swift.readLine() != nil {}
  }
}

/// One connection.
private final class Handler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let documents: Documents
  private var head: HTTPRequestHead?

  init(_ documents: Documents) {
    self.documents = documents
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      self.head = nil
      if head.uri.hasPrefix("/held/") {
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(100)) {
          self.respond(to: head, context: context)
        }
      } else {
        respond(to: head, context: context)
      }
    }
  }

  /// `/users` lists or creates, `/users/404` is not there, every other `/users/ID` is; `/held` before any of them
  /// makes it wait for a tenth of a second. IDs of four digits and more may be stored.
  private func respond(to head: HTTPRequestHead, context: ChannelHandlerContext) {
    let isList = head.uri.hasSuffix("/users")
    let (status, body): (HTTPResponseStatus, Data) =
      switch (head.method, isList) {
      case (.POST, true): (.created, documents.user)
      case (_, true): (.ok, documents.users)
      case (_, false): head.uri.hasSuffix("/404") ? (.notFound, documents.refusal) : (.ok, documents.user)
      }
    var headers: HTTPHeaders = [
      "content-type": "application/json", "content-length": "\(body.count)",
    ]
    if head.method == .GET, head.uri.utf8.drop(while: { !(0x30...0x39).contains($0) }).count > 3 {
      headers.add(name: "cache-control", value: "max-age=86400")
    }
    context.write(
      wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
