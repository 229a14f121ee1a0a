import Foundation
import Repartee
import TestSupport
import Testing

/// Quotas in the fields of drafts and vendors.
struct RateLimitFieldsTests {
  private func limits(_ headers: [(String, String)]) -> [RateLimit] {
    var fields = HTTPFields()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return Response(status: 200, headers: fields).rateLimits
  }

  private func date(_ seconds: Double) -> RetryAfter { .date(Date(timeIntervalSince1970: seconds)) }

  private func expect(
    _ limit: RateLimit?, _ name: String?, _ remaining: Int, of size: Int?, _ reset: RetryAfter?,
    window: Duration? = nil, unit: String = "requests", refills: Bool = false,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(limit?.name == name && limit?.unit == unit, sourceLocation: location)
    #expect(limit?.remaining == remaining && limit?.limit == size, sourceLocation: location)
    #expect(limit?.reset == reset && limit?.window == window, sourceLocation: location)
    #expect(limit?.refillsGradually == refills, sourceLocation: location)
  }

  // MARK: The drafts of the IETF

  @Test func eachMemberOfRateLimitIsAQuotaWithItsPolicy() {
    let found = limits([
      ("RateLimit-Policy", #""burst";q=100;w=60;pk=:c2VjcmV0PT0=:, "bytes";q=9000;qu="content-bytes";w=1.5"#),
      ("RateLimit", #""burst";r=0;t=30, "bytes";r=8999"#), ("RateLimit", #""a, b; c";r=7;t=1"#),
    ])
    #expect(found.count == 3)
    expect(found.first, "burst", 0, of: 100, .delay(.seconds(30)), window: .seconds(60))
    expect(
      found.dropFirst().first, "bytes", 8_999, of: 9_000, nil, window: .milliseconds(1_500),
      unit: "content-bytes")
    expect(found.last, "a, b; c", 7, of: nil, .delay(.seconds(1)))
  }

  @Test func thePolicyMayBeATokenAndSpacesAreNoMatter() {
    let found = limits([("RateLimit-Policy", "default ; q=5"), ("RateLimit", " default ;r=4 ; t=2 ")])
    expect(found.first, "default", 4, of: 5, .delay(.seconds(2)))
    expect(limits([("RateLimit", #""a=b";r=1"#)]).first, "a=b", 1, of: nil, nil)
  }

  @Test func ofDraft7RateLimitIsADictionary() {
    let found = limits([
      ("RateLimit", "limit=100, remaining=50, reset=5.5"), ("RateLimit-Policy", "10;w=1, 100;w=60"),
    ])
    #expect(found.count == 1)
    expect(found.first, nil, 50, of: 100, .delay(.milliseconds(5_500)), window: .seconds(60))
  }

  @Test func ofDrafts3To6EachNumberHasAField() {
    let found = limits([
      ("RateLimit-Limit", "50, 10;w=1, 50;w=60"), ("RateLimit-Remaining", "9"), ("RateLimit-Reset", "40"),
    ])
    expect(found.first, nil, 9, of: 50, .delay(.seconds(40)), window: .seconds(60))
  }

  @Test func ofSeveralDialectsTheDraftsComeFirst() {
    let found = limits([
      ("x-ratelimit-remaining-tokens", "5"), ("X-Rate-Limit-Remaining", "4"), ("X-RateLimit-Remaining", "3"),
      ("RateLimit-Remaining", "2"), ("RateLimit", "default;r=1"),
    ])
    #expect(found.map(\.remaining) == [1, 2, 3, 4, 5])
  }

  // MARK: Vendors

  @Test func delaysWithUnitsAreRead() {
    let found = limits([
      ("x-ratelimit-limit-requests", "60"), ("x-ratelimit-remaining-requests", "59"),
      ("x-ratelimit-reset-requests", "1s"), ("x-ratelimit-limit-tokens", "150000"),
      ("x-ratelimit-remaining-tokens", "149984"), ("x-ratelimit-reset-tokens", "2m59.56s"),
    ])
    #expect(found.count == 2)
    expect(found.first, "requests", 59, of: 60, .delay(.seconds(1)), refills: true)
    expect(
      found.last, "tokens", 149_984, of: 150_000, .delay(.milliseconds(179_560)), unit: "tokens",
      refills: true)
  }

  @Test(
    arguments: [
      ("6m0s", .seconds(360)), ("20ms", .milliseconds(20)), ("1h2m3.5s", .milliseconds(3_723_500)),
      ("1d", .seconds(86_400)), (" 7.66s ", .milliseconds(7_660)), ("0s", .zero), ("5µs", .microseconds(5)),
      ("12us", .microseconds(12)), ("3ns", .nanoseconds(3)), ("1s;x", .seconds(1)), ("1w", nil), ("s", nil),
      ("1", .seconds(1)), ("1s2", nil), ("-1s", nil), ("1..5s", nil), ("1S", nil), ("1s s", nil),
      ("99999999999999999999d", RetryAfter.maximumDelay), ("1e308", nil), ("\0", nil),
    ] as [(String, Duration?)])
  func unitsAreThoseOfGo(text: String, delay: Duration?) {
    let found = limits([("x-ratelimit-remaining-requests", "0"), ("x-ratelimit-reset-requests", text)])
    #expect(found.first?.reset == delay.map(RetryAfter.delay))
  }

  @Test func theNameMayStandBeforeWhatTheNumberIs() {
    let found = limits([
      ("anthropic-ratelimit-input-tokens-limit", "50000"),
      ("anthropic-ratelimit-input-tokens-remaining", "49000"),
      ("anthropic-ratelimit-input-tokens-reset", "2027-01-31T12:00:00Z"),
      ("anthropic-priority-output-tokens-remaining", "7"), ("X-RateLimit-Requests-Remaining", "8"),
      ("X-RateLimit-Requests-Limit", "1500"), ("X-RateLimit-Requests-Reset", "1800000000123"),
    ])
    #expect(found.count == 3)
    expect(
      found[0], "input-tokens", 49_000, of: 50_000, date(1_801_396_800), unit: "tokens", refills: true)
    expect(found[1], "priority-output-tokens", 7, of: nil, nil, unit: "tokens", refills: true)
    expect(found[2], "requests", 8, of: 1_500, date(1_800_000_000.123), refills: true)
  }

  @Test(arguments: [
    "2027-01-31T12:00:00Z", "2027-01-31T12:00Z", "2027-01-31T14:00:00+02:00", "1801396800",
    "1801396800.0", "1801396800000", "Sun, 31 Jan 2027 12:00:00 GMT",
  ])
  func aResetMayBeATime(text: String) {
    for name in ["X-RateLimit", "x-rate-limit", "RateLimit"] {
      let found = limits([("\(name)-Remaining", "0"), ("\(name)-Reset", text)])
      expect(found.first, nil, 0, of: nil, date(1_801_396_800))
    }
  }

  @Test func theDelayOfDiscordIsMoreExactThanItsTime() {
    let found = limits([
      ("X-RateLimit-Limit", "5"), ("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1470173023"),
      ("X-RateLimit-Reset-After", "1.25"), ("X-RateLimit-Bucket", "abcd1234"),
    ])
    #expect(found.count == 1)
    expect(found.first, nil, 0, of: 5, .delay(.milliseconds(1_250)))
  }

  @Test func whatShopifyHasUsedIsTakenOff() {
    let found = limits([("X-Shopify-Shop-Api-Call-Limit", "39/40")])
    #expect(found.count == 1)
    expect(found.first, nil, 1, of: 40, nil, refills: true)
    #expect(limits([("X-Shopify-Shop-Api-Call-Limit", "41/40")]).first?.remaining == 0)
    for text in ["40", "a/b", "/", "1/", ""] {
      #expect(limits([("X-Shopify-Shop-Api-Call-Limit", text)]).isEmpty)
    }
  }

  @Test(
    arguments: [
      ("x-rate-limit-remaining", "x-rate-limit", nil),
      ("X-RateLimit-Remaining-Minute", "X-RateLimit-Limit-Minute", "minute"),
      ("x-app-limit-24hour-remaining", "x-app-limit-24hour-limit", "app-24hour"),
      ("X-HubSpot-RateLimit-Daily-Remaining", "X-HubSpot-RateLimit-Daily", "hubspot-daily"),
      ("x-ratelimit-remaining-requests-day", "x-ratelimit-limit-requests-day", "requests-day"),
    ] as [(String, String, String?)])
  func furtherNamesFollowTheSameRule(remaining: String, limit: String, name: String?) {
    expect(limits([(remaining, "3"), (limit, "9")]).first, name, 3, of: 9, nil, refills: name != nil)
  }

  @Test(arguments: ["remaining", "x-days-remaining", "x-limit", "x-ratelimit", "ratelimit-reset"])
  func otherFieldsAreNoQuotas(name: String) {
    #expect(limits([(name, "1")]).isEmpty)
  }

  // MARK: Hostile values

  @Test func noMoreThanFiftyQuotasAreRead() {
    let member = #""a";r=1;t=1"#
    #expect(
      limits([("RateLimit", Array(repeating: member, count: 10_000).joined(separator: ","))]).count == 50)
    #expect(limits((0..<500).map { ("x-ratelimit-remaining-\($0)", "1") }).count == 50)
    #expect(limits([("x-ratelimit-remaining-" + String(repeating: "a-", count: 50_000) + "b", "1")]).isEmpty)
  }

  @Test func anyFieldsAreReadWithoutATrap() async {
    let shapes = [
      #""default";r=50;t=30;q=9;w=9223372036854775807"#, "limit=100, remaining=50, reset=5", "2m59.56s",
      "39/40",
      "2027-01-31T12:00:00Z", "-9223372036854775808", "1e308", String(repeating: "9", count: 400),
    ]
    let names = [
      "RateLimit", "RateLimit-Policy", "RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset-After",
      "X-RateLimit-Reset", "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens",
      "X-Shopify-Shop-Api-Call-Limit",
    ]
    await forAll(runs: 2_000) { generator in
      let headers = generator.array(1...9) { ($0.one(of: names), $0.mangled($0.one(of: shapes))) }
      for limit in limits(headers) {
        #expect(limit.remaining >= 0 && limit.limit ?? 0 >= 0)
        for now in [0, 1_800_000_000, 1e300] {
          let delay = limit.reset?.delay(from: Date(timeIntervalSince1970: now)) ?? .zero
          #expect((.zero...RetryAfter.maximumDelay).contains(delay))
        }
        #expect((.zero...RetryAfter.maximumDelay).contains(limit.window ?? .zero))
      }
    }
  }

  @Test(arguments: ["9", ";", ",", "=", "\"", "1s", "a;", "a=b,"])
  func longTextsAreReadInLinearTime(text: String) {
    let long = String(repeating: text, count: 100_000)
    for name in ["RateLimit", "RateLimit-Policy", "X-RateLimit-Reset", "X-Shopify-Shop-Api-Call-Limit"] {
      #expect(limits([(name, long), ("X-RateLimit-Remaining", "1")]).count <= 2)
    }
  }
}
