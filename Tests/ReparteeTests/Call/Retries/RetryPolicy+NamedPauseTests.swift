import Foundation
import Repartee
import ReparteeTesting
import TestSupport
import Testing

/// Pauses that a response names: in milliseconds, and as the end of a window of its quota.
@Suite(.timeLimit(.minutes(5))) struct RetryPolicyNamedPauseTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func fields(_ headers: [(String, String)]) -> HTTPFields {
    HTTPFields(
      headers.compactMap { header in
        HTTPField.Name(header.0).map { HTTPField(name: $0, value: header.1) }
      })
  }

  /// In milliseconds, without a random addition if `random` is 0.
  private func pauses(
    _ code: Int, _ headers: (String, String)..., map: ResponseMap<String, Never> = [.code(200, .decode)],
    random: UInt64 = 0, change: (inout Client) -> Void = { _ in }
  ) async -> [Int] {
    let clock = SkippingClock(end: .seconds(600))
    let response = TransportResponse.status(code, headers: fields(headers))
    var client = Client(baseURL: api, transport: InMemoryTransport { _ in response })
    client.clock = clock
    client.randomness = { random }
    client.now = { [now] in now }
    client.retry.maximumAttempts = 2
    change(&client)
    _ = await client.result(of: Resource(.get("/a"), map))
    return clock.sleeps.map { Int(($0 / .milliseconds(1)).rounded()) }
  }

  // MARK: Milliseconds

  @Test(arguments: ["retry-after-ms", "x-ms-retry-after-ms", "X-Amz-Retry-After"])
  func aPauseInMillisecondsTakesPrecedenceOverRetryAfter(name: String) async {
    for code in [408, 425, 429, 500, 502, 503, 504, 520, 529] {
      #expect(await pauses(code, (name, "1500")) == [1_500])
      #expect(await pauses(code, ("Retry-After", "9"), (name, "1500.5")) == [1_501])
    }
    #expect(
      await pauses(429, (name, "1500"), random: .max) == [2_500], "a random addition, as with Retry-After")
  }

  @Test(arguments: ["", "soon", "-5", "1e3", "1,5", "0x10"])
  func aFieldThatIsNoNumberIsIgnored(text: String) async {
    #expect(await pauses(429, ("retry-after-ms", text), ("x-ms-retry-after-ms", "70")) == [70])
    #expect(await pauses(429, ("retry-after-ms", text), ("Retry-After", "2")) == [2_000])
    #expect(await pauses(429, ("retry-after-ms", text)) == [])
  }

  @Test func aFieldWithTwoValuesIsIgnored() async {
    #expect(
      await pauses(429, ("retry-after-ms", "1"), ("retry-after-ms", "2"), ("Retry-After", "3")) == [3_000])
    #expect(await pauses(429, ("retry-after-ms", "7"), ("retry-after-ms", "7")) == [7])
  }

  @Test(arguments: ["60001", "9223372036854775807", String(repeating: "9", count: 100_000)])
  func aLongerPauseThanTheLimitFailsTheCall(text: String) async {
    #expect(await pauses(429, ("retry-after-ms", text), random: .max) == [])
  }

  @Test func aPauseBeyondTheTimeOfTheCallFailsIt() async {
    #expect(await pauses(429, ("retry-after-ms", "5000"), random: .max) { $0.timeout = .seconds(5) } == [])
    #expect(await pauses(429, ("retry-after-ms", "4999")) { $0.timeout = .seconds(5) } == [4_999])
  }

  @Test func a503WithAPauseInMillisecondsIsThrottled() async {
    #expect(await pauses(503, ("retry-after-ms", "x"), random: .max) == [1_000])
    #expect(await pauses(503, random: .max) == [50])
  }

  @Test func theTypedRetryAfterIsTheSame() {
    func retryAfter(_ headers: (String, String)...) -> RetryAfter? {
      Response(status: 429, headers: fields(headers)).retryAfter
    }
    #expect(retryAfter(("Retry-After", "9"), ("Retry-After-Ms", "1500")) == .delay(.milliseconds(1_500)))
    #expect(retryAfter(("x-amz-retry-after", "0.5")) == .delay(.microseconds(500)))
    #expect(retryAfter(("retry-after-ms", "3155760000001")) == .delay(RetryAfter.maximumDelay))
    #expect(retryAfter(("retry-after-ms", "99999999999999999999")) == .delay(RetryAfter.maximumDelay))
    #expect(retryAfter(("retry-after-ms", "\0")) == nil)
  }

  // MARK: Windows

  @Test func theEndOfAUsedWindowIsWaitedFor() async {
    #expect(await pauses(429, ("RateLimit", #""default";r=0;t=30"#)) == [30_000])
    #expect(await pauses(429, ("RateLimit", "limit=9, remaining=0, reset=20")) == [20_000])
    for prefix in ["RateLimit", "X-RateLimit", "X-Rate-Limit"] {
      for reset in ["30", "1800000030", "1800000030000", "2027-01-15T08:00:30Z", "30s"] {
        #expect(await pauses(429, (prefix + "-Remaining", "0"), (prefix + "-Reset", reset)) == [30_000])
      }
    }
    #expect(
      await pauses(429, ("RateLimit", "a;r=0;t=30"), random: .max) == [37_500], "with a random addition")
  }

  @Test func ofSeveralUsedWindowsTheLastEndIsWaitedFor() async {
    #expect(await pauses(429, ("RateLimit", "a;r=0;t=2, b;r=0;t=5, c;r=1;t=50")) == [5_000])
  }

  @Test func aWindowThatHasSomethingLeftIsNotWaitedFor() async {
    #expect(await pauses(429, ("X-RateLimit-Remaining", "1"), ("X-RateLimit-Reset", "30")) == [])
    #expect(await pauses(429, ("X-RateLimit-Reset", "30")) == [])
    #expect(await pauses(429, ("RateLimit", "a;t=30")) == [])
  }

  @Test func theRefillOfABucketIsNotWaitedFor() async {
    for name in ["x-ratelimit-remaining-requests", "x-ratelimit-remaining-tokens"] {
      let reset = name.replacingOccurrences(of: "remaining", with: "reset")
      #expect(await pauses(429, (name, "0"), (reset, "6m0s")) == [])
      #expect(await pauses(429, (name, "0"), (reset, "6s")) == [])
    }
    #expect(
      await pauses(
        429, ("anthropic-ratelimit-tokens-remaining", "0"),
        ("anthropic-ratelimit-tokens-reset", "2027-01-15T08:00:30Z")) == [])
    #expect(await pauses(429, ("X-Shopify-Shop-Api-Call-Limit", "40/40"), random: .max) == [1_000])
  }

  @Test func aFieldThatNamesAPauseWins() async {
    let used = ("RateLimit", "a;r=0;t=30")
    #expect(await pauses(429, used, ("Retry-After", "2")) == [2_000])
    #expect(await pauses(429, used, ("retry-after-ms", "300")) == [300])
    #expect(await pauses(429, used, ("Retry-After", "junk")) == [30_000])
  }

  @Test(arguments: ["61", "3600", "1800009999", "9223372036854775807", "253402300799"])
  func aWindowThatEndsTooLateFailsNoCall(reset: String) async {
    #expect(
      await pauses(429, ("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", reset), random: .max) == [1_000]
    )
  }

  @Test func aWindowThatEndsAfterTheCallFailsNoCall() async {
    let sleeps = await pauses(429, ("RateLimit", "a;r=0;t=30"), random: .max) { $0.timeout = .seconds(30) }
    #expect(sleeps == [1_000])
    #expect(await pauses(429, ("RateLimit", "a;r=0;t=30")) { $0.timeout = .seconds(31) } == [30_000])
  }

  @Test func onlyAThrottledCallWaitsForAWindow() async {
    let used = ("RateLimit", "a;r=0;t=30")
    for code in [500, 502, 503, 504] { #expect(await pauses(code, used, random: .max) == [50]) }
    #expect(await pauses(529, used) == [30_000])
    #expect(await pauses(403, used) == [])
    #expect(await pauses(403, used, map: [.code(403, .decode.throttled)]) == [30_000])
  }

  @Test func aResetThatIsNoTimeIsNotWaitedFor() async {
    for reset in ["-1", "1e308", "\0", String(repeating: "9", count: 100_000)] {
      let sleeps = await pauses(
        429, ("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", reset), random: .max)
      #expect(sleeps == [1_000])
    }
  }
}
