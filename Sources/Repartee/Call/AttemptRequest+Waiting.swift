// How a stage waits.

extension AttemptRequest {
  /// The time until the deadline of the call or, if earlier, of the attempt (``RetryPolicy/attemptTimeout``), on the
  /// client's clock; nil without one.
  public var timeLeft: Duration? { limits.deadline.left }

  /// The longest that `next` waits for the head of a response: until the limit for the head (``Client/headTimeout``)
  /// or, if earlier, the deadline; nil without both.
  public var timeForHead: Duration? { limits.timeForHead?.duration }

  /// Waits on the client's clock. The wait does not count as waiting for the head, whose limit begins anew after it.
  ///
  /// - Throws: At once, without waiting, a timeout of kind `.total` or `.attempt` if ``timeLeft`` is not longer than
  ///   the duration; an error of kind ``TransportError/Kind/cancelled`` as soon as the task is cancelled. A call is not
  ///   retried after `.total`.
  public func wait(for duration: Duration) async throws(AttemptError) {
    if Task.isCancelled { throw cancellation }
    guard duration > .zero else { return }
    if let left = timeLeft, duration >= left { throw timeout }
    log?.limit?.pause()
    defer { log?.limit?.resume() }
    do { try await limits.deadline.clock.sleep(for: duration) } catch { throw cancellation }
  }

  /// Waits for anything but time and `next`: a free place, the response of another call, a network. The wait does not
  /// count as waiting for the head, whose limit begins anew after it.
  ///
  /// At the deadline, and when the task is cancelled, it throws at once: `work` is cancelled, not waited for. It runs
  /// in a task of its own.
  ///
  /// ```swift
  /// let response = try await request.wait {
  ///   await shared.task.value
  /// }
  /// ```
  ///
  /// - Throws: A timeout of kind `.total` or `.attempt` at the deadline; an error of kind
  ///   ``TransportError/Kind/cancelled`` when the task is cancelled.
  public func wait<Value: Sendable>(
    for work: @escaping @Sendable () async -> Value
  ) async throws(AttemptError) -> Value {
    if Task.isCancelled { throw cancellation }
    log?.limit?.pause()
    defer { log?.limit?.resume() }
    let waiting = AbandonableWork(within: timeLeft, clock: limits.deadline.clock)
    let value = await withTaskCancellationHandler {
      await waiting.value(of: work)
    } onCancel: {
      waiting.cancel()
    }
    if let value { return value }
    throw Task.isCancelled ? cancellation : timeout
  }

  private var cancellation: AttemptError {
    AttemptError(.callOver(TransportError(.cancelled, mayHaveBeenProcessed: false)))
  }

  /// Another attempt may have the time that one lacks; nothing follows the deadline of the call.
  private var timeout: AttemptError {
    let timeout = limits.deadline.timeout
    let error = TransportError(.timedOut(timeout), mayHaveBeenProcessed: false)
    return AttemptError(timeout == .attempt ? .transport(error) : .callOver(error))
  }
}
