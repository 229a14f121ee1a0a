/// What does not change in a call: its client, its request, and who observes it.
package final class CallContext: Sendable {
  package let client: Client
  package let request: Request
  /// Measures the time since the beginning of the call.
  let stopwatch: Stopwatch
  /// Reports events to the observers; nil without observers.
  let observation: Observation?
  /// What examines the responses; nil if the call is not examined.
  let inspector: (any ResponseInspector)?
  /// The ``Endpoint`` or ``Resource`` that was called; nil unless a middleware of the library's tests needs it.
  let endpoint: (any Sendable)?
  /// What such a middleware attaches to the requests of the call, for its transport.
  let attachment: (any Sendable)?
  /// The login of the session that the call is made as; nil for the current one.
  let login: UInt64?

  init(_ client: Client, _ request: Request, of endpoint: some Sendable) {
    self.client = client
    self.request = request
    stopwatch = Stopwatch(client.clock)
    self.endpoint = client.testMiddleware.isEmpty ? nil : endpoint
    (attachment, login) = (nil, nil)
    // Without observers, nothing is allocated.
    guard !client.observers.isEmpty else {
      (observation, inspector) = (nil, nil)
      return
    }
    let name = EndpointNames.shared.name(of: type(of: endpoint))
    observation = Observation(
      by: client.observers, of: request, named: request.shownOperation(client.redaction, or: name),
      for: client.parent, since: stopwatch)
    inspector = client.inspector.flatMap { $0.takes(client.randomness) ? $0 : nil }
  }

  /// Creates the context of the same call with a request that a middleware has changed.
  init(_ other: CallContext, _ request: Request, attaching attachment: (any Sendable)?) {
    client = other.client
    self.request = request
    stopwatch = other.stopwatch
    observation = other.observation
    inspector = other.inspector
    endpoint = other.endpoint
    self.attachment = attachment ?? other.attachment
    login = other.login
  }

  /// Creates the context of a request in the background, which does not keep the call's client alive.
  init(inBackgroundOf other: CallContext) {
    client = other.client.replacingTransport(by: other.client.transport)
    request = other.request
    stopwatch = other.stopwatch
    observation = other.observation?.another
    (inspector, endpoint) = (nil, nil)
    (attachment, login) = (other.attachment, other.login)
  }

  /// Creates the context in which the stream of a call is reopened, without cache and retries. The stream of one login
  /// does not go on with another one.
  init(reopening other: CallContext, as login: UInt64?) {
    var client = other.client
    client.cacheStage = nil
    self.client = client
    var request = other.request
    request.retry = .off
    self.request = request
    stopwatch = Stopwatch(client.clock)
    observation =
      client.observers.isEmpty
      ? nil
      : Observation(
        by: client.observers, of: request, named: other.observation?.operation, for: client.parent,
        since: stopwatch)
    (inspector, endpoint) = (nil, nil)
    attachment = other.attachment
    self.login = login
  }

  /// The policy for retries. Where nothing may be sent, there is nothing to retry.
  var retryPolicy: RetryPolicy {
    request.sendingRule?.forbidsSending ?? false ? .off : request.retry ?? client.retry
  }

  /// The deadline of the call.
  var deadline: Deadline {
    Deadline(request.timeout ?? client.timeout, clock: client.clock, since: stopwatch)
  }
}

/// The limits of an exchange.
package struct ExchangeLimits: Sendable {
  /// The deadline of the call.
  package var deadline: Deadline
  /// The time limit for the head.
  var head: TimeLimit
  /// The time limit of each wait for the next part of the body.
  var idle: TimeLimit
  /// The maximum number of bytes that are kept of a body.
  package var bodySize: Int
  /// The maximum number of bytes that are read of an unwanted response, which may be endless.
  var beginning: Int { min(bodySize, 64 << 10) }

  /// The limits of a call.
  init(of context: CallContext) {
    let (client, request) = (context.client, context.request)
    deadline = context.deadline
    head = request.headTimeout ?? client.headTimeout
    idle = request.idleTimeout ?? client.idleTimeout
    bodySize = client.maximumBodySize
  }

  package init(deadline: Deadline, head: TimeLimit, idle: TimeLimit, bodySize: Int) {
    self.deadline = deadline
    self.head = head
    self.idle = idle
    self.bodySize = bodySize
  }

  /// Returns the same limits with a time limit for one attempt, which begins now.
  func limited(to attempt: TimeLimit) -> ExchangeLimits {
    guard let duration = attempt.duration, deadline.left.map({ duration < $0 }) ?? true else { return self }
    var limits = self
    limits.deadline = Deadline(attempt, clock: deadline.clock, timeout: .attempt)
    return limits
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
