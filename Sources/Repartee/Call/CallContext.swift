/// What does not change in a call.
package final class CallContext: Sendable {
  let state: ClientState
  package let request: Request
  package let limits: CallLimits
  let retryPolicy: RetryPolicy
  let observation: Observation?
  let attachment: (any Sendable)?
  let login: UInt64?

  package var client: CallSettings { state.settings }
  var formats: Formats { state.settings.formats }

  // The parameters are stored at the end, so that they are not copied.
  init(_ state: ClientState, _ request: consuming Request, named name: () -> String? = { nil }) {
    let client = state.settings
    limits = CallLimits(of: request, by: client)
    retryPolicy = client.retryPolicy(for: request)
    (attachment, login) = (nil, nil)
    observation = .ofCall(
      by: client, request, named: { $0.shownOperation(client.redaction, or: name()) },
      since: limits.deadline.stopwatch)
    self.state = state
    self.request = request
  }

  init(_ other: CallContext, _ request: Request, attaching attachment: (any Sendable)?) {
    state = other.state
    self.request = request
    limits = CallLimits(of: request, by: state.settings, since: other.limits.deadline.stopwatch)
    retryPolicy = state.settings.retryPolicy(for: request)
    observation = other.observation
    self.attachment = attachment ?? other.attachment
    login = other.login
  }

  /// Does not keep the call's client alive. No caller can cancel it, so it always has a deadline.
  init(inBackgroundOf other: CallContext) {
    state = other.state.detached
    request = other.request
    let client = state.settings
    limits = CallLimits(
      deadline: Deadline(.duration(client.timeout.duration ?? .seconds(60)), clock: client.clock),
      head: client.headTimeout, idle: client.idleTimeout, bodySize: other.limits.bodySize)
    retryPolicy = .off
    observation = .ofCall(
      by: client, request, named: { _ in other.observation?.operation },
      since: other.limits.deadline.stopwatch)
    (attachment, login) = (other.attachment, other.login)
  }

  /// Without retries. A stream of one login does not go on with another.
  init(reopening other: CallContext, as login: UInt64?) {
    state = other.state
    request = other.request
    let client = state.settings
    limits = CallLimits(of: request, by: client)
    retryPolicy = .off
    observation = .ofCall(
      by: client, request, named: { _ in other.observation?.operation }, since: limits.deadline.stopwatch)
    attachment = other.attachment
    self.login = login
  }
}

extension CallSettings {
  fileprivate func retryPolicy(for request: borrowing Request) -> RetryPolicy {
    request.retry ?? retry
  }
}

extension CallLimits {
  fileprivate convenience init(
    of request: borrowing Request, by client: borrowing CallSettings, since stopwatch: Stopwatch? = nil
  ) {
    self.init(
      deadline: Deadline(request.timeout.or(client.timeout), clock: client.clock, since: stopwatch),
      head: request.headTimeout.or(client.headTimeout), idle: request.idleTimeout.or(client.idleTimeout),
      bodySize: client.maximumBodySize)
  }
}

extension TimeLimit? {
  /// Without a closure, which can't use what is borrowed.
  fileprivate func or(_ other: TimeLimit) -> TimeLimit { self ?? other }
}
