import HTTPTypes
import ReparteeJSON
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One attempt of a call: what was sent, and what came. It has no generic types.
// A middleware may send the request in another task. Until the request was begun, only the task that makes the attempt
// has the exchange; after that, what the other task writes is in `wire`, which is the lock, and what it reads does not
// change. The rest is of the task of the attempt.
package final class Exchange: @unchecked Sendable {
  package let context: CallContext
  /// The request, without cookies and credentials.
  package let outgoing: OutgoingRequest
  /// The number of the attempt in the call, starting at 1.
  let number: Int
  /// Why and when the request is sent.
  package let origin: Attempt.Origin
  /// The attempts of the call before this one.
  package let earlier: [Attempt]
  package var observation: Observation? { context.observation }
  /// The limits of the call.
  let callLimits: ExchangeLimits
  private let attemptTimeout: TimeLimit

  /// The limits of the attempt, once it has begun; those of the call before.
  package private(set) var limits: ExchangeLimits
  private var stopwatch: Stopwatch
  /// What credentials have set on the requests of the call so far.
  package var credential: CredentialUse
  /// How the response is handled.
  var plan = ResponsePlan(body: .whole)
  /// Whether the request is retried; nil if nothing failed. It is reported after the end of the attempt.
  var decision: RetryDecision?

  /// The request with cookies and credentials, as it was passed to the cache and the middleware.
  private var begun: AttemptRequest?
  private let wire = Mutex(Wire())
  private(set) var response: Received?
  private var bytes = Bytes.none
  /// The beginning of the body, if the session's rule for refusals needs it.
  var beginning: Data?
  private(set) var timing = Timing()
  /// Why there is no response, or no complete one.
  private(set) var error: AttemptError?

  /// What the wire records.
  private struct Wire {
    /// The record of the request.
    var record: SentRequest?
    var wasSent = false
    var mayHaveBeenProcessed = false
    /// The stored body of the response, which keeps decoded values.
    var stored: DecodedBody?
  }

  /// The head of a response, with its status and content type, which the head stores as text.
  struct Received {
    let head: HTTPResponse
    let status: HTTPResponse.Status
    let contentType: MediaType?
    /// What the cache did; nil if the response is from the network.
    let cached: CachedResponse?

    init(_ response: TransportResponse) {
      head = response.head
      status = head.status
      contentType = head.headerFields.mediaType
      cached = response.cached
    }
  }

  /// The body of a response.
  private enum Bytes {
    case none
    case unread(ByteStream)
    /// As far as it was read.
    case read(Data)
    /// Handed over.
    case stream(ByteStream)
  }

  /// Creates the first attempt of a call.
  init(
    _ outgoing: OutgoingRequest, in context: CallContext, within limits: ExchangeLimits,
    attemptTimeout: TimeLimit
  ) {
    self.context = context
    self.outgoing = outgoing
    (number, origin, earlier) = (1, Attempt.Origin(), [])
    callLimits = limits
    self.limits = limits
    self.attemptTimeout = attemptTimeout
    credential = CredentialUse(redaction: context.client.redaction)
    credential.start.login = context.login
    stopwatch = Stopwatch(context.client.clock)
  }

  private init(after other: Exchange, _ outgoing: OutgoingRequest, _ origin: Attempt.Origin) {
    context = other.context
    self.outgoing = outgoing
    number = other.number + 1
    self.origin = origin
    earlier = other.attempts
    callLimits = other.callLimits
    limits = other.callLimits
    attemptTimeout = other.attemptTimeout
    credential = other.credential
    credential.session = nil
    credential.plain = nil
    stopwatch = Stopwatch(context.client.clock)
  }

  /// Returns the next attempt: the same request, or the one that a redirect leads to.
  func next(
    _ cause: Attempt.Cause, to request: OutgoingRequest? = nil, by redirect: Redirect? = nil,
    after pause: Duration = .zero
  ) -> Exchange {
    let start = callLimits.deadline.elapsed
    return Exchange(
      after: self, request ?? outgoing,
      Attempt.Origin(cause: cause, redirect: redirect, start: start, pause: pause))
  }

  /// Creates an exchange for the same request in the background, with limits and an observation of its own.
  init(inBackgroundOf other: Exchange, within limits: ExchangeLimits) {
    context = CallContext(inBackgroundOf: other.context)
    outgoing = other.outgoing
    (number, origin, earlier) = (other.number, Attempt.Origin(), [])
    callLimits = limits
    self.limits = limits
    attemptTimeout = .unlimited
    credential = other.credential
    begun = other.begun
    stopwatch = Stopwatch(other.context.client.clock)
  }
}

