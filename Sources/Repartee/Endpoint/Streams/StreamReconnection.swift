/// When to reopen a stream of events that broke or ended, with `Last-Event-ID`.
///
/// ```swift
/// .stream(
///   .serverSentEvents(reconnecting: .after(.seconds(1), limit: 5)))
/// ```
///
/// The pause doubles with each failure in a row, at least to 1, 2, 4 … and at most to 30 seconds. A longer first pause
/// applies, up to an hour. A server's `retry` takes the place of the first pause, and a longer Retry-After applies; of
/// both more than 60 seconds count as 60. <doc:StreamingResponses> has the rest.
///
/// Each reconnection has ``Client/timeout`` until its head. The new response decides:
///
/// | response | the stream |
/// | --- | --- |
/// | the status and the content type of the first | continues; an event ends the series of failures |
/// | 204 | ends |
/// | 429, 5xx | one more failure; at the limit ``CallError/Reason/undeclared`` |
/// | another status | fails with ``CallError/Reason/undeclared`` |
/// | another content type | fails with ``CallError/Reason/undecodable(_:)`` |
///
/// A refresh of a session's credential that fails temporarily is one more failure, too.
///
/// The error of a rejected response has up to 64 KiB of its body. A comment ends the series, too, if the stream was
/// open for 5 seconds. After a stream that the server ended, the error at the limit is
/// ``TransportError/Kind/connectionLost``.
///
/// The request's `Last-Event-ID` is sent until the server sends an ID; then that, unless it is empty or has a control
/// character.
public struct StreamReconnection: Sendable, Hashable {
  /// The first pause, an hour at most.
  public var pause: Duration
  /// The number of failures in a row that fails the stream.
  public var limit: Int

  init(pause: Duration = .seconds(3), limit: Int = 10) {
    self.pause = pause
    self.limit = limit
  }

  /// After 3 seconds, up to 10 failures in a row.
  public static let standard = StreamReconnection()

  /// After this pause, up to `limit` failures in a row.
  public static func after(_ pause: Duration, limit: Int = 10) -> StreamReconnection {
    StreamReconnection(pause: pause, limit: limit)
  }

  /// The longest pause that a server can ask for.
  private static let longestAsked = RetryPolicy.standard.maximumRetryAfter

  func pause(attempt: Int, asked: Duration?, retryAfter: Duration?) -> Duration {
    let own = min(max(pause, .zero), .seconds(3600))
    let first = asked.map { min($0, Self.longestAsked) } ?? own
    let factor = 1 << min(attempt - 1, 16)
    let floor = attempt > 1 ? Duration.seconds(factor / 2) : .zero
    let grown = min(max(first * factor, floor), .seconds(30))
    return max(first, grown, min(retryAfter ?? .zero, Self.longestAsked))
  }

  static func spread(_ pause: Duration, _ random: UInt64) -> Duration {
    pause + min(pause / 2, .seconds(15)).part(random)
  }
}

struct StreamResumption {
  /// Empty if the server reset it, nil if it sent none.
  var lastEventID: String?
  var delay: Duration?
}

protocol ResumableParser<Element>: StreamParser {
  var resumption: StreamResumption { get }
  var eventCount: Int { get }
  var commentCount: Int { get }
  mutating func restart()
}
