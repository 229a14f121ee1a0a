/// A time limit, or none.
///
/// ```swift
/// client.timeout = .seconds(20)
/// try await client.send(GetReport()) { $0.timeout = .unlimited }
/// ```
///
/// A negative duration is zero, one of more than a hundred years no limit.
public struct TimeLimit: Sendable, Hashable {
  /// The duration of the limit; nil for no limit.
  public let duration: Duration?

  private init(_ duration: Duration?) {
    self.duration = duration.flatMap { $0 > .seconds(Int64(100 * 365) * 86_400) ? nil : max($0, .zero) }
  }

  /// No limit.
  public static let unlimited = TimeLimit(nil)

  /// A limit of this duration.
  public static func duration(_ duration: Duration) -> TimeLimit { TimeLimit(duration) }

  /// A limit in seconds.
  public static func seconds(_ seconds: some BinaryInteger) -> TimeLimit {
    TimeLimit(.seconds(clamping: seconds))
  }

  /// A limit in seconds; NaN means no limit.
  public static func seconds(_ seconds: Double) -> TimeLimit { TimeLimit(.seconds(clamping: seconds)) }

  /// A limit in milliseconds.
  public static func milliseconds(_ milliseconds: some BinaryInteger) -> TimeLimit {
    TimeLimit(.milliseconds(Int64(clamping: milliseconds)))
  }

  /// A limit in minutes.
  public static func minutes(_ minutes: some BinaryInteger) -> TimeLimit {
    let (seconds, isTooLarge) = Int64(clamping: minutes).multipliedReportingOverflow(by: 60)
    return isTooLarge ? (minutes < 0 ? TimeLimit(.zero) : .unlimited) : .seconds(seconds)
  }
}

extension Duration {
  static func seconds(clamping seconds: some BinaryInteger) -> Duration { .seconds(Int64(clamping: seconds)) }

  /// NaN becomes the maximum.
  static func seconds(clamping seconds: Double) -> Duration {
    let most = 1e12
    return seconds.isNaN ? .seconds(most) : .seconds(min(max(seconds, -most), most))
  }
}
