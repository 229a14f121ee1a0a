import HTTPTypes
import ReparteeBase

/// What an attempt has from its call and from earlier attempts. It never changes.
final class AttemptScope: Sendable {
  let context: CallContext
  /// The request without cookies and credentials.
  let outgoing: OutgoingRequest
  let carried: Carried
  let number: Int
  let origin: Attempt.Origin
  let earlier: [Attempt]
  /// Nil for a request of no call, or in the background.
  private let planner: (any ResponsePlanner)?

  init(
    _ outgoing: consuming OutgoingRequest, by planner: (any ResponsePlanner)? = nil, in context: CallContext,
    cause: Attempt.Cause = .first
  ) {
    self.context = context
    self.outgoing = outgoing
    self.planner = planner
    carried = Carried(redaction: context.client.redaction, session: SessionStart(login: context.login))
    (number, earlier) = (1, [])
    origin = Attempt.Origin(cause: cause)
  }

  init(
    after other: AttemptScope, _ carried: Carried, _ attempts: [Attempt], _ origin: Attempt.Origin,
    to request: OutgoingRequest?
  ) {
    context = other.context
    outgoing = request ?? other.outgoing
    planner = other.planner
    self.carried = carried
    number = other.number + 1
    self.origin = origin
    earlier = attempts
  }

  init(inBackgroundOf other: AttemptScope) {
    context = CallContext(inBackgroundOf: other.context)
    (outgoing, carried, number) = (other.outgoing, other.carried, other.number)
    (origin, earlier, planner) = (Attempt.Origin(), [], nil)
  }

  /// Whether the call hands over the body of a response as a stream.
  func streams(_ head: HTTPResponse, to request: @autoclosure () -> SentRequest) -> Bool {
    guard let plan = planner?.plan(for: head, head.status.code, to: request), case .stream = plan.body else {
      return false
    }
    return true
  }

  func report(_ kind: CallEvent.Kind, _ fill: (inout CallEvent) -> Void = { _ in }) {
    context.observation?.report(kind, fill)
  }
}

/// The request and what else the credential of an attempt has made. The time of the attempt begins with it.
final class AttemptStart: Sendable {
  let limits: CallLimits
  let stopwatch: Stopwatch
  let carried: Carried
  let session: AuthenticatedSession?
  /// The head without the credential.
  let plain: HTTPRequest
  /// The head with the credential, of a request that may never be sent.
  let head: HTTPRequest
  fileprivate let bodyLength: Int64?

  init(
    _ request: borrowing AttemptRequest, _ plain: HTTPRequest, _ carried: consuming Carried,
    _ session: AuthenticatedSession?, within limits: CallLimits
  ) {
    self.limits = limits
    stopwatch = Stopwatch(limits.deadline.clock)
    head = request.head
    bodyLength = request.body.map(\.length) ?? 0
    self.plain = plain
    self.session = session
    self.carried = carried
  }

  /// Creates a copy whose time begins now.
  init(_ other: AttemptStart, within limits: CallLimits) {
    self.limits = limits
    stopwatch = Stopwatch(limits.deadline.clock)
    (head, bodyLength, plain) = (other.head, other.bodyLength, other.plain)
    (session, carried) = (other.session, other.carried)
  }
}

extension AttemptScope {
  /// The request as it would be sent; before `start`, without cookies and credential.
  func unsent(by start: AttemptStart?) -> SentRequest {
    let last = earlier.last?.request
    guard let start else {
      let request = AttemptRequest(self)
      return SentRequest(request, to: outgoing.url, redaction: carried.redaction, after: last)
    }
    return SentRequest(
      start.head, template: outgoing.template, bodyLength: start.bodyLength,
      redaction: start.carried.redaction, absolute: outgoing.url, after: last)
  }
}

extension SentRequest {
  init(
    _ attempt: AttemptRequest, to url: AbsoluteURL, redaction: Redaction, after last: SentRequest? = nil
  ) {
    self.init(
      attempt.head, template: attempt.template, bodyLength: attempt.body.map(\.length) ?? 0,
      redaction: redaction, absolute: url, after: last)
  }
}
