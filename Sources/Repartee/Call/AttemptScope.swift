import HTTPTypes
import ReparteeBase

/// What an attempt has from its call and from earlier attempts. It never changes.
package final class AttemptScope: Sendable {
  package let context: CallContext
  /// Without cookies and credentials.
  package let outgoing: OutgoingRequest
  let carried: Carried
  let number: Int
  package let origin: Attempt.Origin
  package let earlier: [Attempt]

  init(_ outgoing: consuming OutgoingRequest, in context: CallContext) {
    self.context = context
    self.outgoing = outgoing
    carried = Carried(redaction: context.client.redaction, session: SessionStart(login: context.login))
    (number, origin, earlier) = (1, Attempt.Origin(), [])
  }

  init(
    after other: AttemptScope, _ exchange: Exchange, _ cause: Attempt.Cause,
    to request: OutgoingRequest? = nil, by redirect: Redirect? = nil, after pause: Duration = .zero
  ) {
    context = other.context
    outgoing = request ?? other.outgoing
    carried = exchange.carried
    number = other.number + 1
    origin = Attempt.Origin(
      cause: cause, redirect: redirect, start: context.limits.deadline.elapsed, pause: pause)
    earlier = exchange.attempts
  }

  init(inBackgroundOf other: AttemptScope) {
    context = CallContext(inBackgroundOf: other.context)
    (outgoing, carried, number) = (other.outgoing, other.carried, other.number)
    (origin, earlier) = (Attempt.Origin(), [])
  }

  package func tell(_ kind: CallEvent.Kind, _ fill: (inout CallEvent) -> Void = { _ in }) {
    context.observation?.tell(kind, fill)
  }
}

/// What the credentials of a call leave for its next attempt.
struct Carried: Sendable {
  var redaction: Redaction
  var queryItems: Set<String> = []
  var session = SessionStart()
}

/// What the credential of an attempt has made. The time of the attempt begins with it.
package final class AttemptStart: Sendable {
  package let limits: CallLimits
  let stopwatch: Stopwatch
  let carried: Carried
  package let session: AuthenticatedSession?
  /// Without the credential.
  package let plain: HTTPRequest
  /// With it; that of a request that may never be sent.
  private let head: HTTPRequest
  private let bodyLength: Int64?

  init(_ request: borrowing AttemptRequest, _ plain: HTTPRequest, _ use: consuming CredentialUse) {
    let context = request.scope.context
    limits = context.limits.limited(to: context.retryPolicy.attemptTimeout)
    stopwatch = Stopwatch(context.client.clock)
    head = request.head
    bodyLength = request.body.map(\.length) ?? 0
    self.plain = plain
    session = use.session
    carried = use.carried
  }

  /// In the background of the attempt that `request` belongs to.
  init(_ request: borrowing AttemptRequest, in scope: AttemptScope) {
    limits = scope.context.limits
    stopwatch = Stopwatch(scope.context.client.clock)
    head = request.head
    bodyLength = request.body.map(\.length) ?? 0
    plain = request.plain
    (session, carried) = (request.start?.session, request.carried)
  }

  func unsent(of scope: AttemptScope) -> SentRequest {
    SentRequest(
      head, template: scope.outgoing.template, bodyLength: bodyLength, redaction: carried.redaction,
      absolute: scope.outgoing.url, after: scope.earlier.last?.request)
  }
}
