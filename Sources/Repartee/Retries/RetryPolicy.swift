/// How often a client sends a request again that failed, and how long it waits before.
///
/// ```swift
/// client.retry = .off
/// client.retry.maximumAttempts = 5
/// try await client.send(GetUser(id: 7)) { $0.retry = .off }
/// ```
///
/// **What is sent again.** What can pass, by the first of these that says so: the endpoint (``Endpoint/transience``),
/// its outcome (``Outcome/transient``, ``Outcome/throttled``, ``Outcome/permanent``), the status (408, 425, 429, 500,
/// 502, 503, 504), the transport (a connection that could not be made or was lost, a timeout). Whether the status is
/// declared plays no part: the map reads the last response.
///
/// And only what may be sent twice: requests of an idempotent method (GET, HEAD, OPTIONS, TRACE, PUT, DELETE; RFC 9110,
/// section 9.2.2), others if they are declared so or have a key (``Request/Idempotency``), and any request that the
/// server has certainly not acted on. Never a body that can be read once and was, nor a stream that was handed over.
///
/// **When.** After a pause of a random length between zero and the backoff: that is ``baseDelay``, or
/// ``throttledBaseDelay`` where the server wants fewer requests, doubled for each retry, ``maximumDelay`` at most. A
/// Retry-After (seconds, or a date) is waited for if it is longer. If it is longer than ``maximumRetryAfter``, or any
/// pause than the time the call has left, the call fails at once with what came.
///
/// **How much.** A *budget* for each origin, which all copies of a client share, bounds retries when a server is down:
/// it holds 200 units. A retry takes 2 of them, a throttled one 1; a call that succeeds gives 1 back. Without units a
/// call fails with what came: a server that fails every one of 1,000 calls gets 1,100 requests, not 3,000.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request is sent at most, the first attempt included; redirects do not count. The default is 3; less
  /// than 1 is 1.
  public var maximumAttempts = 3
  /// The backoff before the first retry. The default is 50 milliseconds.
  public var baseDelay: Duration = .milliseconds(50)
  /// The same where the server wants fewer requests. The default is one second.
  public var throttledBaseDelay: Duration = .seconds(1)
  /// The longest backoff. The default is 20 seconds.
  public var maximumDelay: Duration = .seconds(20)
  /// The longest Retry-After that is waited for. The default is 60 seconds.
  public var maximumRetryAfter: Duration = .seconds(60)
  /// The longest one attempt may take, from sending to the end of the body, or of a stream to its head; then it fails
  /// with `timedOut(.attempt)`, and the next one begins. The default is no limit but ``Client/timeout``.
  public var attemptTimeout: TimeLimit = .unlimited

  private init() {}

  /// The default: 3 attempts. To begin with where another policy is wanted: `var policy = RetryPolicy.standard`.
  public static let standard = RetryPolicy()

  /// Nothing is sent again.
  public static let off: RetryPolicy = {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }()
}

extension RetryPolicy {
  /// How long to wait before a retry; nil if there is to be none.
  ///
  /// - Parameters:
  ///   - retry: Which retry of the call it is, the first is 1.
  ///   - asked: How long the server asks to wait.
  ///   - random: Random bits.
  func pause(
    beforeRetry retry: Int, after transience: Transience, asked: Duration?, random: UInt64
  ) -> Duration? {
    guard transience != .permanent, retry < max(maximumAttempts, 1) else { return nil }
    // In nanoseconds: a Duration times a Double traps where the product is long. The longest backoff is 3e18 of them.
    let backoff = backoff(beforeRetry: retry, after: transience) / .nanoseconds(1)
    let jittered = Duration.nanoseconds(Int64(backoff * Double(random >> 11) / 0x1p53))
    guard let asked else { return jittered }
    return asked <= maximumRetryAfter ? max(jittered, asked) : nil
  }

  /// The longest pause, without Retry-After.
  private func backoff(beforeRetry retry: Int, after transience: Transience) -> Duration {
    let limit = min(max(maximumDelay, .zero), RetryAfter.maximumDelay)
    var backoff = min(max(transience == .throttled ? throttledBaseDelay : baseDelay, .zero), limit)
    // Doubled step by step: a shift by the number of the retry could overflow. 62 steps reach any limit.
    for _ in 1..<min(max(retry, 1), 62) where backoff < limit { backoff = min(backoff * 2, limit) }
    return backoff
  }
}
