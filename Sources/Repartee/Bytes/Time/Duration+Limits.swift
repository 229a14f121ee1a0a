extension Duration {
  /// No time limit, where a duration is one.
  ///
  /// ```swift
  /// client.timeout = .seconds(20)
  /// try await client.send(GetReport()) { $0.timeout = .unlimited }
  /// ```
  ///
  /// As a time limit, a negative duration is zero, and one of more than a hundred years is no limit. It compares as the
  /// longest of them (`min(client.timeout, .seconds(5))`), and can be added to and doubled without an overflow.
  public static var unlimited: Duration { .seconds(Int64.max) }

  /// A duration in minutes, at most ``unlimited`` and at least its negative.
  public static func minutes(_ minutes: some BinaryInteger) -> Duration {
    let (seconds, isTooLarge) = Int64(clamping: minutes).multipliedReportingOverflow(by: 60)
    return isTooLarge ? (minutes < 0 ? .seconds(-Int64.max) : .unlimited) : .seconds(seconds)
  }

  /// What the duration is as a time limit: nil for none, and never negative. No clock can count to every duration.
  package var asLimit: Duration? { self > .seconds(Int64(100 * 365) * 86_400) ? nil : max(self, .zero) }
}
