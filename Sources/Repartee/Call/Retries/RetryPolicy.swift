/// How often a client retries a failed request, and how long it waits before: see <doc:Retrying>.
///
/// The pause is random, up to the backoff. With a Retry-After (``ResponseHead/retryAfter``) it is that time and a
/// random part, up to the throttled backoff or, if longer, a quarter of Retry-After, but at most ``maximumDelay`` and
/// half of the time then left. A call without time for the pause fails at once. Without Retry-After, a throttled
/// request waits in the same way for the end of a used-up window of a quota (``RateLimit``), but an end beyond these
/// limits is ignored.
public struct RetryPolicy: Sendable, Hashable {
  /// The most attempts, not counting redirects and the one after a refresh of the credential; by default 3, at least 1.
  public var maximumAttempts = 3
  /// The backoff before the first retry, doubled for each further one; by default 50 milliseconds.
  public var baseDelay: Duration = .milliseconds(50)
  /// The same backoff if the server wants fewer requests (429, 529, a 503 with Retry-After); by default one second.
  public var throttledBaseDelay: Duration = .seconds(1)
  /// The longest backoff; by default 20 seconds.
  public var maximumDelay: Duration = .seconds(20)
  /// The longest Retry-After that the client waits for; by default 60 seconds. With a longer one the call fails at
  /// once.
  public var maximumRetryAfter: Duration = .seconds(60)
  /// The time limit of one attempt, to the end of the body or the head of a stream; by default none. At the limit the
  /// attempt fails with `timedOut(.attempt)`.
  public var attemptTimeout: Duration = .unlimited

  /// What ended the retries of a call that could go on. No cases will be added.
  public enum Limit: Sendable, Hashable {
    /// The ``RetryPolicy/maximumAttempts`` were made.
    case attempts
    /// The pause is longer than the time that the call has left.
    case time
    /// The server asks for a longer pause than ``RetryPolicy/maximumRetryAfter``.
    case retryAfter
    /// The budget of the origin is used up.
    case budget
    /// The request must not, or can't, be sent twice.
    case request
  }

  /// Creates a policy, by default the ``standard``.
  public init(
    maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(50), maximumDelay: Duration = .seconds(20)
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
  }

  /// The default policy, to change in a copy.
  public static let standard = RetryPolicy()

  /// No retries.
  public static let off: RetryPolicy = {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }()
}

extension RetryPolicy {
  /// Nil if there must be no retry. Retries count from 1.
  package func pause(
    beforeRetry retry: Int, after retryability: Retryability, asked: Duration?, left: Duration? = nil,
    random: UInt64
  ) -> Duration? {
    guard retryability != .permanent, retry < max(maximumAttempts, 1) else { return nil }
    guard let asked else {
      return backoff(beforeRetry: retry, isThrottled: retryability == .throttled).part(random)
    }
    guard asked <= maximumRetryAfter else { return nil }
    var spread = max(backoff(beforeRetry: retry, isThrottled: true), min(asked / 4, longestDelay))
    // The spread alone never makes the call fail, and leaves time for the attempt.
    if let left { spread = min(spread, max(left - asked, .zero) / 2) }
    return min(asked + spread.part(random), RetryAfter.maximumDelay)
  }

  /// The shortest pause before a retry that the budget does not limit.
  var shortestPause: Duration { min(max(baseDelay, .zero), longestDelay) }

  private var longestDelay: Duration { min(max(maximumDelay, .zero), RetryAfter.maximumDelay) }

  private func backoff(beforeRetry retry: Int, isThrottled: Bool) -> Duration {
    let limit = longestDelay
    var backoff = min(max(isThrottled ? throttledBaseDelay : baseDelay, .zero), limit)
    // Doubled step by step, as a shift could overflow. 62 steps reach any limit.
    for _ in 1..<min(max(retry, 1), 62) where backoff < limit { backoff = min(backoff * 2, limit) }
    return backoff
  }
}

extension Duration {
  /// A random part, of a duration of at most ``RetryAfter/maximumDelay``.
  func part(_ random: UInt64) -> Duration {
    // In nanoseconds, which are at most 3e18: a Duration times a Double traps if the product is long.
    .nanoseconds(Int64(self / .nanoseconds(1) * Double(random >> 11) / 0x1p53))
  }
}
