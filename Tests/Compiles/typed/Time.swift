import Foundation
import Repartee
import ReparteeCaching

// Time limits.

client.timeout = .seconds(30)
client.headTimeout = .seconds(0.5)
client.idleTimeout = .milliseconds(500)
// compiles

client.timeout = .minutes(2)
// compiles

client.timeout = .unlimited
// compiles

client.timeout = duration
// compiles

client.timeout = duration * 2 + .seconds(1)
// compiles

client.timeout = min(client.timeout, .seconds(5))
// compiles

if client.timeout > .seconds(5) { client.timeout /= 2 }
// compiles

try await client.send(GetUser(id: 7)) { $0.timeout = .seconds(2) }
// compiles

try await client.send(GetUser(id: 7)) { $0.timeout = duration }
// compiles

try await client.send(GetUser(id: 7)) { $0.timeout = min($0.timeout ?? .unlimited, duration) }
// compiles

try await client.send(GetUser(id: 7)) { $0.timeout = nil }
// compiles

requests(.get("/users", timeout: .minutes(1)))
requests(.get("/users", timeout: duration))
requests(.get("/users", timeout: nil))
// compiles

client.retry.attemptTimeout = .seconds(10)
// compiles

client.retry.attemptTimeout = duration
// compiles

let session = Session<BearerToken>(leeway: .minutes(1), refreshTimeout: .minutes(2))
// compiles

client.timeout = 30
// says: .seconds(30)

client.timeout = 30.0
// says: .seconds(30)

client.timeout = TimeInterval(30)
// says: .seconds(30)

client.headTimeout = 10
// says: .seconds(30)

client.idleTimeout = 10
// says: .seconds(30)

try await client.send(GetUser(id: 7)) { $0.timeout = 30 }
// says: .seconds(30)

requests(.get("/users", timeout: 30))
// says: .seconds(30)

requests(.get("/users", query: ["page": 1], timeout: 2.5))
// says: .seconds(30)

requests(.post("/users", body: .json(user), timeout: 30))
// says: .seconds(30)

client.timeoutInterval = 30
// says: timeout

client.timeoutIntervalForRequest = 30
// says: idleTimeout

client.timeoutIntervalForResource = 30
// says: timeout

client.configuration.timeoutIntervalForRequest = 30
// says: URLSessionTransport(configuration:

client.requestTimeout = .seconds(30)
// says: timeout

client.connectTimeout = .seconds(3)
// says: headTimeout

client.readTimeout = .seconds(3)
// says: idleTimeout

client.callTimeout = .seconds(30)
// says: timeout

try await client.send(GetUser(id: 7)) { $0.timeoutInterval = 30 }
// says: timeout

client.retry.baseDelay = 1
// says: Duration

let seconds: Duration = .minutes(1)
let least = [Duration.seconds(1), .minutes(1)].min()
try await Task.sleep(for: .seconds(0))
// compiles

// As in other libraries.

client.timeout = nil
// says: .unlimited

client.timeout = false
// says: .unlimited

client.timeout = .infinity
// says: unlimited

client.timeout = .never
// says: unlimited

client.timeout = .hours(1)
// says: minutes

client.timeout = .minutes(1.5)
// says: .seconds(

client.writeTimeout = .seconds(3)
// says: idleTimeout

client.resourceTimeout = .seconds(30)
// says: timeout

client.connectTimeoutMillis = 3000
// says: headTimeout

client.requestTimeoutMillis = 30_000
// says: timeout

client.timeoutSeconds = 30
// says: timeout

client.timeout = Duration.seconds(30)
client.timeout += .seconds(5)
print(client.timeout.components.seconds, client.timeout < .minutes(1))
// compiles

try await client.send(GetUser(id: 7)) { request in request.timeoutInterval = 5 }
// says: timeout
