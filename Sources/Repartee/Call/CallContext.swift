/// What does not change in a call.
package final class CallContext: Sendable {
  package let client: Client
  package let request: Request
  package let limits: CallLimits
  let retryPolicy: RetryPolicy
  let observation: Observation?
  let inspector: (any ResponseInspector)?
  /// Nil unless a middleware of `ReparteeTesting` needs it.
  let endpoint: (any Sendable)?
  let attachment: (any Sendable)?
  let login: UInt64?

  // The parameters are stored at the end, so that they are not copied.
  init(_ client: consuming Client, _ request: consuming Request, of endpoint: some Sendable) {
    limits = CallLimits(of: request, by: client)
    retryPolicy = client.retryPolicy(for: request)
    self.endpoint = client.testMiddleware.isEmpty ? nil : endpoint
    (attachment, login) = (nil, nil)
    if client.observers.isEmpty {
      (observation, inspector) = (nil, nil)
    } else {
      let name = EndpointNames.shared.name(of: type(of: endpoint))
      observation = Observation(
        by: client.observers, of: copy request,
        named: request.shownOperation(client.redaction, or: name),
        for: client.parent, since: limits.deadline.stopwatch)
      inspector = client.inspector.flatMap { $0.takes(client.randomness) ? $0 : nil }
    }
    self.client = client
    self.request = request
  }

  init(_ other: CallContext, _ request: Request, attaching attachment: (any Sendable)?) {
    client = other.client
    self.request = request
    limits = CallLimits(of: request, by: client, since: other.limits.deadline.stopwatch)
    retryPolicy = client.retryPolicy(for: request)
    observation = other.observation
    inspector = other.inspector
    endpoint = other.endpoint
    self.attachment = attachment ?? other.attachment
    login = other.login
  }

  /// Does not keep the call's client alive. No caller can cancel it, so it always has a deadline.
  init(inBackgroundOf other: CallContext) {
    client = other.client.replacingTransport(by: other.client.transport)
    request = other.request
    limits = CallLimits(
      deadline: Deadline(.duration(client.timeout.duration ?? .seconds(60)), clock: client.clock),
      head: client.headTimeout, idle: client.idleTimeout, bodySize: other.limits.bodySize)
    retryPolicy = .off
    observation = other.observation?.another
    (inspector, endpoint) = (nil, nil)
    (attachment, login) = (other.attachment, other.login)
  }

  /// Without cache and retries. A stream of one login does not go on with another.
  init(reopening other: CallContext, as login: UInt64?) {
    var client = other.client
    client.cacheStage = nil
    self.client = client
    request = other.request
    limits = CallLimits(of: request, by: client)
    retryPolicy = .off
    observation =
      client.observers.isEmpty
      ? nil
      : Observation(
        by: client.observers, of: request, named: other.observation?.operation, for: client.parent,
        since: limits.deadline.stopwatch)
    (inspector, endpoint) = (nil, nil)
    attachment = other.attachment
    self.login = login
  }
}

extension Client {
  fileprivate func retryPolicy(for request: borrowing Request) -> RetryPolicy {
    if request.sendingRule?.forbidsSending ?? false { return .off }
    if let own = request.retry { return own }
    return retry
  }
}

/// A class, because a call and its attempts share them.
package final class CallLimits: Sendable {
  package let deadline: Deadline
  private let head: TimeLimit
  let idle: TimeLimit
  package let bodySize: Int
  /// Of an unwanted response, which may be endless.
  var beginning: Int { max(0, min(bodySize, 64 << 10)) }

  init(of request: borrowing Request, by client: borrowing Client, since stopwatch: Stopwatch? = nil) {
    deadline = Deadline(request.timeout.or(client.timeout), clock: client.clock, since: stopwatch)
    head = request.headTimeout.or(client.headTimeout)
    idle = request.idleTimeout.or(client.idleTimeout)
    bodySize = client.maximumBodySize
  }

  init(deadline: Deadline, head: TimeLimit, idle: TimeLimit, bodySize: Int) {
    self.deadline = deadline
    self.head = head
    self.idle = idle
    self.bodySize = bodySize
  }

  /// The attempt's time begins now.
  func limited(to attempt: TimeLimit) -> CallLimits {
    guard let duration = attempt.duration, deadline.left.map({ duration < $0 }) ?? true else { return self }
    return CallLimits(
      deadline: Deadline(attempt, clock: deadline.clock, timeout: .attempt), head: head, idle: idle,
      bodySize: bodySize)
  }

  var timeForHead: (duration: Duration, timeout: TransportError.Timeout)? {
    switch (deadline.left, head.duration) {
    case (let left?, let head?) where head < left: (head, .head)
    case (let left?, _): (left, deadline.timeout)
    case (nil, let head?): (head, .head)
    case (nil, nil): nil
    }
  }
}

extension TimeLimit? {
  /// Without a closure, which can't use what is borrowed.
  fileprivate func or(_ other: TimeLimit) -> TimeLimit { self ?? other }
}
