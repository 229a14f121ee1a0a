/// How often a client sends a failed request again, and how long it waits before.
///
/// ```swift
/// client.retry = .off
/// client.retry.maximumAttempts = 5
/// try await client.send(GetUser(id: 7)) { $0.retry = .off }
/// ```
///
/// **Which failures.** A request is sent again if its failure may be temporary. The first of these that decides counts:
/// the endpoint (``ResponseCase/transience(_:)``), its outcome (``Outcome/transient``, ``Outcome/throttled``,
/// ``Outcome/permanent``), the status code (408, 425, 429, 500, 502, 503, 504), the transport (a connection that could
/// not be made or was lost, a timeout). Whether the status code is declared is irrelevant: the map reads the last
/// response.
///
/// **Which requests.** Only requests that may be sent twice are sent again: those with an idempotent method (GET, HEAD,
/// OPTIONS, TRACE, PUT, DELETE; RFC 9110, section 9.2.2), those that are declared idempotent or have a key
/// (``Request/Idempotency``), and any request that the server has certainly not acted on. Never sent again are a body
/// that can be read once and was read, and a request whose stream was handed over.
///
/// **When.** The pause is random, between zero and the backoff. The backoff is ``baseDelay``, or ``throttledBaseDelay``
/// if the server wants fewer requests, doubled for each retry, at most ``maximumDelay``. A longer Retry-After (seconds,
/// or a date) replaces the pause. If Retry-After is longer than ``maximumRetryAfter``, or the pause is longer than the
/// time left for the call, the call fails at once with the last response or error.
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
  ///   - random: Random bits.
  func pause(
    beforeRetry retry: Int, after transience: Transience, asked: Duration?, random: UInt64
  ) -> Duration? {
    guard transience != .permanent, retry < max(maximumAttempts, 1) else { return nil }
    // In nanoseconds: a Duration times a Double traps if the product is long. The longest backoff is 3e18 ns.
    let backoff = backoff(beforeRetry: retry, after: transience) / .nanoseconds(1)
    let jittered = Duration.nanoseconds(Int64(backoff * Double(random >> 11) / 0x1p53))
    guard let asked else { return jittered }
    return asked <= maximumRetryAfter ? max(jittered, asked) : nil
  }

  /// Returns the longest pause, without Retry-After.
  private func backoff(beforeRetry retry: Int, after transience: Transience) -> Duration {
    let limit = min(max(maximumDelay, .zero), RetryAfter.maximumDelay)
    var backoff = min(max(transience == .throttled ? throttledBaseDelay : baseDelay, .zero), limit)
    // Doubled step by step: a shift by the number of the retry could overflow. 62 steps reach any limit.
    for _ in 1..<min(max(retry, 1), 62) where backoff < limit { backoff = min(backoff * 2, limit) }
    return backoff
  }
}
