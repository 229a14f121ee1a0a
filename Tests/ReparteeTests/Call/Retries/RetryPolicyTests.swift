import TestSupport
import Testing

@testable import Repartee

struct RetryPolicyTests {
  private let policy = RetryPolicy.standard

  private func pause(
    _ retry: Int, _ retryability: Retryability = .transient, asked: Duration? = nil, random: UInt64 = .max,
    _ policy: RetryPolicy = .standard
  ) -> Duration? {
    policy.pause(beforeRetry: retry, after: retryability, asked: asked, random: random)
  }

  private func isNear(_ duration: Duration?, _ other: Duration) -> Bool {
    guard let duration else { return false }
    return duration <= other && duration > other * 0.999
  }

  @Test func theBackoffDoublesUpToItsLimit() {
    var policy = RetryPolicy.standard
    policy.maximumAttempts = .max
    for (retry, limit) in [
      (1, 50), (2, 100), (3, 200), (9, 12_800), (10, 20_000), (64, 20_000), (.max - 1, 20_000),
    ] {
      #expect(isNear(pause(retry, policy), .milliseconds(limit)), "\(retry)")
    }
    #expect(isNear(pause(1, .throttled, policy), .seconds(1)))
    #expect(isNear(pause(3, .throttled, policy), .seconds(4)))
  }

  private func pause(_ retry: Int, _ policy: RetryPolicy) -> Duration? {
    policy.pause(beforeRetry: retry, after: .transient, asked: nil, random: .max)
  }

  private func pause(_ retry: Int, _ retryability: Retryability, _ policy: RetryPolicy) -> Duration? {
    policy.pause(beforeRetry: retry, after: retryability, asked: nil, random: .max)
  }

  @Test func thePauseIsAnywhereBelowTheBackoff() async {
    #expect(pause(1, random: 0) == .zero)
    await forAll { random in
      let retry = random.int(1...2)
      let pause = pause(retry, random: random.next())
      #expect(pause.map { $0 >= .zero && $0 <= .milliseconds(50 << (retry - 1)) } == true)
    }
  }

  @Test func thereAreThreeAttempts() {
    #expect(pause(2) != nil && pause(3) == nil && pause(.max) == nil)
    #expect(pause(1, RetryPolicy.off) == nil)
    var policy = RetryPolicy.standard
    for attempts in [Int.min, -1, 0, 1] {
      policy.maximumAttempts = attempts
      #expect(pause(1, policy) == nil)
    }
  }

  @Test func whatIsPermanentIsNotSentAgain() {
    #expect(pause(1, .permanent) == nil && pause(1, .neverSent) != nil)
  }

  @Test func theServersDelayIsWaitedForUpToAMinute() {
    #expect(pause(1, asked: .seconds(7), random: 0) == .seconds(7))
    #expect(pause(1, asked: .seconds(60), random: 0) == .seconds(60))
    #expect(pause(1, asked: .seconds(61), random: 0) == nil)
    #expect(pause(1, asked: RetryAfter.maximumDelay) == nil)
  }

  @Test func theServersDelayHasARandomAddition() {
    #expect(isNear(pause(1, asked: .zero), .seconds(1)), "a server that says so wants fewer requests")
    #expect(isNear(pause(2, asked: .zero), .seconds(2)))
    #expect(isNear(pause(1, asked: .seconds(2)), .seconds(3)))
    #expect(isNear(pause(1, asked: .seconds(60)), .seconds(75)), "a quarter of a long delay")
    var policy = RetryPolicy.standard
    policy.maximumRetryAfter = .seconds(Int64.max)
    #expect(
      isNear(pause(1, asked: .seconds(1_000), policy), .seconds(1_020)), "no more than the longest backoff")
    #expect(pause(1, asked: RetryAfter.maximumDelay, policy) == RetryAfter.maximumDelay)
    policy.maximumDelay = .zero
    #expect(pause(1, asked: .seconds(40), policy) == .seconds(40))
  }

  private func pause(_ retry: Int, asked: Duration, _ policy: RetryPolicy) -> Duration? {
    policy.pause(beforeRetry: retry, after: .throttled, asked: asked, random: .max)
  }

  @Test func theServersDelayIsNeverUndercutAndTheAdditionFailsNoCall() async {
    await forAll { random in
      let asked = Duration.milliseconds(random.int(0...60_000))
      let left = random.bool() ? Duration.milliseconds(random.int(0...90_000)) : nil
      let retryability = random.one(of: [Retryability.transient, .throttled, .neverSent])
      let pause = policy.pause(
        beforeRetry: random.int(1...2), after: retryability, asked: asked, left: left, random: random.next())
      #expect(pause.map { $0 >= asked && $0 <= asked + max(.seconds(2), asked / 4) } == true)
      if let left, asked < left { #expect(pause.map { $0 < left } == true) }
    }
  }

  @Test(arguments: [
    Duration.zero, .seconds(-5), .nanoseconds(1), .seconds(Int64.max), .seconds(Int64.min), .milliseconds(50),
  ])
  func extremesAreClamped(duration: Duration) {
    var policy = RetryPolicy.standard
    policy.maximumAttempts = .max
    policy.baseDelay = duration
    policy.throttledBaseDelay = duration
    policy.maximumRetryAfter = duration
    for maximum in [Duration.seconds(20), duration] {
      policy.maximumDelay = maximum
      for retry in [1, 2, 63, 64, Int.max - 1] {
        for retryability in [Retryability.transient, .throttled, .neverSent] {
          let pause = pause(retry, retryability, policy)
          #expect(pause.map { $0 >= .zero && $0 <= RetryAfter.maximumDelay } == true)
        }
      }
    }
  }
}
