#if AsyncHTTPClient
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import TestSupport

/// A server of HTTP/2 over TLS on a free port of the loopback interface. It sends what the test sets, valid or not.
struct HTTP2Server {
  let port: Int
  var authority: String { "localhost:\(port)" }

  /// Serves for as long as `body` runs. `configure` is called for each stream, and adds its handlers.
  static func run<Value>(
    settings: HTTP2Settings = nioDefaultSettings,
    configure: @escaping @Sendable (any Channel) throws -> Void,
    _ body: (HTTP2Server) async throws -> Value
  ) async throws -> Value {
    let tls = try NIOSSLContext(configuration: try Localhost.serverConfiguration())
    let connections = Connections()
    let listener = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { channel in
        connections.add(channel)
        return channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(NIOSSLServerHandler(context: tls))
          try pipeline.addHandler(
            NIOHTTP2Handler(
              mode: .server, initialSettings: settings, headerBlockValidation: .disabled,
              contentLengthValidation: .disabled))
          let multiplexer = HTTP2StreamMultiplexer(mode: .server, channel: channel) { stream in
            stream.eventLoop.makeCompletedFuture { try configure(stream) }
          }
          try pipeline.addHandler(multiplexer)
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let server = HTTP2Server(port: listener.localAddress?.port ?? 0)
    do {
      let value = try await body(server)
      await stop(listener, connections)
      return value
    } catch {
      await stop(listener, connections)
      throw error
    }
  }

  /// The same; `script` is called on the stream's event loop when the head of a request is there.
  static func run<Value>(
    settings: HTTP2Settings = nioDefaultSettings, script: @escaping @Sendable (Stream) -> Void,
    _ body: (HTTP2Server) async throws -> Value
  ) async throws -> Value {
    try await run(
      settings: settings, configure: { try $0.pipeline.syncOperations.addHandler(Script(script)) }, body)
  }

  private static func stop(_ listener: any Channel, _ connections: Connections) async {
    try? await listener.close().get()
    for connection in connections.all { try? await connection.close().get() }
  }

  /// A request's stream, and the means to respond to it.
  struct Stream: Sendable {
    let channel: any Channel
    let path: String

    func head(_ status: String, _ fields: [(String, String)] = [], end: Bool = false) {
      let headers = HPACKHeaders([(":status", status)] + fields)
      send(.headers(.init(headers: headers, endStream: end)))
    }

    func data(_ text: String, end: Bool = false) {
      send(.data(.init(data: .byteBuffer(ByteBuffer(string: text)), endStream: end)))
    }

    func reset(_ code: HTTP2ErrorCode) { send(.rstStream(code)) }

    /// Says that no stream above that one is, or will be, processed.
    func goAway(_ last: HTTP2StreamID, _ code: HTTP2ErrorCode = .noError) {
      let frame = HTTP2Frame(
        streamID: .rootStream, payload: .goAway(lastStreamID: last, errorCode: code, opaqueData: nil))
      channel.parent?.writeAndFlush(frame, promise: nil)
    }

    /// A frame as NIO would not send it (RFC 9113, section 4.1); its flags: 1 ends the stream, 4 the headers.
    func raw(_ type: UInt8, flags: UInt8 = 0, _ payload: [UInt8]) {
      channel.getOption(HTTP2StreamChannelOptions.streamID).whenSuccess { id in
        var frame = ByteBuffer()
        frame.writeBytes([
          UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 0xFF), UInt8(payload.count & 0xFF),
        ])
        frame.writeBytes([type, flags])
        frame.writeInteger(Int32(id))
        frame.writeBytes(payload)
        let handler = try? channel.parent?.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
        handler?.writeAndFlush(NIOAny(frame), promise: nil)
      }
    }

    /// A HEADERS frame, each field written as it is (RFC 7541, section 6.2.2).
    func rawHead(_ fields: [(String, String)], end: Bool = false) {
      var block: [UInt8] = []
      for (name, value) in fields {
        block += [0, UInt8(name.utf8.count)] + Array(name.utf8)
        block += [UInt8(value.utf8.count)] + Array(value.utf8)
      }
      raw(1, flags: end ? 5 : 4, block)
    }

    func rawData(_ text: String, end: Bool = false) { raw(0, flags: end ? 1 : 0, Array(text.utf8)) }

    func rawReset(_ code: UInt8) { raw(3, [0, 0, 0, code]) }

    func closeConnection() { channel.parent?.close(promise: nil) }

    private func send(_ payload: HTTP2Frame.FramePayload) {
      channel.writeAndFlush(payload, promise: nil)
    }
  }

  private final class Script: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let script: @Sendable (Stream) -> Void
    private var isFirst = true

    init(_ script: @escaping @Sendable (Stream) -> Void) {
      self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard isFirst, case .headers(let head) = unwrapInboundIn(data) else { return }
      isFirst = false
      script(Stream(channel: context.channel, path: head.headers.first(name: ":path") ?? ""))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
  }
}
#endif
