/// How often a client sends a failed request again, and how long it waits before; see the guide "Retrying safely".
///
/// **Which failures.** The first that decides counts: the map's rule (``ResponseCase/retryRule(_:)``), its outcome
/// (such as ``Outcome/transient``), the status code (408, 421, 425, 429, 500, 502, 503, 504, 520 to 524, 529), the
/// transport.
///
/// **Which requests.** Those with an idempotent method (RFC 9110, section 9.2.2), those declared idempotent or with a
/// key (``Request/Idempotency``), and those that the server has certainly not acted on. Never a body that can be read
/// once and was read, or a stream that was handed over.
///
/// **When.** The pause is random, up to the backoff: ``baseDelay``, or ``throttledBaseDelay`` if the server wants fewer
/// requests (429, 529, a 503 with Retry-After), doubled for each retry up to ``maximumDelay``. With a Retry-After
/// (seconds, or a date), the pause is that time and a random one: up to the throttled backoff or, if longer, a quarter
/// of Retry-After, but at most ``maximumDelay`` and half of the call's time left after it. If Retry-After exceeds
/// ``maximumRetryAfter``, or the pause the time left, the call fails at once.
///
/// **How much.** Copies of a client share a budget of 200 units for each origin. A retry takes 2, a throttled one 1. A
/// call that succeeds, or fails permanently below status 500, returns 1. Without units, a call fails with the last
/// response or error.
public struct RetryPolicy: Sendable, Hashable {
  /// The most attempts, without redirects. The default is 3; less than 1 counts as 1.
  public var maximumAttempts = 3
  /// The backoff before the first retry. The default is 50 milliseconds.
  public var baseDelay: Duration = .milliseconds(50)
  /// The backoff before the first retry if the server wants fewer requests. The default is one second.
  public var throttledBaseDelay: Duration = .seconds(1)
  /// The longest backoff. The default is 20 seconds.
  public var maximumDelay: Duration = .seconds(20)
  /// The longest Retry-After that the client waits for. The default is 60 seconds.
  public var maximumRetryAfter: Duration = .seconds(60)
  /// The time limit of one attempt, to the end of the body or the head of a stream. At the limit it fails with
  /// `timedOut(.attempt)`. The default is no limit but ``Client/timeout``.
  public var attemptTimeout: TimeLimit = .unlimited

  private init() {}

  /// The default policy, to change in a copy.
  public static let standard = RetryPolicy()

  /// Never sends a request again.
  public static let off: RetryPolicy = {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }()
}

extension RetryPolicy {
  /// Nil if there must be no retry, whose numbers start at 1.
  func pause(
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

  private var longestDelay: Duration { min(max(maximumDelay, .zero), RetryAfter.maximumDelay) }

  private func backoff(beforeRetry retry: Int, isThrottled: Bool) -> Duration {
    let limit = longestDelay
    var backoff = min(max(isThrottled ? throttledBaseDelay : baseDelay, .zero), limit)
    // Doubled step by step: a shift by the number of the retry could overflow. 62 steps reach any limit.
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
