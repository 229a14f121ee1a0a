import Foundation
import Repartee
import ReparteeCaching

// Retries, as in other libraries.

client.retry = 3
// says: maximumAttempts

client.retry.attempts = 3
// says: maximumAttempts

client.retry.total = 3
// says: maximumAttempts

client.retry.backoffLimit = .seconds(3)
// says: maximumDelay

client.retry.maxDelay = .seconds(3)
// says: maximumDelay

client.retry.initialDelay = .seconds(1)
// says: baseDelay

client.retry.backoffFactor = 0.5
// says: baseDelay

client.retry.maxRetryAfter = .seconds(60)
// says: maximumRetryAfter

client.retry.methods = [.get, .put]
// says: idempotency

client.retry.retryableHTTPMethods = [.get]
// says: idempotency

client.retry.statusForcelist = [429, 503]
// says: retryRule

client.retry = RetryPolicy(retryLimit: 3, exponentialBackoffBase: 2, exponentialBackoffScale: 0.5)
// says: maximumAttempts

client.retry = RetryPolicy(limit: 3)
// says: maximumAttempts

client.retry = RetryPolicy(maxRetries: 3)
// says: maximumAttempts

client.retry = RetryPolicy(maxAttempts: 3, delay: .seconds(1))
// says: maximumAttempts

client.retry = .exponential(maxRetries: 3)
// says: maximumAttempts

client.retry = .never
// says: off

client.retry = .disabled
// says: off

client.retry = .default
// says: standard

client.retry = .standard
client.retry.maximumRetryAfter = .minutes(1)
client.retry.throttledBaseDelay = .seconds(2)
// compiles

client.retries = 3
// says: retry.maximumAttempts

client.retryLimit = 3
// says: retry.maximumAttempts

client.shouldRetry = { error in error.isRetryable }
// says: retryRule

client.retryRule = { response in
  switch response.status.code {
  case 418: .transient
  case 429: .throttled
  default: nil
  }
}
// compiles

try await client.send(GetUser(id: 7)) { $0.retry = 0 }
// says: maximumAttempts

try await client.send(GetUser(id: 7)) { $0.retry.maximumAttempts = 1 }
// says: RetryPolicy(maximumAttempts:

try await client.send(GetUser(id: 7)) { $0.maxRetries = 0 }
// says: retry

try await client.send(GetUser(id: 7)) { $0.idempotencyKey = "key" }
// says: idempotency = .key(

try await client.send(GetUser(id: 7)) { $0.idempotency = .key("key") }
// compiles
