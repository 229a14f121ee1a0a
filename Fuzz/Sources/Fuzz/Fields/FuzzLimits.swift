import Foundation
@testable import Repartee

/// `Retry-After` and the quotas: any text is read or refused, and what is read can be counted with.
@Sendable func fuzzRetryAfterAndRateLimit(_ input: Input) {
  let texts = input.texts(4)
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  check(RetryAfter(texts[0]), now)
  let names = ["RateLimit-Remaining", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Limit"]
  var fields = HTTPFields()
  for (name, value) in zip(names, texts) {
    if let name = HTTPField.Name(name) { fields[name] = value }
  }
  let limit = RateLimit(fields)
  check(limit?.reset, now)
  if let limit { claim("\(limit)".utf8.count < 1_000, "\(limit)") }
}

private func check(_ retryAfter: RetryAfter?, _ now: Date) {
  guard let retryAfter else { return }
  let delay = retryAfter.delay(from: now)
  claim(delay >= .zero, "a delay of \(delay)")
  // As the attempts of a call do.
  _ = min(delay, .seconds(30))
  _ = max(delay, .seconds(1))
}
