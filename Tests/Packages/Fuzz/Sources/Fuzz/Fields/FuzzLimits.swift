import Foundation
@testable import Repartee

/// `Retry-After` and the quotas: any text is read or refused, and what is read can be counted with.
@Sendable func fuzzRetryAfterAndRateLimit(_ input: Input) {
  let names = [
    "RateLimit", "RateLimit-Policy", "X-RateLimit-Remaining", "X-RateLimit-Limit", "X-RateLimit-Reset",
    "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens", "X-Shopify-Shop-Api-Call-Limit",
    "retry-after-ms",
  ]
  let texts = input.texts(names.count)
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  check(RetryAfter(texts[0]), now)
  var fields = HTTPFields()
  for (name, value) in zip(names, texts) {
    if let name = HTTPField.Name(name) { fields[name] = value }
  }
  check(fields.retryAfter, now)
  for limit in RateLimit.all(in: fields) {
    check(limit.reset, now)
    claim(limit.remaining >= 0, "\(limit.remaining) is left")
  }
}

private func check(_ retryAfter: RetryAfter?, _ now: Date) {
  guard let retryAfter else { return }
  let delay = retryAfter.delay(from: now)
  claim(delay >= .zero, "a delay of \(delay)")
  // As the attempts of a call do.
  _ = min(delay, .seconds(30))
  _ = max(delay, .seconds(1))
}
