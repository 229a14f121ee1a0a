#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long something has been running, by a clock.
struct Stopwatch: Sendable {
  private enum Start {
    /// Of the client's own clock, which needs no allocation.
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

  /// A sleep that ends so long after now, whenever it begins.
  fileprivate func alarm(after limit: Duration) -> @Sendable () async throws -> Void {
    let end = now.advanced(by: limit)
    return { try await sleep(until: end, tolerance: nil) }
  }
}

/// When a call has to be over: so long after the deadline was made.
struct Deadline: Sendable {
  let clock: any Clock<Duration>
  /// What it is called that took too long.
  let timeout: TransportError.Timeout
  private let stopwatch: Stopwatch
  private let limit: Duration?

  /// - Parameter stopwatch: What began when the limit did; nil for now.
  init(
    _ limit: TimeLimit, clock: any Clock<Duration>, timeout: TransportError.Timeout = .total,
    since stopwatch: Stopwatch? = nil
  ) {
    self.clock = clock
    self.timeout = timeout
    self.limit = limit.duration
    self.stopwatch = stopwatch ?? Stopwatch(clock)
  }

  /// How long it has been since the deadline was made.
  var elapsed: Duration { stopwatch.elapsed }

  /// How much time is left, zero if it is over; nil without a limit.
  var left: Duration? { limit.map { max($0 - stopwatch.elapsed, .zero) } }

  var isOver: Bool { left == .zero }

  /// A second from now, or this if it is sooner.
  var moment: Deadline {
    let moment: Duration = .seconds(1)
    guard left.map({ moment < $0 }) ?? true else { return self }
    return Deadline(.duration(moment), clock: clock, timeout: timeout)
  }

  /// Does `work`, and cancels it when the time is up.
  func bound<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> (value: Value, isLate: Bool) {
    await bounded(by: left, clock: clock, work)
  }
}

/// The end of the time for a read, which cancels its source: that takes no task, where the source can be cancelled so.
struct ReadAlarm {
  private let id: Int

  /// - Returns: nil where only the task that reads can be cancelled, or time is not told by the client's own clock.
  init?(cancelling source: (any Cancellable)?, after limit: Duration, by clock: any Clock<Duration>) {
    guard let source, clock.isTimer else { return nil }
    id = Alarms.shared.cancel(source, at: .now.advanced(by: limit))
  }

  /// Ends it. Whether the time was up.
  func end() -> Bool { !Alarms.shared.remove(id) && !Task.isCancelled }
}

/// Does `work`, for no longer than `limit`. It is not compiled for each type again: what waits needs no such speed.
///
/// When the time is up, `work` is cancelled, and its value is late. When the calling task is cancelled, so is `work`,
/// and its value is returned as it is.
@_semantics("optimize.sil.specialize.generic.never")
func bounded<Value: Sendable>(
  by limit: Duration?, clock: any Clock<Duration>, _ work: @escaping @Sendable () async -> Value
) async -> (value: Value, isLate: Bool) {
  guard let limit else { return (await work(), false) }
  // Time that passes before a task is run counts.
  let sleep = clock.isTimer ? nil : clock.alarm(after: limit)
  let working = Task { await work() }
  let value: Value
  if let sleep {
    let timer = Task {
      try await sleep()
      working.cancel()
    }
    value = await working.valueOrCancellation
    timer.cancel()
  } else {
    let alarm = Alarms.shared.cancel(working, at: .now.advanced(by: limit))
    value = await working.valueOrCancellation
    Alarms.shared.remove(alarm)
  }
  return (value, working.isCancelled && !Task.isCancelled)
}

/// The same for one part of a call: what is cancelled because the time is up fails with this timeout.
@_semantics("optimize.sil.specialize.generic.never")
func bounded<Value: Sendable>(
  by limit: Duration?, clock: any Clock<Duration>, timeout: TransportError.Timeout,
  _ work: @escaping @Sendable () async throws(TransportError) -> Value
) async throws(TransportError) -> Value {
  guard let limit else { return try await work() }
  let (result, isLate) = await bounded(by: limit, clock: clock) { () async -> Result<Value, TransportError> in
    do throws(TransportError) { return .success(try await work()) } catch { return .failure(error) }
  }
  guard isLate else { return try result.get() }
  return try result.mapError { $0.isCancellation ? $0.late(timeout) : $0 }.get()
}

extension Task where Failure == Never {
  /// The value; cancelling the calling task cancels this one.
  fileprivate var valueOrCancellation: Success {
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
  /// This error, which the end of the time brought about, told as that.
  func late(_ timeout: Timeout) -> TransportError {
    TransportError(.timedOut(timeout), underlying: isCancellation ? underlying : self)
  }
}

extension ByteStream {
  /// The same bytes; waiting longer than that for the next ones ends them with a timeout.
  func watched(idle limit: Duration, clock: any Clock<Duration>) -> ByteStream {
    ByteStream(
      length: length, over: [self],
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

  private final class OneReader: Sendable {
    nonisolated(unsafe) private var chunks: AsyncIterator  // no lock: its one reader waits for each chunk

    init(_ chunks: AsyncIterator) {
      self.chunks = chunks
    }

    func next() async throws(TransportError) -> Data? { try await chunks.next(isolation: nil) }
  }
}
