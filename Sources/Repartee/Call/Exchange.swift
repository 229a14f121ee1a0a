import HTTPTypes
import ReparteeBase
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// A middleware may send the request in another task, which writes only to `wire` and reads only what does not change
// after `begin`. The rest belongs to the task of the attempt.
package final class Exchange: @unchecked Sendable {  // `wire` is the lock
  package let context: CallContext
  /// Without cookies and credentials.
  package let outgoing: OutgoingRequest
  let number: Int
  package let origin: Attempt.Origin
  package let earlier: [Attempt]
  package var observation: Observation? { context.observation }
  let callLimits: ExchangeLimits
  private let attemptTimeout: TimeLimit

  /// Of the call until the attempt begins.
  package private(set) var limits: ExchangeLimits
  private var stopwatch: Stopwatch
  package var credential: CredentialUse
  var plan = ResponsePlan(body: .whole)
  private var decision: RetryDecision?
  private(set) var retryLimit: RetryPolicy.Limit?

  /// With cookies and credentials.
  private var begun: AttemptRequest?
  private let wire = Mutex(Wire())
  private(set) var response: Received?
  private var bytes = Bytes.none
  /// Nil unless the session's rule needs it.
  var beginning: Data?
  private(set) var timing = Timing()
  private(set) var error: AttemptError?

  private struct Wire {
    var record: SentRequest?
    var wasSent = false
    /// A middleware may have returned while a request is sent.
    var isOver = false
    var mayHaveBeenProcessed = false
    var stored: DecodedBody?
  }

  struct Received {
    let head: HTTPResponse
    let status: HTTPResponse.Status
    let contentType: MediaType?
    let cached: CachedResponse?

    init(_ response: TransportResponse) {
      head = response.head
      status = head.status
      contentType = head.headerFields.mediaType
      cached = response.cached
    }
  }

  private enum Bytes {
    case none
    case unread(ByteStream)
    case read(Data)
    case stream(ByteStream)
  }

  init(
    _ outgoing: consuming OutgoingRequest, in context: CallContext, within limits: ExchangeLimits,
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

  func next(
    _ cause: Attempt.Cause, to request: OutgoingRequest? = nil, by redirect: Redirect? = nil,
    after pause: Duration = .zero
  ) -> Exchange {
    let start = callLimits.deadline.elapsed
    return Exchange(
      after: self, request ?? outgoing,
      Attempt.Origin(cause: cause, redirect: redirect, start: start, pause: pause))
  }

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
  /// For a response that no call has received.
  convenience init(received response: Response) throws(RequestError) {
    let client = Client(baseURL: "http://localhost", transport: InMemoryTransport { _ in .status(503) })
    let context = CallContext(client, Request(.get, "/"), of: ())
    let outgoing = OutgoingRequest(.get, try client.shared.base.get(), template: "/")
    self.init(outgoing, in: context, within: ExchangeLimits(of: context), attemptTimeout: .unlimited)
    wire.withLock { $0.record = response.request }
    receives(TransportResponse(head: response.head, body: ByteStream(response.body)))
    received(response.body)
    timing = response.timing
  }
}

// MARK: Sending

extension Exchange {
  var request: AttemptRequest {
    var request = AttemptRequest(outgoing, number: number, cause: origin.cause)
    context.request.sendingRule?.apply(to: &request)
    return request
  }

  func send() async {
    let next = Next(context.client.stages, self)
    do throws(AttemptError) { receives(try await next(request)) } catch { fail(error) }
  }

  /// The attempt's time begins here.
  func begin(_ request: AttemptRequest) throws(AttemptError) {
    begun = request
    stopwatch = Stopwatch(context.client.clock)
    if Task.isCancelled { throw .transport(TransportError(.cancelled, mayHaveBeenProcessed: false)) }
    // It would be cut off or empty.
    if request.body?.isConsumed == true { throw .transport(TransportError(.bodyConsumed)) }
    if limits.deadline.isOver {
      throw .transport(TransportError(.timedOut(limits.deadline.timeout), mayHaveBeenProcessed: false))
    }
    limits = limits.limited(to: attemptTimeout)
  }

  func note(_ request: AttemptRequest) { begun = request }

  func sends(_ request: AttemptRequest) -> SentRequest {
    let record = wire.withLock { wire in
      let record = recorded(request, after: wire.record)
      guard !wire.isOver else { return record }
      wire.record = record
      wire.wasSent = true
      return record
    }
    observation?.begins(number, record)
    return record
  }

  func notesProcessing() { wire.withLock { $0.mayHaveBeenProcessed = true } }

  package var sent: SentRequest {
    if let record = wire.withLock({ $0.record }) { return record }
    let record = recorded(begun ?? request, after: nil)
    wire.withLock { $0.record = record }
    return record
  }

  private func recorded(_ request: AttemptRequest, after last: SentRequest?) -> SentRequest {
    SentRequest(
      request, to: outgoing.url, redaction: credential.redaction, after: last ?? earlier.last?.request)
  }

  package var wasSent: Bool { wire.withLock { $0.wasSent } }

  package var stored: DecodedBody? {
    get { wire.withLock { $0.stored } }
    set { wire.withLock { $0.stored = newValue } }
  }
}

// MARK: Receiving

extension Exchange {
  package func receives(_ response: TransportResponse) {
    wire.withLock { wire in
      if let sent = response.sent { wire.record = sent }
      wire.isOver = true
    }
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
    error = failure.map { .transport($0.masked { sent.redaction }) }
    timing.total = stopwatch.elapsed
  }

  func keep(_ beginning: Data) { bytes = .read(beginning) }

  func handOver(_ body: ByteStream) {
    bytes = .stream(isStored ? body.inChunks : body)
    response?.cached?.handedOver?()
  }

  package func fail(_ error: AttemptError) {
    self.error = error
    wire.withLock { $0.isOver = true }
    guard case .transport(let error) = error else { return }
    // A middleware may have failed after the server responded.
    let isLate = !error.mayHaveBeenProcessed && wire.withLock { $0.mayHaveBeenProcessed }
    self.error = .transport((isLate ? error.maybeProcessed : error).naming(sent).masked { sent.redaction })
    timing.total = stopwatch.elapsed
  }

  /// Keeps the response.
  func refuse(_ error: TransportError) {
    if failure == nil { self.error = .transport(error.masked { sent.redaction }) }
    timing.total = stopwatch.elapsed
  }

  var canGiveOutput: Bool { plan.isExpected ?? false }
  var head: HTTPResponse? { response?.head }
  var status: HTTPResponse.Status? { response?.status }
  var contentType: MediaType? { response?.contentType }
  var body: Data { if case .read(let body) = bytes { body } else { Data() } }
  var stream: ByteStream? { if case .stream(let body) = bytes { body } else { nil } }
  var failure: TransportError? { if case .transport(let error) = error { error } else { nil } }

  var isStored: Bool { response?.cached?.isStored ?? false }

  var networkHead: HTTPResponse? { response?.cached.map(\.networkHead) ?? head }

  var networkResult: Result<HTTPResponse.Status, TransportError>? {
    response?.cached.flatMap { cached in
      cached.networkHead.map { .success($0.status.bare) } ?? cached.failure.map { .failure($0) }
    }
  }
}

// MARK: Reports

extension Exchange {
  func tellHead() {
    guard let networkHead else { return }
    observation?.tell(.headReceived) { $0.status = networkHead.status }
  }

  /// A cancellation at the call's deadline is a timeout.
  package func tellEnd() {
    guard wasSent, let observation else { return }
    let deadline = callLimits.deadline
    var attempt = attempt
    if case .failure(let error) = attempt?.result, error.isCancellation, deadline.isOver {
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

  func decide(_ decision: RetryDecision) {
    self.decision = decision
    retryLimit = decision.limit
  }

  func tellDecision() {
    guard let decision = decision.take() else { return }
    observation?.tell(decision.pause == nil ? .notRetried : .retried) { event in
      event.retryability = decision.retryability
      event.pause = decision.pause
      event.retryLimit = decision.limit
    }
  }

  var attempts: [Attempt] { attempts(failingWith: nil) }

  func attempts(failingWith error: TransportError?) -> [Attempt] {
    guard let attempt else { return earlier }
    return earlier + [error.map(attempt.failed) ?? attempt]
  }

  var attempt: Attempt? {
    guard wasSent else { return nil }
    let result: Result<HTTPResponse.Status, TransportError>? =
      failure.map { .failure($0) } ?? networkResult ?? status.map { .success($0.bare) }
    return result.map { Attempt(origin, request: sent, result: $0, duration: timing.total) }
  }

  /// Sets `mayHaveBeenProcessed` if any attempt may have been.
  var callError: AttemptError? {
    guard networkHead != nil || earlier.contains(where: \.mayHaveBeenProcessed) else { return error }
    return switch error {
    case .transport(let failure) where !failure.mayHaveBeenProcessed: .transport(failure.maybeProcessed)
    case .callOver(let failure) where !failure.mayHaveBeenProcessed: .callOver(failure.maybeProcessed)
    default: error
    }
  }

  var isCallOver: Bool {
    switch error {
    case .authentication, .callOver: true
    case .transport, nil: false
    }
  }

  /// Without `formats` no decoded value is kept.
  func response(decoder: any ResponseDecoder, of formats: Formats? = nil) -> Response? {
    head.map { head in
      var response = Response(head: head, body: body, request: sent, timing: timing, decoder: decoder)
      if let formats, contentType != nil, let stored { response.memory = (stored, formats) }
      return response
    }
  }
}

extension TransportError {
  fileprivate var maybeProcessed: TransportError {
    TransportError(kind, message: message, mayHaveBeenProcessed: true, underlying: underlying)
  }
}
