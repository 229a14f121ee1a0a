/// How often a client sends a failed request again, and how long it waits before.
///
/// ```swift
/// client.retry = .off
/// client.retry.maximumAttempts = 5
/// try await client.send(GetUser(id: 7)) { $0.retry = .off }
/// ```
///
/// **Which failures.** A request is sent again if its failure may be temporary. The first of these that decides counts:
/// the map's rule (``ResponseCase/retryRule(_:)``), its outcome (``Outcome/transient``, ``Outcome/throttled``,
/// ``Outcome/permanent``), the status code (408, 421, 425, 429, 500, 502, 503, 504, 520 to 524, 529), the transport (a
/// connection that could not be made or was lost, a timeout). Whether the status code is declared is irrelevant: the
/// map reads the last response.
///
/// **Which requests.** Only requests that may be sent twice are sent again: those with an idempotent method (GET, HEAD,
/// OPTIONS, TRACE, PUT, DELETE; RFC 9110, section 9.2.2), those that are declared idempotent or have a key
/// (``Request/Idempotency``), and any request that the server has certainly not acted on: it was not sent, the response
/// is a 421 or a 425, or it was throttled and is declared ``Request/Idempotency/whenThrottled``. Never sent again are a
/// body that can be read once and was read, and a request whose stream was handed over.
///
/// **When.** The pause is random, between zero and the backoff. The backoff is ``baseDelay``, or ``throttledBaseDelay``
/// if the server wants fewer requests (429, 529, a 503 with Retry-After), doubled for each retry, at most
/// ``maximumDelay``.
///
/// With a Retry-After (seconds, or a date), the pause is that time plus a random one, so that clients that were refused
/// together do not return together: between zero and the throttled backoff, or a quarter of Retry-After if that is
/// longer, at most ``maximumDelay``, and at most half of the time that the call has left after Retry-After. If
/// Retry-After is longer than ``maximumRetryAfter``, or the pause is longer than the time left for the call, the call
/// fails at once with the last response or error.
///
/// **How much.** A *budget* for each origin, which all copies of a client share, limits retries when a server is down:
/// it holds 200 units. A retry takes 2 units, a throttled one 1; a call that succeeds, or fails permanently with a
/// status code below 500, returns 1. Without units a call fails with the last response or error: a server that fails
/// every one of 1,000 calls gets 1,100 requests, not 3,000.
public struct RetryPolicy: Sendable, Hashable {
  /// The most times that a request is sent, including the first attempt but not redirects. The default is 3; less than
  /// 1 counts as 1.
  public var maximumAttempts = 3
  /// The backoff before the first retry. The default is 50 milliseconds.
  public var baseDelay: Duration = .milliseconds(50)
  /// The backoff before the first retry if the server wants fewer requests. The default is one second.
  public var throttledBaseDelay: Duration = .seconds(1)
  /// The longest backoff. The default is 20 seconds.
  public var maximumDelay: Duration = .seconds(20)
  /// The longest Retry-After that the client waits for. The default is 60 seconds.
  public var maximumRetryAfter: Duration = .seconds(60)
  /// The longest one attempt may take, from sending to the end of the body, or to the head of a stream. After that the
  /// attempt fails with `timedOut(.attempt)`, and the next one begins. The default is no limit but ``Client/timeout``.
  public var attemptTimeout: TimeLimit = .unlimited

  private init() {}

  /// The default policy, with 3 attempts. A start for your own: `var policy = RetryPolicy.standard`.
  public static let standard = RetryPolicy()

  /// Never sends a request again.
  public static let off: RetryPolicy = {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }()
}

extension RetryPolicy {
  /// Returns the pause before a retry; nil if there must be no retry.
  ///
  /// - Parameters:
  ///   - retry: The number of the retry in the call, starting at 1.
  ///   - asked: The delay that the server asks for.
  ///   - left: The time that the call has left; nil without a limit.
  ///   - random: Random bits.
  func pause(
    beforeRetry retry: Int, after retryability: Retryability, asked: Duration?, left: Duration? = nil,
    random: UInt64
  ) -> Duration? {
    guard retryability != .permanent, retry < max(maximumAttempts, 1) else { return nil }
    guard let asked else {
      return part(of: backoff(beforeRetry: retry, isThrottled: retryability == .throttled), random)
    }
    guard asked <= maximumRetryAfter else { return nil }
    var spread = max(backoff(beforeRetry: retry, isThrottled: true), min(asked / 4, longestDelay))
    // The spread alone never makes the call fail, and leaves time for the attempt.
    if let left { spread = min(spread, max(left - asked, .zero) / 2) }
    return min(asked + part(of: spread, random), RetryAfter.maximumDelay)
  }

  /// Returns a random part of a duration of at most ``RetryAfter/maximumDelay``.
  private func part(of duration: Duration, _ random: UInt64) -> Duration {
    // In nanoseconds, which are at most 3e18: a Duration times a Double traps if the product is long.
    .nanoseconds(Int64(duration / .nanoseconds(1) * Double(random >> 11) / 0x1p53))
  }

  private var longestDelay: Duration { min(max(maximumDelay, .zero), RetryAfter.maximumDelay) }

  /// Returns the longest pause, without Retry-After.
  private func backoff(beforeRetry retry: Int, isThrottled: Bool) -> Duration {
    let limit = longestDelay
    var backoff = min(max(isThrottled ? throttledBaseDelay : baseDelay, .zero), limit)
    // Doubled step by step: a shift by the number of the retry could overflow. 62 steps reach any limit.
    for _ in 1..<min(max(retry, 1), 62) where backoff < limit { backoff = min(backoff * 2, limit) }
    return backoff
  }
}
