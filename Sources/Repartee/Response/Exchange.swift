import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One request that was sent, and its response: a head, and a body that was read or is still streaming. It is not
/// generic; the ``ResponseMap`` interprets the response.
///
/// It is a class because a call passes it through functions that suspend.
final class Exchange: @unchecked Sendable {  // no lock: changed only by the task that performs it
  /// How the body of a response is read.
  enum BodyReading {
    /// The whole body, up to the limit: the outcome needs it.
    case whole
    /// As much as arrives, up to the limit. The outcome does not need it, so that errors other than cancellation are
    /// ignored.
    case spare
    /// Nothing: the body is handed over as a stream.
    case stream
    /// The first bytes, of a response that is rejected because of its head.
    case beginning
    /// The same, for up to a second: the request is sent again with another credential.
    case refused
    /// What arrives within a second, of a redirect that is followed or a response that is retried. It is dropped, but a
    /// connection whose response was read to its end can be reused.
    case discarded
  }

  /// The request as it was sent.
  private(set) var request: SentRequest
  /// Why and when the request was sent.
  let origin: Attempt.Origin
  /// The attempts of the call before this one.
  let earlier: [Attempt]
  /// The head, if it was received.
  private(set) var head: HTTPResponse?
  /// The head's status, which the head stores as text.
  private(set) var status: HTTPResponse.Status?
  /// The content type of the head, if it is valid.
  private(set) var contentType: MediaType?
  /// The body, as far as it was read.
  private(set) var body = Data()
  /// The body, if it is handed over.
  private(set) var stream: ByteStream?
  private(set) var timing = Timing()
  /// Why there is no response, or no complete one.
  private(set) var failure: TransportError?
  /// Why the call ends, whatever the result of this exchange.
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
    contentType = head.headerFields.mediaType
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

  /// Records what the cache and the middleware did with the request.
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

  /// The head from the network; nil if there is none, because the cache has the response.
  var networkHead: HTTPResponse? { cached.map(\.networkHead) ?? head }

  func fails(with error: TransportError) {
    failure = error
    timing.total = stopwatch.elapsed
  }

  /// Corrects a failure that says that the server has not acted on the request: that holds for the last attempt, and
  /// for the call only if it holds for all attempts.
  func correctFailureForEarlierAttempts() {
    guard let failure, !failure.mayHaveBeenProcessed, earlier.contains(where: \.mayHaveBeenProcessed) else {
      return
    }
    uncorrectedTransience = failure.transience
    self.failure = TransportError(
      failure.kind, message: failure.message, mayHaveBeenProcessed: true, underlying: failure.underlying)
  }

  /// The transience of the failure of the last attempt, whatever earlier attempts did; nil without a failure.
  var failureTransience: Transience? { uncorrectedTransience ?? failure?.transience }
  private var uncorrectedTransience: Transience?

  /// Whether the request was passed to the transport.
  fileprivate(set) var isSent = false
  /// Whether nothing was sent, because the cache or a middleware responded or failed.
  private var isMadeUp = false

  /// The attempts of the call. This one is the last, if anything was sent.
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

  /// Returns the response, as far as it was received; nil if there is none.
  ///
  /// - Parameter formats: The formats that `decoder` belongs to, if the decoded value of a stored body may be kept.
  func response(decoder: any ResponseDecoder, of formats: Formats? = nil) -> Response? {
    head.map { head in
      var response = Response(head: head, body: body, request: request, timing: timing, decoder: decoder)
      // Without a content type, the outcome determines the decoder.
      if let formats, contentType != nil, let stored = cached?.body { response.memory = (stored, formats) }
      return response
    }
  }
}

/// The limits of an exchange.
struct ExchangeLimits: Sendable {
  /// The deadline of the call.
  var deadline: Deadline
  /// The time limit for the head.
  var head: TimeLimit
  /// The time limit of each wait for the next part of the body.
  var idle: TimeLimit
  /// The maximum number of bytes that are kept of a body.
  var bodySize: Int
  /// The maximum number of bytes that are read of an unwanted response, which may be endless.
  var beginning: Int { min(bodySize, 64 << 10) }

  /// Returns the same limits with a time limit for one attempt.
  func attempt(_ limit: TimeLimit) -> ExchangeLimits {
    guard let duration = limit.duration, deadline.left.map({ duration < $0 }) ?? true else { return self }
    var limits = self
    limits.deadline = Deadline(limit, clock: deadline.clock, timeout: .attempt)
    return limits
  }

  /// Returns the request for a transport, with the time that is left for the head.
  @inline(never) func request(_ attempt: AttemptRequest, as sent: SentRequest) -> TransportRequest {
    var request = TransportRequest(head: attempt.head, body: attempt.body, headLimit: timeForHead)
    request.record = sent
    return request
  }

  /// The time that is left for a head, and the timeout to report.
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
  /// Sends a request once, and reads the response as `reading` decides when its head was received.
  func perform(_ ongoing: OngoingAttempt, reading: () -> Exchange.BodyReading) async {
    guard ongoing.begin() else { return }
    let body: ByteStream
    do throws(TransportError) {
      let response =
        if let wire = ongoing.wire { try await wire.head() } else { try await head(of: ongoing) }
      body = await ongoing.judged(ongoing.received(response))
    } catch {
      return ongoing.fails(with: error)
    }
    let whole: Data?
    switch reading() {
    case .stream: return ongoing.handsOver(body)
    case .discarded: whole = await ongoing.discard(body)
    case let reading: whole = await ongoing.read(body, reading)
    }
    guard let cached = ongoing.exchange.cached else { return }
    guard let whole, body.length.map({ $0 == Int64(whole.count) }) ?? true else { return cached.drop() }
    if !cached.completeAtOnce(whole) { await cached.complete(whole) }
  }

