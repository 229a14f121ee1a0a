#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Does `work`, for no longer than `limit`.
///
/// When the time is up, `work` is cancelled, and `expired` is given what it made of that. When the calling task
/// is cancelled, so is `work`, and its value is returned as it is. A limit below zero is zero, and one of more than
/// a hundred years is none: a clock can't count to every `Duration`, and ends the process where it tries.
func withDeadline<Value: Sendable>(
  _ limit: Duration?, clock: any Clock<Duration>, _ work: @escaping @Sendable () async -> Value,
  expired: (Value) -> Value
) async -> Value {
  guard let limit, limit < .seconds(100 * 365 * 86_400) else { return await work() }
  let working = Task { await work() }
  let timer = Task {
    try await clock.sleep(for: max(limit, .zero))
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

/// The same for one part of the way: what the end of the time cancelled has taken too long.
func withDeadline<Value: Sendable>(
  _ limit: Duration?, clock: any Clock<Duration>, timeout: TransportError.Timeout,
  _ work: @escaping @Sendable () async throws(TransportError) -> Value
) async throws(TransportError) -> Value {
  guard let limit else { return try await work() }
  let result = await withDeadline(limit, clock: clock) { () async -> Result<Value, TransportError> in
    do throws(TransportError) { return .success(try await work()) } catch { return .failure(error) }
  } expired: { late in
    late.mapError { $0.isCancellation ? TransportError(.timedOut(timeout), underlying: $0.underlying) : $0 }
  }
  return try result.get()
}

extension ByteStream {
  /// The same bytes; waiting longer than that for the next ones ends them with a timeout.
  func watched(idle limit: Duration, clock: any Clock<Duration>) -> ByteStream {
    ByteStream(
      length: length, over: [self],
      once: { [self] in
        let source = OneReader(makeAsyncIterator())
        return { () async throws(TransportError) in
          try await withDeadline(limit, clock: clock, timeout: .idle) { () async throws(TransportError) in
            let chunk = try await source.next()
            // It may end because it was cancelled.
            if chunk == nil, Task.isCancelled { throw TransportError(.cancelled) }
            return chunk
          }
        }
      })
  }

  private final class OneReader: Sendable {
    nonisolated(unsafe) private var chunks: AsyncIterator  // no lock: its one reader waits for each chunk

    init(_ chunks: AsyncIterator) {
      self.chunks = chunks
    }

    func next() async throws(TransportError) -> Data? { try await chunks.next(isolation: nil) }
  }
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
