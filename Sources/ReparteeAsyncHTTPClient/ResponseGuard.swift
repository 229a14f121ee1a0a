#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import Repartee

/// Is placed between the parser of a connection or stream and AsyncHTTPClient 1.37. It also removes the tickets of
/// ``Calls`` and adds a ``ResponseID``.
///
/// - Input that is not a response would crash the process, and becomes the error ``RefusedResponse``: a status code
///   below 100, a body without a head, a second head, interim heads (1xx) without an end.
/// - A response that is complete before the request is sent would crash the process (HTTP/2) or keep the connection
///   until the upload ends. The error ``EarlyEnd`` ends the upload, and closes the connection or stream; the body's
///   reader treats it as the normal end.
/// - AsyncHTTPClient sends the next request over HTTP/1.1 while it handles the end of a response, and the parser would
///   take bytes that follow in the same read for the next response. So the end is held until the read is over. If bytes
///   follow it, the response gets an ``EarlyEnd``, too, and the connection is closed.
final class ResponseGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// The response was complete before the request was sent, or other bytes follow it.
  struct EarlyEnd: Error {
    /// The part of the body that AsyncHTTPClient did not get.
    let rest: [ByteBuffer]
  }

  private enum Progress {
    case awaitingHead, receivingBody, complete, refused
  }

  private var progress = Progress.awaitingHead
  private var interimCount = 0
  private var hasBody = false
  private var isRequestSent = false
  private var endsEarly = false
  private var earlyEnd: EarlyEnd?
  /// Whether AsyncHTTPClient reads: between reads, it drops parts of a body if an error follows.
  private var isAskedFor = false
  private var heldBack: [ByteBuffer] = []
  private var heldEnd: NIOAny?
  private let calls: Calls?
  /// Nil over HTTP/2.
  private let statusLine: StatusLineReader?

  /// Nil without ``Calls``.
  private var responseID: ResponseID?
  private var context: ChannelHandlerContext?

  init(calls: Calls?, statusLine: StatusLineReader? = nil) {
    self.calls = calls
    self.statusLine = statusLine
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    responseID = calls.map {
      ResponseID(connection: $0.connections.add(on: context.eventLoop, cancel: cancel), number: 0)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    if let responseID { calls?.connections.remove(responseID.connection) }
    if streamID(context) == nil { connectionGuard(context)?.streamEndedUnopened() }
  }

  /// The error must arrive before the close, which ends a body without a length, and over TLS waits for the peer.
  func cancel(_ number: Int) {
    guard number == responseID?.number, case .receivingBody = progress, let context else { return }
    refuse("the call was cancelled", context)
  }

  /// The close of a stream whose response is not complete is a reset.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .all, statusLine == nil, progress != .complete, streamID(context) != nil,
      let connection = connectionGuard(context)
    else { return context.close(mode: mode, promise: promise) }
    // The call has ended: bytes that still arrive are dropped.
    progress = .refused
    connection.reset { [weak self] in
      guard let context = self?.context else { promise?.fail(ChannelError.alreadyClosed); return }
      context.close(mode: mode, promise: promise)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      statusLine?.begin()
      // An HTTP/1.1 connection is reused.
      (progress, interimCount) = (.awaitingHead, 0)
      responseID?.number += 1
      (hasBody, isRequestSent, endsEarly, earlyEnd) = (false, false, false, nil)
      context.write(calls.flatMap { withoutTicket(head, $0, context) } ?? data, promise: promise)
    case .body:
      hasBody = true
      context.write(data, promise: promise)
    case .end where hasBody:
      let written = context.eventLoop.makePromise(of: Void.self)
      written.futureResult.assumeIsolated().whenComplete { self.sent($0, promise) }
      context.write(data, promise: written)
    case .end:
      isRequestSent = true
      context.write(data, promise: promise)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (progress, unwrapInboundIn(data)) {
    case (.awaitingHead, .head(var head)):
      guard head.status.code >= 100 else {
        return refuse("the server responded with the status \(head.status.code)", context)
      }
      if head.status.code >= 200 || head.status == .switchingProtocols {
        progress = .receivingBody
        isAskedFor = true
      } else {
        interimCount += 1
        if interimCount > TransportError.maximumInterimResponses {
          return refuse(TransportError.tooManyInterimResponses, context)
        }
      }
      let phrase = statusLine?.phrase
      guard head.status.code >= 200, let text = responseID?.prepended(to: phrase) ?? phrase else {
        return context.fireChannelRead(data)
      }
      head.status = .custom(code: head.status.code, reasonPhrase: text)
      context.fireChannelRead(wrapInboundOut(.head(head)))
    case (.receivingBody, .body(let bytes)):
      if isAskedFor {
        context.fireChannelRead(data)
      } else {
        heldBack.append(bytes)
      }
    case (.receivingBody, .end):
      progress = .complete
      endsEarly = !isRequestSent
      if endsEarly { return }
      heldEnd = data
      if statusLine == nil { handOverEnd(context) }
    case (.complete, _), (.refused, _): break
    case (.awaitingHead, _): refuse("the server sent a body without a head", context)
    case (.receivingBody, .head): refuse("the server sent a second head", context)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if heldEnd != nil { statusLine?.probe() }
    isAskedFor = false
    handOverEnd(context)
    context.fireChannelReadComplete()
    endEarly(context)
  }

  /// The parser ends a body when the server closes its side.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    handOverEnd(context)
    context.fireUserInboundEventTriggered(event)
  }

  func read(context: ChannelHandlerContext) {
    isAskedFor = true
    if heldBack.isEmpty { return context.read() }
    handOver(context)
    channelReadComplete(context: context)
    context.pipeline.syncOperations.read()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if heldEnd != nil || isOfTrailers(error) {
      (progress, heldEnd, endsEarly) = (.complete, nil, true)
    }
    if endsEarly { return endEarly(context) }
    let reason = error is NIOHTTP2Errors.StreamClosed ? connectionError(context) : nil
    context.fireErrorCaught(reason ?? error)
  }

  /// The body is complete: after the head, only the trailers of a chunked body can have this fault.
  private func isOfTrailers(_ error: any Error) -> Bool {
    guard case .receivingBody = progress else { return false }
    return [.invalidContentLength, .unexpectedContentLength].contains(error as? HTTPParserError)
  }

  func channelInactive(context: ChannelHandlerContext) {
    handOverEnd(context)
    endEarly(context)
    if let error = connectionError(context) { context.fireErrorCaught(error) }
    context.fireChannelInactive()
  }

  private func connectionError(_ context: ChannelHandlerContext) -> (any Error)? {
    guard progress != .complete else { return nil }
    return connectionGuard(context)?.reason(for: streamID(context))
  }

  /// Nil over HTTP/1.1.
  private func connectionGuard(_ context: ChannelHandlerContext) -> ConnectionGuard? {
    try? context.channel.parent?.pipeline.syncOperations.handler(type: ConnectionGuard.self)
  }

  /// Nil before the head of the request is written.
  private func streamID(_ context: ChannelHandlerContext) -> HTTP2StreamID? {
    try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
  }

  private func refuse(_ reason: String, _ context: ChannelHandlerContext) {
    progress = .refused
    context.fireErrorCaught(RefusedResponse(description: reason))
    close(context: context, mode: .all, promise: nil)
  }

  /// The request has a connection now. Nil without a ticket.
  private func withoutTicket(
    _ head: HTTPRequestHead, _ calls: Calls, _ context: ChannelHandlerContext
  ) -> NIOAny? {
    guard let ticket = head.headers.first(name: Calls.ticketName).flatMap(UInt64.init) else { return nil }
    calls.sent(ticket, isStream: context.channel.parent != nil)
    var head = head
    head.headers.remove(name: Calls.ticketName)
    return wrapOutboundOut(.head(head))
  }

  private func handOver(_ context: ChannelHandlerContext) {
    let parts = heldBack
    heldBack = []
    for bytes in parts { context.fireChannelRead(wrapInboundOut(.body(bytes))) }
  }

  private func handOverEnd(_ context: ChannelHandlerContext) {
    guard let end = heldEnd else { return }
    heldEnd = nil
    handOver(context)
    statusLine?.end()
    context.fireChannelRead(end)
  }

  private func endEarly(_ context: ChannelHandlerContext) {
    guard endsEarly else { return }
    endsEarly = false
    if isAskedFor {
      isAskedFor = false
      context.fireChannelReadComplete()
    }
    let end = EarlyEnd(rest: heldBack)
    heldBack = []
    earlyEnd = end
    context.fireErrorCaught(end)
  }

  /// After an early end, the promise must fail with that: AsyncHTTPClient gets its error first.
  private func sent(_ result: Result<Void, any Error>, _ promise: EventLoopPromise<Void>?) {
    switch result {
    case .success:
      isRequestSent = true
      promise?.succeed()
    case .failure(let error): promise?.fail(earlyEnd ?? error)
    }
  }
}

@available(*, unavailable)
extension ResponseGuard: Sendable {}
#endif
