import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One attempt that has ended: what was sent, and what was received.
final class Exchange: Sendable {
  let carried: Carried
  /// The request as it was sent, or as it would have been sent.
  let sent: SentRequest
  /// The result of the attempt; nil if nothing was sent.
  private let result: Result<HTTPResponse.Status, TransportError>?
  let head: HTTPResponse?
  let isStored: Bool
  /// What was received from the network; nil if nothing was sent.
  let network: Result<HTTPResponse, TransportError>?
  let plan: ResponsePlan
  private let read: BodyPlan.Read
  let decoded: DecodedValues?
  let error: AttemptError.Reason?
  let duration: Duration
  let headDuration: Duration
  let origin: Attempt.Origin
  let earlier: [Attempt]

  /// Reads the body as planned, also that of a redirect that is refused.
  static func reading(
    _ result: Result<AttemptResponse, AttemptError>, of scope: AttemptScope, as plan: ResponsePlan,
    refused: TransportError? = nil
  ) async -> Exchange {
    switch result {
    case .failure(let error): return Exchange(error, of: scope)
    case .success(let response):
      let time = response.start?.stopwatch.elapsed ?? .zero
      let limits = response.start?.limits ?? scope.context.limits
      let read = await plan.body.read(response, within: limits)
      return Exchange(response, of: scope, plan, read, refused, headTime: time)
    }
  }

  @inline(never)
  private init(
    _ response: AttemptResponse, of scope: AttemptScope, _ plan: ResponsePlan, _ read: BodyPlan.Read,
    _ refused: TransportError?, headTime: Duration
  ) {
    let start = response.start
    carried = start?.carried ?? scope.carried
    sent = response.request(of: scope)
    (head, isStored, network) = (response.head, response.isStored, response.network)
    (self.plan, self.read, decoded) = (plan, read, response.decoded)
    let failure = (read.failure ?? refused)?.masked { [sent] in sent.redaction }
    error = failure.map { .transport($0) }
    result =
      response.sent == nil ? nil : failure.map { .failure($0) } ?? network?.map(\.status.bare)
    let total = plan.body.isTimed || refused != nil ? start?.stopwatch.elapsed ?? .zero : headTime
    (duration, headDuration) = (total, headTime)
    (origin, earlier) = (scope.origin, scope.earlier)
  }

  @inline(never)
  private init(_ error: AttemptError, of scope: AttemptScope) {
    let start = error.start
    carried = start?.carried ?? scope.carried
    sent = error.sent ?? scope.unsent(by: start)
    (head, isStored, network) = (nil, false, error.transportError.map { .failure($0) })
    (plan, read, decoded) = (ResponsePlan(body: .whole), BodyPlan.Read(), nil)
    if case .transport(let failure) = error.reason {
      self.error = .transport(failure.naming(sent.absolute).masked { [sent] in sent.redaction })
    } else {
      self.error = error.reason
    }
    result = error.sent == nil ? nil : network?.map(\.status.bare)
    (duration, headDuration) = (start?.stopwatch.elapsed ?? .zero, .zero)
    (origin, earlier) = (scope.origin, scope.earlier)
  }

  /// Creates a copy with another error; what was sent and received is the same.
  init(_ other: Exchange, failing error: AttemptError.Reason) {
    (carried, sent, result, head) = (other.carried, other.sent, other.result, other.head)
    (isStored, network, plan, read) = (other.isStored, other.network, other.plan, other.read)
    (duration, headDuration) = (other.duration, other.headDuration)
    (decoded, origin, earlier) = (other.decoded, other.origin, other.earlier)
    self.error = error
  }

  /// For a response that no call has received.
  init(_ response: Response, as plan: ResponsePlan) {
    (sent, result, head) = (response.request, .success(response.status.bare), response.head)
    carried = Carried(redaction: response.request.redaction)
    (isStored, network) = (false, .success(response.head))
    (self.plan, read, decoded) = (plan, BodyPlan.Read(bytes: response.body), nil)
    (duration, headDuration) = (response.duration, response.headDuration)
    (error, origin, earlier) = (nil, Attempt.Origin(), [])
  }
}

// MARK: What was received

extension Exchange {
  var status: HTTPResponse.Status? { head?.status }
  var contentType: MediaType? { plan.contentType }
  var body: Data { read.bytes }
  var stream: ByteStream? { read.stream }
  var networkHead: HTTPResponse? { try? network?.get() }
  var failure: TransportError? { if case .transport(let error) = error { error } else { nil } }

  /// What replaced a stored response on the network.
  var replaced: Result<HTTPResponse.Status, TransportError>? {
    isStored ? network.map { $0.map(\.status.bare) } : nil
  }

  var isCallOver: Bool {
    switch error {
    case .authentication, .callOver: true
    case .transport, nil: false
    }
  }

  /// The error of the call: it may have been processed if any attempt may have been.
  var callError: AttemptError.Reason? {
    guard networkHead != nil || earlier.mayHaveBeenProcessed else { return error }
    return switch error {
    case .transport(let failure) where !failure.mayHaveBeenProcessed: .transport(failure.maybeProcessed)
    case .callOver(let failure) where !failure.mayHaveBeenProcessed: .callOver(failure.maybeProcessed)
    default: error
    }
  }

  /// What the response says takes precedence over a temporary error, such as a body that breaks off.
  var retryability: Retryability? {
    if isCallOver { return .permanent }
    guard let failure else { return plan.retryabilityOfResponse }
    if let own = plan.retryabilityOfResponse, own == .permanent || failure.retryability == .transient {
      return own
    }
    return failure.retryability
  }

  /// The head that says when to send the request again.
  var headAboutRetries: HTTPResponse? {
    failure != nil && plan.retryabilityOfResponse == nil ? nil : networkHead
  }

  /// Whether the server failed: otherwise a retry after an output takes nothing from the budget.
  var isFailing: Bool { failure != nil || plan.isFailingStatus }

  /// Without `decoders` no decoded value is kept.
  func response(decoder: any ResponseDecoder, of decoders: Decoders? = nil) -> Response? {
    head.map { head in
      var response = Response(
        head: head, body: body, request: sent, duration: duration, headDuration: headDuration,
        decoder: decoder)
      if let decoders, contentType != nil, let decoded { response.memory = (decoded, decoders) }
      return response
    }
  }
}

// MARK: The record of the attempt

extension Exchange {
  var attempts: [Attempt] { attempts(failingWith: nil) }

  func attempts(failingWith error: TransportError?) -> [Attempt] {
    guard let attempt else { return earlier }
    let last = error.map(attempt.failed) ?? attempt
    return earlier.isEmpty ? [last] : earlier + [last]
  }

  private var attempt: Attempt? {
    result.map { Attempt(origin, request: sent, result: $0, duration: duration) }
  }

  /// A cancellation at the call's deadline is a timeout.
  func reportEnd(of scope: AttemptScope) {
    guard result != nil, let observation = scope.context.observation else { return }
    let deadline = scope.context.limits.deadline
    var attempt = attempt
    if case .failure(let error) = attempt?.result, error.isCancellation, deadline.isOver {
      attempt = attempt?.failed(with: error.late(deadline.timeout))
    }
    observation.report(.attemptEnded) { event in
      event.request = sent
      event.status = networkHead?.status
      event.attempt = attempt
      event.number = scope.number
      event.isExpected = plan.isExpected
    }
  }
}

extension CallError.Reason {
  init(_ reason: AttemptError.Reason) {
    switch reason {
    case .transport(let error), .callOver(let error): self = .transport(error)
    case .authentication(let error): self = .authentication(error)
    }
  }
}
