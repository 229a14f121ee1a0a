#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Reads the reason phrase of a response (RFC 9112, section 4). NIO's parser, which comes after this handler, drops it.
///
/// The reader inspects the bytes up to the status line of the final response and passes all bytes on. It also limits
/// the length of the status line, which NIO does not.
final class StatusLineReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The most bytes of a status line; a longer one is refused.
  private static let maximumLength = 8 << 10

  private enum State {
    case idle, line, interimHead(isLineEmpty: Bool), refused
  }

  private var state = State.idle
  private var line: [UInt8] = []
  /// The reason phrase of the response; nil if it is the registered phrase of its status code.
  private(set) var phrase: String?

  /// Starts to read: a request is being sent, so the next status line belongs to its response.
  func begin() {
    state = .line
    line.removeAll(keepingCapacity: true)
    phrase = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .idle: return context.fireChannelRead(data)
    case .refused: return
    case .line, .interimHead: read(unwrapInboundIn(data).readableBytesView)
    }
    guard case .refused = state else { return context.fireChannelRead(data) }
    context.fireErrorCaught(ResponseGuard.Refusal(description: "the status line is too long"))
    context.close(promise: nil)
  }

  private func read(_ bytes: ByteBufferView) {
    var rest = bytes[...]
    while let first = rest.first {
      switch state {
      case .idle, .refused: return
      case .line: readLine(&rest)
      case .interimHead(let isLineEmpty):
        rest.removeFirst()
        switch first {
        case 0x0A: state = isLineEmpty ? .line : .interimHead(isLineEmpty: true)
        case 0x0D: break
        default: state = .interimHead(isLineEmpty: false)
        }
      }
    }
  }

  private func readLine(_ rest: inout ByteBufferView) {
    guard let end = rest.firstIndex(of: 0x0A) else {
      line.append(contentsOf: rest)
      rest.removeFirst(rest.count)
      if line.count > Self.maximumLength { state = .refused }
      return
    }
    if line.isEmpty {
      finish(rest[..<end])
    } else {
      line.append(contentsOf: rest[..<end])
      finish(line)
      line.removeAll(keepingCapacity: true)
    }
    rest = rest[rest.index(after: end)...]
  }

  /// Parses a status line, such as `HTTP/1.1 308 Resume Incomplete`, with or without a CR.
  private func finish(_ line: some BidirectionalCollection<UInt8>) {
    var line = line[...]
    if line.last == 0x0D { line.removeLast() }
    // The parser skips empty lines before the status line.
    if line.isEmpty { return }
    state = line.count > Self.maximumLength ? .refused : .idle
    guard case .idle = state, let space = line.firstIndex(of: 0x20) else { return }
    let status = line[line.index(after: space)...]
    let digits = status.prefix(3)
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
    let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    if (100..<200).contains(code), code != 101 {
      state = .interimHead(isLineEmpty: true)
      return
    }
    let text = status.dropFirst(4)
    // An empty phrase counts as the registered one.
    if text.isEmpty || HTTPResponseStatus(statusCode: code).reasonPhrase.utf8.elementsEqual(text) { return }
    phrase = String(decoding: text, as: UTF8.self)
  }
}

@available(*, unavailable)
extension StatusLineReader: Sendable {}
#endif
