/// Does `work`, for no longer than `limit`.
///
/// When the time is up, `work` is cancelled, and `expired` is given what it made of that. When the calling task
/// is cancelled, so is `work`, and its value is returned as it is.
func withDeadline<Value: Sendable>(
  _ limit: Duration?, clock: any Clock<Duration>, _ work: @escaping @Sendable () async -> Value,
  expired: (Value) -> Value
) async -> Value {
  guard let limit else { return await work() }
  let working = Task { await work() }
  let timer = Task {
    try await clock.sleep(for: limit)
    working.cancel()
  }
  let value = await withTaskCancellationHandler {
    await working.value
  } onCancel: {
    working.cancel()
  }
  timer.cancel()
  return working.isCancelled && !Task.isCancelled ? expired(value) : value
}

extension CallError {
  /// This error, which the end of the time brought about, told as that.
  var timedOut: CallError {
    guard case .transport(let error) = reason else { return self }
    let timeout = TransportError(
      .timedOut(.total), underlying: error.isCancellation ? error.underlying : error)
    var attempts = attempts
    if let last = attempts.popLast() {
      attempts.append(Attempt(result: .failed(timeout), duration: last.duration))
    }
    return CallError(
      .transport(timeout), call: call, request: request, response: response, attempts: attempts)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Tells how long it has been running.
  func stopwatch() -> () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