  @inline(__always) private func head(
    of ongoing: OngoingAttempt
  ) async throws(TransportError) -> TransportResponse {
    // A transport measures the time itself, so the client does so only with another clock.
    if boundsHead, ongoing.hasTimer { return try await send(ongoing.transportRequest) }
    return try await boundedHead(of: ongoing)
  }

  @inline(never) private func boundedHead(
    of ongoing: OngoingAttempt
  ) async throws(TransportError) -> TransportResponse {
    let request = ongoing.transportRequest
    guard let limit = request.headLimit else { return try await send(request) }
    return try await bounded(
      by: limit.duration, clock: ongoing.limits.deadline.clock, timeout: limit.timeout
    ) { () async throws(TransportError) in
      try await send(request)
    }
  }
}

// Functions of their own, so that a suspended exchange keeps little memory.
extension OngoingAttempt {
  /// Begins the exchange. Returns false if it failed before anything was sent.
  @inline(never) fileprivate func begin() -> Bool {
    let error: TransportError
    if Task.isCancelled {
      error = TransportError(.cancelled)
    } else if request.body?.isConsumed == true {
      // The server would receive a body that is cut off or empty.
      error = TransportError(.bodyConsumed)
    } else if limits.deadline.isOver {
      // Encoding the body may have taken long.
      error = TransportError(.timedOut(limits.deadline.timeout))
    } else {
      exchange.isSent = true
      return true
    }
    fails(with: error)
    return false
  }

  /// The request for the transport, with the time that is left for the head.
  @inline(never) fileprivate var transportRequest: TransportRequest {
    limits.request(request, as: exchange.request)
  }

  /// Whether the time is that of the client's default clock.
  @inline(never) fileprivate var hasTimer: Bool { limits.deadline.clock.isTimer }

  @inline(never) fileprivate func fails(with error: TransportError) {
    if let wire { exchange.went(through: wire) }
    exchange.fails(with: (wire?.corrected(error) ?? error).naming(exchange.request))
  }

  /// Records a response. Returns its body.
  @inline(never) fileprivate func received(_ response: TransportResponse) -> ByteStream {
    if let wire { exchange.went(through: wire) }
    exchange.received(response.head)
    guard let idle = limits.idle.duration else { return response.body }
    return response.body.watched(idle: idle, clock: limits.deadline.clock)
  }

  @inline(never) fileprivate func handsOver(_ body: ByteStream) {
    guard let cached = exchange.cached else { return exchange.handsOver(body) }
    exchange.handsOver(exchange.source == .network ? cached.recorded(body) : body.inChunks)
  }

  /// Reads a body into memory. A needed body that is incomplete, or larger than the limit, fails the exchange. A body
  /// that is not needed is kept as far as it was received.
  ///
  /// - Returns: The body, if it is complete.
  fileprivate func read(_ body: ByteStream, _ reading: Exchange.BodyReading) async -> Data? {
    let isNeeded = reading == .whole
    let limit = isNeeded || reading == .spare ? limits.bodySize : limits.beginning
    if let bytes = body.bytes, bytes.count <= limit {
      // The indices of a body must begin at 0.
      exchange.received(bytes.startIndex == 0 ? bytes : Data(bytes), failure: nil)
      return exchange.body
    }
    if let length = body.length, length > limit {
      exchange.received(Data(), failure: isNeeded ? TransportError(.bodyTooLarge(limit: limit)) : nil)
      return nil
    }
    let deadline = limits.deadline
    let (read, isLate) = await BodyBytes.read(
      body, upTo: limit, by: reading == .refused ? deadline.moment : deadline.left, deadline.clock)
    guard let failure = read.failure else {
      exchange.received(read.bytes, failure: nil)
      return read.bytes
    }
    if isLate {
      exchange.received(read.bytes, failure: isNeeded ? failure.late(deadline.timeout) : nil)
    } else {
      exchange.received(read.bytes, failure: isNeeded || failure.isCancellation ? failure : nil)
    }
    return nil
  }

  /// Reads and drops a body, for a second at most, unless it is known to be larger than the limit.
  ///
  /// - Returns: The body, if it was read to its end.
  fileprivate func discard(_ body: ByteStream) async -> Data? {
    if let bytes = body.bytes { return bytes }
    if let length = body.length, length > limits.beginning { return nil }
    let (read, _) = await BodyBytes.read(
      body, upTo: limits.beginning, by: limits.deadline.moment, limits.deadline.clock)
    return read.failure == nil ? read.bytes : nil
  }
}

/// The bytes of a stream, and why they are incomplete.
private struct BodyBytes: Sendable {
  var bytes = Data()
  var failure: TransportError?

  /// Reads a stream for at most `time`. A late result failed because the time was up.
  @inline(__always) static func read(
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
        // The indices of a body must begin at 0: other chunks are copied.
        if bytes.isEmpty, chunk.startIndex == 0 { bytes = chunk } else { bytes.append(chunk) }
      }
    } catch {
      failure = error
    }
  }
}

extension ByteStream {
  /// The stream, in chunks of 64 KiB if all its bytes are in memory, as a network would deliver it.
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
