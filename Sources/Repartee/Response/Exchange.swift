import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One request on the wire and what came back: a head, and a body that was read or that still streams. It has no
/// types; the ``ResponseMap`` says what a response means.
///
/// A class, because it is handed on through the whole of a call, which waits in between.
final class Exchange: @unchecked Sendable {  // no lock: changed by the task that performs it, and not after
  /// How the body of a response is read.
  enum BodyReading {
    /// Whole, up to the limit: the outcome is made of it.
    case whole
    /// As much as comes up to the limit, whatever becomes of it: the outcome does not need it.
    case spare
    /// Not here: it is handed over.
    case stream
    /// The first of it, of a response that is refused for its head.
    case beginning
    /// The same, as much as comes in a moment: the request is going to be sent again with another credential.
    case refused
    /// As much as comes in a moment, of a redirect that is followed: nobody sees it, but a connection whose response
    /// was read to its end can be used again.
    case discarded
  }

  /// The request as it was sent.
  private(set) var request: SentRequest
  /// Why and when it was sent.
  let origin: Attempt.Origin
  /// The attempts of the call before this one.
  let earlier: [Attempt]
  /// The head, if one came.
  private(set) var head: HTTPResponse?
  /// The head's status, which is text in it.
  private(set) var status: HTTPResponse.Status?
  /// What the head's Content-Type says, if it says something.
  private(set) var contentType: MediaType?
  /// The body, as far as it was read.
  private(set) var body = Data()
  /// The body, if it is handed over.
  private(set) var stream: ByteStream?
  private(set) var timing = Timing()
  /// Why there is no response, or no whole one.
  private(set) var failure: TransportError?
  /// Why the call is over, whatever came of this.
  private(set) var ending: CallEnding?

  private let stopwatch: Stopwatch

  init(
    _ request: SentRequest, clock: any Clock<Duration>, origin: Attempt.Origin = .init(),
    after earlier: [Attempt] = []
  ) {
    self.request = request
    self.origin = origin
    self.earlier = earlier
    stopwatch = Stopwatch(clock)
  }

  func received(_ head: HTTPResponse) {
    self.head = head
    status = head.status
    contentType = head.headerFields.first(.contentType).flatMap(MediaType.init)
    timing.head = stopwatch.elapsed
    timing.total = timing.head
  }

  func received(_ body: Data, failure: TransportError?) {
    self.body = body
    self.failure = failure
    timing.total = stopwatch.elapsed
  }

  func handsOver(_ stream: ByteStream) {
    self.stream = stream
  }

  func ends(with ending: CallEnding) { self.ending = ending }

  /// What became of the request on its way through the cache and the middleware.
  fileprivate func went(through wire: Wire) {
    let sent = wire.sent
    isSent = sent != nil
    isMadeUp = sent == nil
    if let sent { request = sent }
    cached = wire.cache
  }

  /// What the cache did; nil without one.
  private(set) var cached: CachedAttempt?

  /// Where the response came from.
  var source: ResponseSource { cached?.source ?? .network }

  /// The head that came from the network; nil if none did, because the cache has the response.
  var networkHead: HTTPResponse? { cached.map(\.networkHead) ?? head }

  func fails(with error: TransportError) {
    failure = error
    timing.total = stopwatch.elapsed
  }

  /// A failure that says that the server has not acted on the request says so of the last attempt: of the call only if
  /// it holds for all of them.
  func mindsEarlierAttempts() {
    guard let failure, !failure.mayHaveBeenProcessed, earlier.contains(where: \.mayHaveBeenProcessed) else {
      return
    }
    self.failure = TransportError(
      failure.kind, message: failure.message, mayHaveBeenProcessed: true, underlying: failure.underlying)
  }

  /// Whether the request was given to the transport.
  fileprivate(set) var isSent = false
  /// Whether a middleware has responded itself.
  private var isMadeUp = false

  /// The attempts of the call, this one the last, if anything was sent.
  var attempts: [Attempt] {
    var attempts = earlier
    if let attempt { attempts.append(attempt) }
    return attempts
  }

  /// This attempt; nil if nothing was sent.
  var attempt: Attempt? {
    guard !isMadeUp else { return nil }
    let result: Attempt.Result
    switch (failure, status) {
    case (let failure?, _) where isSent: result = .failed(failure)
    case (nil, .some) where cached?.networkResult != nil: return attempt(cached?.networkResult)
    case (nil, let status?): result = .status(status.bare)
    case (_, _): return nil
    }
    return attempt(result)
  }