extension Exchange {
  /// Creates the exchange of a response that no call has received.
  convenience init(received response: Response) throws(RequestError) {
    let client = Client(baseURL: "http://localhost", transport: InMemoryTransport { _ in .status(503) })
    let context = CallContext(client, Request(.get, "/"), of: ())
    let outgoing = try OutgoingRequest(context.request, of: client) { "*/*" }
    self.init(outgoing, in: context, within: ExchangeLimits(of: context), attemptTimeout: .unlimited)
    wire.withLock { $0.record = response.request }
    receives(TransportResponse(head: response.head, body: ByteStream(response.body)))
    received(response.body)
    timing = response.timing
  }
}

// MARK: Sending

extension Exchange {
  /// The request of the attempt, without cookies and credentials.
  var request: AttemptRequest {
    var request = AttemptRequest(outgoing, number: number, cause: origin.cause)
    context.request.sendingRule?.apply(to: &request)
    return request
  }

  /// Sends the request through the stages, up to the head of its response.
  func send() async {
    let next = Next(context.client.stages, self)
    do throws(AttemptError) { receives(try await next(request)) } catch { fail(error) }
  }

  /// Begins the attempt with a request that is complete: the time for a credential is not part of the attempt.
  func begin(_ request: AttemptRequest) throws(AttemptError) {
    begun = request
    stopwatch = Stopwatch(context.client.clock)
    if Task.isCancelled { throw .transport(TransportError(.cancelled)) }
    // The server would receive a body that is cut off or empty.
    if request.body?.isConsumed == true { throw .transport(TransportError(.bodyConsumed)) }
    // Encoding the body may have taken long.
    if limits.deadline.isOver { throw .transport(TransportError(.timedOut(limits.deadline.timeout))) }
    limits = limits.limited(to: attemptTimeout)
  }

  /// Notes the request of an attempt that ends before it begins.
  func note(_ request: AttemptRequest) { begun = request }

  /// Records a request that is passed to the transport, and reports it.
  func sends(_ request: AttemptRequest) -> SentRequest {
    let record = SentRequest(request, to: outgoing.url, redaction: credential.redaction)
    wire.withLock { wire in
      wire.record = record
      wire.wasSent = true
    }
    observation?.begins(request, record)
    return record
  }

  /// Records that the server may have acted on the request.
  func notesProcessing() { wire.withLock { $0.mayHaveBeenProcessed = true } }

  /// The request as it was sent, or as it would have been.
  package var sent: SentRequest {
    if let record = wire.withLock({ $0.record }) { return record }
    let record = SentRequest(begun ?? request, to: outgoing.url, redaction: credential.redaction)
    wire.withLock { $0.record = record }
    return record
  }

  /// Whether the request was passed to the transport.
  package var wasSent: Bool { wire.withLock { $0.wasSent } }

  /// The stored body of the response, once it is stored.
  package var stored: DecodedBody? {
    get { wire.withLock { $0.stored } }
    set { wire.withLock { $0.stored = newValue } }
  }
}

// MARK: Receiving

extension Exchange {
  package func receives(_ response: TransportResponse) {
    self.response = Received(response)
    timing.head = stopwatch.elapsed
    timing.total = timing.head
    let clock = limits.deadline.clock
    bytes = .unread(
      limits.idle.duration.map { response.body.watched(idle: $0, clock: clock) } ?? response.body)
  }

  package func takeBody() -> ByteStream? {
    guard case .unread(let body) = bytes else { return nil }
    bytes = .none
    return body
  }

  func received(_ body: Data, failure: TransportError? = nil) {
    bytes = .read(body)
    error = failure.map { .transport($0) }
    timing.total = stopwatch.elapsed
  }

  func handOver(_ body: ByteStream) {
    bytes = .stream(source == .network ? body : body.inChunks)
    response?.cached?.handedOver?()
  }

  package func fail(_ error: AttemptError) {
    self.error = error
    guard case .transport(let error) = error else { return }
    // A middleware may have failed after the server responded.
    let isLate = !error.mayHaveBeenProcessed && wire.withLock { $0.mayHaveBeenProcessed }
    self.error = .transport((isLate ? error.maybeProcessed : error).naming(sent))
    timing.total = stopwatch.elapsed
  }

