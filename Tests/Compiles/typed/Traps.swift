import Foundation
import Repartee
import ReparteeCaching

// Settings that mean nil, which is the client's own, and not off.

client.retry = .none
// says: off

client.redirects = .none
// says: off

client.authentication = .none
// says: off

try await client.send(GetUser(id: 7)) { $0.retry = .none }
// warns: RetryPolicy.none

try await client.send(GetUser(id: 7)) { $0.redirects = .none }
// warns: RedirectPolicy.none

try await client.send(GetUser(id: 7)) { $0.authentication = .none }
// warns: Authentication.none

try await client.send(GetUser(id: 7)) { $0.timeout = .none }
// warns: Duration.none

try await client.send(GetUser(id: 7)) { $0.headTimeout = .none }
// warns: Duration.none

client.timeout = .none
// says: unlimited

requests(.get("/users").authenticated(.none))
// says: off

try await client.send(GetUser(id: 7)) {
  $0.retry = .off
  $0.redirects = .off
  $0.authentication = .off
  $0.timeout = .unlimited
}
// compiles

try await client.send(GetUser(id: 7)) {
  $0.retry = nil
  $0.authentication = nil
  $0.body = .none
}
// compiles

client.cookies = .none
client.retryRule = .none
// compiles

let own: Duration? = nil
let limit: RetryPolicy? = RetryPolicy.off
if limit == .off { print(own as Any) }
// compiles

requests(Request(.post, "/users").idempotent(.none))
// says: never