  private func attempt(_ result: Attempt.Result?) -> Attempt? {
    result.map { Attempt(origin, request: request, result: $0, duration: timing.total) }
  }

  /// The response, as far as it came; nil if none did.
  ///
  /// - Parameter formats: What `decoder` is of, where what it makes of a stored body may be kept.
  func response(decoder: any ResponseDecoder, of formats: Formats? = nil) -> Response? {
    head.map { head in
      var response = Response(head: head, body: body, request: request, timing: timing, decoder: decoder)
      // Without a content type it is the outcome that says which decoder reads it.
      if let formats, contentType != nil, let stored = cached?.body { response.memory = (stored, formats) }
      return response
    }
  }
}

/// What bounds an exchange.
struct ExchangeLimits: Sendable {
  /// When the call has to be over.
  var deadline: Deadline
  /// How long the head may take.
  var head: TimeLimit
  /// How long the reader may wait for the next part of the body.
  var idle: TimeLimit
  /// The most bytes of a body that are kept.
  var bodySize: Int
  /// How much of a response is read that is not what was wanted, and may go on for ever.
  var beginning: Int { min(bodySize, 64 << 10) }

  /// The same, of which one attempt may take no longer than that.
  func attempt(_ limit: TimeLimit) -> ExchangeLimits {
    guard let duration = limit.duration, deadline.left.map({ duration < $0 }) ?? true else { return self }
    var limits = self
    limits.deadline = Deadline(limit, clock: deadline.clock, timeout: .attempt)
    return limits
  }

  /// What a transport is given, with the time that is left for the head.
  @inline(never) func request(_ attempt: AttemptRequest) -> TransportRequest {
    TransportRequest(head: attempt.head, body: attempt.body, headLimit: timeForHead)
  }

  /// The time that is left for a head, and what it is called when it is over.
  var timeForHead: TransportRequest.HeadLimit? {
    switch (deadline.left, head.duration) {
    case (let left?, let head?) where head < left: .init(head, timeout: .head)
    case (let left?, _): .init(left, timeout: deadline.timeout)
    case (nil, let head?): .init(head, timeout: .head)
    case (nil, nil): nil
    }
  }
}

extension Transport {
  /// Sends a request once, and reads the response as `reading` says, which is given the head.
  ///
  /// - Parameter wire: The middleware between, and what is behind it; nil without any.
  func perform(
    _ outgoing: AttemptRequest, in exchange: Exchange, within limits: ExchangeLimits,
    through wire: Wire? = nil, reading: (Exchange) -> Exchange.BodyReading
  ) async {
    var body: ByteStream
    do throws(TransportError) {
      if Task.isCancelled { throw TransportError(.cancelled) }
      // It would reach the server as a body that breaks off, or as none.
      if outgoing.body?.isConsumed == true { throw TransportError(.bodyConsumed) }
      // Encoding the body may have taken long.
      if limits.deadline.isOver { throw TransportError(.timedOut(limits.deadline.timeout)) }
      exchange.isSent = true
      let incoming =
        if let wire { try await wire.head() } else {
          try await head(of: outgoing, within: limits)
        }
      if let wire { exchange.went(through: wire) }
      exchange.received(incoming.head)
      body = incoming.body
    } catch {
      if let wire { exchange.went(through: wire) }
      exchange.fails(with: wire?.minding(error) ?? error)
      return
    }
    if let idle = limits.idle.duration { body = body.watched(idle: idle, clock: limits.deadline.clock) }

    let whole: Data?
    switch reading(exchange) {
    case .stream:
      if let cached = exchange.cached {
        body = exchange.source == .network ? cached.recorded(body) : body.inChunks
      }
      return exchange.handsOver(body)
    case .whole:
      whole = await exchange.read(body, upTo: limits.bodySize, isNeeded: true, within: limits.deadline)
    case .spare:
      whole = await exchange.read(body, upTo: limits.bodySize, isNeeded: false, within: limits.deadline)
    case .beginning:
      whole = await exchange.read(body, upTo: limits.beginning, isNeeded: false, within: limits.deadline)
    case .refused:
      whole = await exchange.read(
        body, upTo: limits.beginning, isNeeded: false, within: limits.deadline.moment)
    case .discarded:
      whole = await body.discard(upTo: limits.beginning, within: limits.deadline)
    }
    if let whole, let cached = exchange.cached, body.length.map({ $0 == Int64(whole.count) }) ?? true {
      await cached.complete(whole)
    }
  }

