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
  var decoders: Decoders { state.settings.allDecoders }

  // The parameters are stored at the end, so that they are not copied.
  init(_ state: ClientState, _ request: consuming Request, named name: () -> String? = { nil }) {
    limits = CallLimits(of: request, by: state)
    retryPolicy = request.retry ?? state.settings.retry
    (attachment, login) = (nil, nil)
    observation = .ofCall(
      by: state, request, named: { $0.shownOperation(state.settings.redaction, or: name()) },
      since: limits.deadline.stopwatch)
    self.state = state
    self.request = request
  }

  init(_ other: CallContext, _ request: Request, attaching attachment: (any Sendable)?) {
    state = other.state
    self.request = request
    limits = CallLimits(of: request, by: state, since: other.limits.deadline.stopwatch)
    retryPolicy = request.retry ?? state.settings.retry
    observation = other.observation
    self.attachment = attachment ?? other.attachment
    login = other.login
  }

  /// A copy that does not keep the client alive. No caller can cancel its call, so there always is a deadline.
  init(inBackgroundOf other: CallContext) {
    state = other.state.detached
    request = other.request
    let settings = state.settings
    limits = CallLimits(
      deadline: Deadline(settings.timeout.asLimit ?? .seconds(60), clock: settings.clock),
      head: settings.headTimeout, idle: settings.idleTimeout, bodySize: other.limits.bodySize)
    retryPolicy = .off
    observation = .ofCall(
      by: state, request, named: { _ in other.observation?.operation },
      since: other.limits.deadline.stopwatch)
    (attachment, login) = (other.attachment, other.login)
  }

  /// A copy without retries. A stream of one login does not continue with another.
  init(reopening other: CallContext, as login: UInt64?) {
    state = other.state
    request = other.request
    limits = CallLimits(of: request, by: state)
    retryPolicy = .off
    observation = .ofCall(
      by: state, request, named: { _ in other.observation?.operation }, since: limits.deadline.stopwatch)
    attachment = other.attachment
    self.login = login
  }
}

extension CallLimits {
  fileprivate convenience init(
    of request: borrowing Request, by client: ClientState, since stopwatch: Stopwatch? = nil
  ) {
    self.init(
      deadline: Deadline(
        request.timeout.or(client.settings.timeout), clock: client.settings.clock, since: stopwatch),
      head: request.headTimeout.or(client.settings.headTimeout),
      idle: request.idleTimeout.or(client.settings.idleTimeout), bodySize: client.settings.maximumBodySize)
  }
}

extension Duration? {
  /// Written without a closure, which can't use borrowed values.
  fileprivate func or(_ other: Duration) -> Duration { self ?? other }
}
