#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct Stopwatch: Sendable {
  private enum Start {
    case continuous(TimerClock.Instant)
    case other(@Sendable () -> Duration)
  }

  private let start: Start

  init(_ clock: any Clock<Duration>) {
    start = clock.isTimer ? .continuous(.now) : .other(clock.elapsed())
  }

  var elapsed: Duration {
    switch start {
    case .continuous(let start): start.duration(to: .now)
    case .other(let elapsed): elapsed()
    }
  }
}

extension Clock where Duration == Swift.Duration {
  fileprivate func elapsed() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}

package struct Deadline: Sendable {
  let clock: any Clock<Duration>
  package let timeout: TransportError.Timeout
  let stopwatch: Stopwatch
  private let limit: Duration?

  init(
    _ limit: Duration, clock: any Clock<Duration>, timeout: TransportError.Timeout = .total,
    since stopwatch: Stopwatch? = nil
  ) {
    self.clock = clock
    self.timeout = timeout
    self.limit = limit.asLimit
    self.stopwatch = stopwatch ?? Stopwatch(clock)
  }

  var elapsed: Duration { stopwatch.elapsed }

  var left: Duration? { limit.map { max($0 - stopwatch.elapsed, .zero) } }

  var isOver: Bool { left == .zero }

  func left(atMost limit: Duration?) -> Duration? {
    guard let limit, let left else { return limit ?? left }
    return min(left, limit)
  }

  package func bound<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> (value: Value, isLate: Bool) {
    await bounded(by: left, clock: clock, work)
  }
}

/// A timeout of a read that cancels the source without a task.
struct ReadAlarm {
  private let id: Int

  /// Nil without a source that can be cancelled, or with another clock.
  init?(cancelling source: (any Cancellable)?, after limit: Duration, by clock: any Clock<Duration>) {
    guard let source, clock.isTimer else { return nil }
    id = Alarms.shared.cancel(source, at: .now.advanced(by: limit))
  }

  /// Ends the alarm; returns whether it has cancelled the source.
  func end() -> Bool { !Alarms.shared.remove(id) && !Task.isCancelled }
}

/// Cancels `work` after `limit`; `isLate` if the limit, not the calling task, cancelled it. Not specialized, to save
/// binary size.
@_semantics("optimize.sil.specialize.generic.never")
func bounded<Value: Sendable>(
  by limit: Duration?, clock: any Clock<Duration>, _ work: @escaping @Sendable () async -> Value
) async -> (value: Value, isLate: Bool) {
  guard let limit else { return (await work(), false) }
  // The limit begins here, not when the sleeping task first runs.
  if !clock.isTimer { return await bounded(by: ClockLimit(clock, after: limit), work) }
  let end = TimerClock.Instant.now.advanced(by: limit)
  let working = Task.starting(work)
  let alarm = Alarms.shared.cancel(working, at: end)
  let value = await working.valueOrCancellation
  Alarms.shared.remove(alarm)
  return (value, working.isCancelled && !Task.isCancelled)
}

@_semantics("optimize.sil.specialize.generic.never")
private func bounded<Value: Sendable>(
  by limit: ClockLimit, _ work: @escaping @Sendable () async -> Value
) async -> (value: Value, isLate: Bool) {
  let working = Task { await limit.run(work) }
  let timer = Task {
    try await limit.sleepUntilEnd()
    working.cancel()
  }
  let value = await working.valueOrCancellation
  timer.cancel()
  return (value, working.isCancelled && !Task.isCancelled)
}

/// Work that the limit cancels fails with `timeout`.
func bounded<Value: Sendable>(
  by limit: Duration?, clock: any Clock<Duration>, timeout: TransportError.Timeout,
  _ work: @escaping @Sendable () async throws(TransportError) -> Value
) async throws(TransportError) -> Value {
  guard let limit else { return try await work() }
  let (result, isLate) = await bounded(by: limit, clock: clock) { () async -> Result<Value, TransportError> in
    do throws(TransportError) { return .success(try await work()) } catch { return .failure(error) }
  }
  guard isLate else { return try result.get() }
  switch result {
  // The result of cancelled work may be cut off.
  case .success: throw TransportError(.timedOut(timeout))
  case .failure(let error): throw error.isCancellation ? error.late(timeout) : error
  }
}

extension Task where Failure == Never {
  /// Runs `work` on the calling thread until it first waits, so that no other thread has to be woken.
  fileprivate static func starting(_ work: @escaping @Sendable () async -> Success) -> Task {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      immediate { await work() }
    } else {
      Task { await work() }
    }
  }

  var valueOrCancellation: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension TransportError {
  func late(_ timeout: Timeout) -> TransportError {
    let kind = Kind.timedOut(timeout)
    guard isCancellation else { return TransportError(kind, underlying: self) }
    // The message may go on after that of the kind: it says what the call waited for.
    let cancelled = Kind.cancelled.message
    let rest = message.hasPrefix(cancelled) ? message.dropFirst(cancelled.count) : ""
    return TransportError(kind, message: kind.message + rest, underlying: underlying)
  }
}

extension ByteStream {
  func watched(idle limit: Duration, clock: any Clock<Duration>) -> ByteStream {
    ByteStream(
      length: length, over: self,
      once: { [self] in
        let cancellation = cancellation
        let source = OneReader(makeAsyncIterator())
        return { () async throws(TransportError) in
          if let alarm = ReadAlarm(cancelling: cancellation, after: limit, by: clock) {
            let chunk: Data?
            do throws(TransportError) { chunk = try await source.next() } catch {
              throw alarm.end() && error.isCancellation ? error.late(.idle) : error
            }
            if alarm.end(), chunk != nil { throw TransportError(.timedOut(.idle)) }
            return chunk
          }
          return try await bounded(by: limit, clock: clock, timeout: .idle) {
            () async throws(TransportError) in
            try await source.next()
          }
        }
      })
  }
}