  private func head(
    of outgoing: AttemptRequest, within limits: ExchangeLimits
  ) async throws(TransportError) -> TransportResponse {
    let request = limits.request(outgoing)
    // A transport keeps time by itself, and the client by its own clock.
    if request.headLimit == nil || boundsHead && limits.deadline.clock.isTimer {
      return try await send(request)
    }
    return try await head(of: request, by: limits.deadline.clock)
  }

  private func head(
    of request: TransportRequest, by clock: any Clock<Duration>
  ) async throws(TransportError) -> TransportResponse {
    guard let limit = request.headLimit else { return try await send(request) }
    return try await bounded(by: limit.duration, clock: clock, timeout: limit.timeout) {
      () async throws(TransportError) in try await send(request)
    }
  }
}

extension Exchange {
  /// Reads a body into memory. One that is not needed is what came of it; one that is needed and is not whole, or is
  /// larger than the limit, fails the exchange.
  ///
  /// - Returns: The body, if that is all of it.
  fileprivate func read(
    _ stream: ByteStream, upTo limit: Int, isNeeded: Bool, within deadline: Deadline
  ) async -> Data? {
    if let bytes = stream.bytes, bytes.count <= limit {
      // Its indices begin at 0, as those of a body have to.
      received(bytes.startIndex == 0 ? bytes : Data(bytes), failure: nil)
      return body
    }
    if let length = stream.length, length > limit {
      received(Data(), failure: isNeeded ? TransportError(.bodyTooLarge(limit: limit)) : nil)
      return nil
    }
    let (read, isLate) = await BodyBytes.read(stream, upTo: limit, by: deadline.left, deadline.clock)
    guard let failure = read.failure else {
      received(read.bytes, failure: nil)
      return read.bytes
    }
    if isLate {
      received(read.bytes, failure: isNeeded ? failure.late(deadline.timeout) : nil)
    } else {
      received(read.bytes, failure: isNeeded || failure.isCancellation ? failure : nil)
    }
    return nil
  }
}

extension ByteStream {
  /// Reads a body that nobody needs, for a second at most, unless it is known to be larger than the limit.
  ///
  /// - Returns: The body, if it came to its end.
  fileprivate func discard(upTo limit: Int, within deadline: Deadline) async -> Data? {
    if let bytes { return bytes }
    if let length, length > limit { return nil }
    let moment: Duration = .seconds(1)
    let (read, _) = await BodyBytes.read(
      self, upTo: limit, by: Swift.min(deadline.left ?? moment, moment), deadline.clock)
    return read.failure == nil ? read.bytes : nil
  }
}

/// The bytes of a stream, and why they are not all.
private struct BodyBytes: Sendable {
  var bytes = Data()
  var failure: TransportError?

  /// Reads for no longer than `time`. What is late has failed because of that.
  static func read(
    _ stream: ByteStream, upTo limit: Int, by time: Duration?, _ clock: any Clock<Duration>
  ) async -> (value: BodyBytes, isLate: Bool) {
    guard let time, let alarm = ReadAlarm(cancelling: stream.cancellation, after: time, by: clock) else {
      return await bounded(by: time, clock: clock) { await BodyBytes(stream, upTo: limit) }
    }
    let bytes = await BodyBytes(stream, upTo: limit)
    return (bytes, alarm.end() && bytes.failure?.isCancellation == true)
  }

  private init(_ stream: ByteStream, upTo limit: Int) async {
    do throws(TransportError) {
      var chunks = stream.makeAsyncIterator()
      while let chunk = try await chunks.next(isolation: nil) {
        guard bytes.count + chunk.count <= limit else {
          bytes.append(chunk.prefix(max(limit - bytes.count, 0)))
          throw TransportError(.bodyTooLarge(limit: limit))
        }
        // A chunk is taken as it is only if its indices begin at 0, as those of a body have to.
        if bytes.isEmpty, chunk.startIndex == 0 { bytes = chunk } else { bytes.append(chunk) }
      }
    } catch {
      failure = error
    }
  }
}

extension ByteStream {
  /// The bytes of one that has them all at hand, as they might come from a network.
  fileprivate var inChunks: ByteStream {
    guard let bytes, bytes.count > 64 << 10 else { return self }
    return ByteStream(
      length: length,
      replayable: {
        var rest = bytes[...]
        return { () async throws(TransportError) in
          let chunk = rest.prefix(64 << 10)
          rest = rest.dropFirst(chunk.count)
          return chunk.isEmpty ? nil : Data(chunk)
        }
      })
  }
}
