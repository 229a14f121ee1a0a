/// How long something may take: a duration, or as long as it wants.
///
/// ```swift
/// client.timeout = .seconds(20)
/// try await client.send(GetReport()) { $0.timeout = .unlimited }
/// ```
///
/// A negative duration is zero; one of more than a hundred years is no limit, because no clock can count to every
/// `Duration`.
public struct TimeLimit: Sendable, Hashable {
  /// The longest it may take; nil for no limit.
  public let duration: Duration?

  private init(_ duration: Duration?) {
    self.duration = duration.flatMap { $0 > .seconds(100 * 365 * 86_400) ? nil : max($0, .zero) }
  }

  /// No limit.
  public static let unlimited = TimeLimit(nil)

  /// This duration.
  public static func duration(_ duration: Duration) -> TimeLimit { TimeLimit(duration) }

  /// So many seconds.
  public static func seconds(_ seconds: some BinaryInteger) -> TimeLimit {
    TimeLimit(.seconds(clamping: seconds))
  }

  /// So many seconds; NaN means no limit.
  public static func seconds(_ seconds: Double) -> TimeLimit { TimeLimit(.seconds(clamping: seconds)) }

  /// So many milliseconds.
  public static func milliseconds(_ milliseconds: some BinaryInteger) -> TimeLimit {
    TimeLimit(.milliseconds(Int64(clamping: milliseconds)))
  }

  /// So many minutes.
  public static func minutes(_ minutes: some BinaryInteger) -> TimeLimit {
    let (seconds, isTooLarge) = Int64(clamping: minutes).multipliedReportingOverflow(by: 60)
    return isTooLarge ? (minutes < 0 ? TimeLimit(.zero) : .unlimited) : .seconds(seconds)
  }
}

extension Duration {
  /// So many seconds, or as many as a `Duration` can hold.
  static func seconds(clamping seconds: some BinaryInteger) -> Duration { .seconds(Int64(clamping: seconds)) }

  /// So many seconds, or as many as are worth counting; what is not a number is as many.
  static func seconds(clamping seconds: Double) -> Duration {
    let most = 1e12  // 30,000 years
    return seconds.isNaN ? .seconds(most) : .seconds(min(max(seconds, -most), most))
  }
}