  /// Fails the exchange because of its response, which stays.
  func refuse(_ error: TransportError) {
    if failure == nil { self.error = .transport(error) }
    timing.total = stopwatch.elapsed
  }

  var head: HTTPResponse? { response?.head }
  var status: HTTPResponse.Status? { response?.status }
  /// The content type of the head, if it is valid.
  var contentType: MediaType? { response?.contentType }
  /// The body, as far as it was read.
  var body: Data { if case .read(let body) = bytes { body } else { Data() } }
  /// The body, if it is handed over.
  var stream: ByteStream? { if case .stream(let body) = bytes { body } else { nil } }
  /// The error of the transport.
  var failure: TransportError? { if case .transport(let error) = error { error } else { nil } }

  /// Where the response came from.
  var source: ResponseSource { response?.cached?.source ?? .network }

  /// The head from the network; nil if there is none.
  var networkHead: HTTPResponse? { response?.cached.map(\.networkHead) ?? head }

  /// The result from the network, if the response is from the cache.
  var networkResult: Attempt.Ending? {
    response?.cached.flatMap { cached in
      cached.networkHead.map { .status($0.status.bare) } ?? cached.failure.map { .failed($0) }
    }
  }
}

// MARK: Reports

extension Exchange {
  func tellHead() {
    guard let networkHead else { return }
    observation?.tell(.headReceived) { $0.status = networkHead.status }
  }

  /// Reports the end of an attempt whose beginning was reported. A cancellation at the call's deadline is reported as a
  /// timeout.
  package func tellEnd() {
    guard wasSent, let observation else { return }
    let deadline = callLimits.deadline
    var attempt = attempt
    if case .failed(let error) = attempt?.result, error.isCancellation, deadline.isOver {
      attempt = attempt?.failed(with: error.late(deadline.timeout))
    }
    observation.tell(.attemptEnded) { event in
      event.request = sent
      event.status = networkHead?.status
      event.attempt = attempt
      event.number = number
      event.isExpected = plan.isExpected
    }
  }

  /// Reports whether the request is retried.
  func tellDecision() {
    guard let decision = decision.take() else { return }
    observation?.tell(decision.pause == nil ? .notRetried : .retried) { event in
      event.retryability = decision.retryability
      event.pause = decision.pause
    }
  }

  /// The attempts of the call. This one is the last, if anything was sent.
  var attempts: [Attempt] { attempts(failingWith: nil) }

  /// Returns the attempts of the call, the last one with `error` as its result.
  func attempts(failingWith error: TransportError?) -> [Attempt] {
    guard let attempt else { return earlier }
    return earlier + [error.map(attempt.failed) ?? attempt]
  }

  /// This attempt; nil if nothing was sent.
  var attempt: Attempt? {
    guard wasSent else { return nil }
    let result: Attempt.Ending? =
      failure.map { .failed($0) } ?? networkResult ?? status.map { .status($0.bare) }
    return result.map { Attempt(origin, request: sent, result: $0, duration: timing.total) }
  }

  /// The error that the call fails with. That the server has not acted on the request holds for the last attempt, and
  /// for the call only if it holds for all.
  var callError: AttemptError? {
    guard let failure, !failure.mayHaveBeenProcessed, earlier.contains(where: \.mayHaveBeenProcessed) else {
      return error
    }
    return .transport(failure.maybeProcessed)
  }

  /// Whether the call ended before the request was sent.
  var isCallOver: Bool {
    switch error {
    case .authentication, .callOver: true
    case .transport, nil: false
    }
  }

  /// Returns the response, as far as it was received; nil if there is none.
  ///
  /// - Parameter formats: The formats that `decoder` belongs to, if the decoded value of a stored body may be kept.
  func response(decoder: any ResponseDecoder, of formats: Formats? = nil) -> Response? {
    head.map { head in
      var response = Response(head: head, body: body, request: sent, timing: timing, decoder: decoder)
      // Without a content type, the outcome determines the decoder.
      if let formats, contentType != nil, let stored { response.memory = (stored, formats) }
      return response
    }
  }
}

extension TransportError {
  /// The same error, for a server that may have acted on the request.
  fileprivate var maybeProcessed: TransportError {
    TransportError(kind, message: message, mayHaveBeenProcessed: true, underlying: underlying)
  }
}
