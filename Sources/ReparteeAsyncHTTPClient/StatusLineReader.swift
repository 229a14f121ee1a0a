#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Reads the reason phrase (RFC 9112, section 4), which NIO's parser drops. Refuses a long status line, and bytes that
/// belong to no request.
final class StatusLineReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private static let maximumLength = 8 << 10

  private enum State {
    case idle, line, interimHead(isLineEmpty: Bool), betweenResponses, refused
  }

  private var state = State.idle
  private var line: [UInt8] = []
  private var context: ChannelHandlerContext?
  /// Nil for the registered phrase of the status code.
  private(set) var phrase: String?

  /// The next status line belongs to the request that is being sent.
  func begin() {
    state = .line
    line.removeAll(keepingCapacity: true)
    phrase = nil
  }

  func end() { state = .betweenResponses }

  /// Shows a part of a head that follows a response: the parser skips empty lines between responses only.
  func probe() { context?.fireChannelRead(wrapInboundOut(Self.emptyLines)) }

  private static let emptyLines = ByteBuffer(string: "\r\n\r\n")

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .idle: return context.fireChannelRead(data)
    case .refused: return
    case .line, .interimHead: read(unwrapInboundIn(data).readableBytesView)
    case .betweenResponses:
      if unwrapInboundIn(data).readableBytesView.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) { return }
      return refuse("the server sent bytes that belong to no request", context)
    }
    guard case .refused = state else { return context.fireChannelRead(data) }
    refuse("the status line is too long", context)
  }

  private func refuse(_ reason: String, _ context: ChannelHandlerContext) {
    state = .refused
    context.fireErrorCaught(RefusedResponse(description: reason))
    context.close(promise: nil)
  }

  private func read(_ bytes: ByteBufferView) {
    var rest = bytes
    while let next = rest.first {
      switch state {
      case .idle, .betweenResponses, .refused: return
      case .line: readLine(&rest)
      case .interimHead(let isLineEmpty):
        switch next {
        case 0x0A: state = isLineEmpty ? .line : .interimHead(isLineEmpty: true)
        case 0x0D: break
        default: state = .interimHead(isLineEmpty: false)
        }
        rest = rest.dropFirst()
      }
    }
  }

  /// Removes the line, or the part of it that is there.
  private func readLine(_ rest: inout ByteBufferView) {
    guard let end = rest.firstIndex(of: 0x0A) else {
      line.append(contentsOf: rest)
      if line.count > Self.maximumLength { state = .refused }
      rest = rest[rest.endIndex...]
      return
    }
    let part = rest[..<end]
    rest = rest[(end + 1)...]
    if line.isEmpty { return finish(part) }
    line.append(contentsOf: part)
    finish(line)
    line.removeAll(keepingCapacity: true)
  }

  /// The line may lack a CR.
  private func finish(_ bytes: some BidirectionalCollection<UInt8>) {
    let line = bytes.last == 0x0D ? bytes.dropLast() : bytes[...]
    // The parser skips empty lines before the status line.
    if line.isEmpty { return }
    if line.count > Self.maximumLength { return state = .refused }
    state = .idle
    guard let space = line.firstIndex(of: 0x20) else { return }
    let digits = line[space...].dropFirst().prefix(3)
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
    let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    if (100..<200).contains(code), code != 101 { return state = .interimHead(isLineEmpty: true) }
    let text = line[digits.endIndex...].dropFirst()
    // An empty phrase counts as the registered one.
    if text.isEmpty { return }
    if HTTPResponseStatus(statusCode: code).reasonPhrase.utf8.elementsEqual(text) { return }
    phrase = String(decoding: text, as: UTF8.self)
  }
}

@available(*, unavailable)
extension StatusLineReader: Sendable {}
#endif
