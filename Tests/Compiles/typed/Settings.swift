import Foundation
import Repartee
import ReparteeCaching

// Settings of clients, requests, coders and retries.

client.retry.maximumAttempts = 5
client.retry.baseDelay = .milliseconds(100)
client.retry.maximumDelay = .seconds(10)
// compiles

client.retry = RetryPolicy(maximumAttempts: 5)
// compiles

client.retry = RetryPolicy(maximumAttempts: 5, baseDelay: .milliseconds(100), maximumDelay: .seconds(10))
// compiles

client.retry = .init(maximumAttempts: 2)
// compiles

client.retry = .off
client.redirects = .off
client.authentication = .off
// compiles

client.retry.maxAttempts = 5
// says: maximumAttempts

client.retry.maxRetries = 3
// says: maximumAttempts

client.retry.retryLimit = 3
// says: maximumAttempts

client.retry.limit = 3
// says: maximumAttempts

client.retry = RetryPolicy(retryLimit: 3)
// says: maximumAttempts

client.retry = RetryPolicy(maxAttempts: 3)
// says: maximumAttempts

client.retry.backoff = .exponential
// says: baseDelay

client.retry.delay = .seconds(1)
// says: baseDelay

client.retry.exponentialBackoffBase = 2
// says: baseDelay

client.retry.statusCodes = [429, 503]
// says: retryRule

client.retry.retryableHTTPStatusCodes = [429]
// says: retryRule

client.retryRule = { $0.status == .forbidden ? .throttled : nil }
// compiles

client.retryPolicy = .off
// says: retry

client.maxRetries = 3
// says: retry.maximumAttempts

client.headers["X-App"] = "7"
client.headers = ["User-Agent": "App/1", "X-Trace": missing]
client.headers[.userAgent] = "App/1"
// compiles

client.headers.append("X-Tag", "second")
// compiles

client.headers.add(name: "X-App", value: "7")
// says: append

client.headers.update(name: "X-App", value: "7")
// says: headers["X-Name"] = value

client.headers.setValue("7", forHTTPHeaderField: "X-App")
// says: headers["X-Name"] = value

client.headers = texts
// says: Request.Headers(

client.headers = Request.Headers(texts)
// compiles

requests(.get("/users", headers: Request.Headers(texts)))
// compiles

requests(.get("/users", headers: texts))
// says: Request.Headers(

client.defaultHeaders["X-App"] = "7"
// says: headers

client.defaultHeaders = ["X-App": "7"]
// says: headers

client.additionalHeaders = ["X-App": "7"]
print(client.jsonEncoder.outputFormatting)
client.retry = .exponentialBackoff
print(try await client.patch("/users/7", as: User.self))
// compiles

client.httpAdditionalHeaders = ["X-App": "7"]
// says: headers

struct Signer: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var request = request
    request.headers["X-App"] = "7"
    request.headers[.userAgent] = "App/1"
    let response = try await next(request)
    print(response.head.headerFields["X-Id"] ?? "")
    return response
  }
}
// compiles

let reply = try await client.response(to: GetUser(id: 7))
print(reply.headers["X-Request-Id"] ?? "", reply.header("X-Request-Id") ?? "")
// compiles

client.json.keys = .snakeCase
client.json.dates = .iso8601
// compiles

client.keyDecodingStrategy = .convertFromSnakeCase
// says: json.keys = .snakeCase

client.json.keyDecodingStrategy = .convertFromSnakeCase
// says: keys = .snakeCase

client.json.keyEncodingStrategy = .convertToSnakeCase
// says: keys = .snakeCase

client.json.keys = .convertFromSnakeCase
// says: snakeCase

client.json.keys = .useDefaultKeys
// says: asDeclared

client.dateDecodingStrategy = .iso8601
// says: json.dates

client.json.dateDecodingStrategy = .iso8601
// says: dates

client.json.dateEncodingStrategy = .iso8601
// says: dates

client.json.dataDecodingStrategy = .base64
// says: data

client.json.outputFormatting = .sortedKeys
// says: makeFoundationEncoder

client.decoder.keyDecodingStrategy = .convertFromSnakeCase
// says: json

client.decoder = JSONDecoder()
// says: json

client.jsonDecoder = JSONDecoder()
// says: json

client.encoder = JSONEncoder()
// says: json

client.decoders = [client.json.foundation]
// compiles

client.cache = ResponseCache()
// compiles

client.cachePolicy = .noCache
// says: $0.cachePolicy

try await client.send(GetUser(id: 7)) { $0.cachePolicy = .reload }
// compiles

try await client.send(GetUser(id: 7)) { $0.cachePolicy = .reloadIgnoringLocalCacheData }
// says: reload

try await client.send(GetUser(id: 7)) { $0.cachePolicy = .returnCacheDataElseLoad }
// says: forceCache

try await client.send(GetUser(id: 7)) { $0.cachePolicy = .useProtocolCachePolicy }
// says: default

client.cache = URLCache.self
// says: ResponseCache

client.stages.append(Trace())
// compiles

client.stages = [Trace()]
// compiles

client.interceptors.append(Trace())
// says: stages

client.interceptor = Trace()
// says: stages

client.plugins = [Trace()]
// says: stages

client.middleware.append(Trace())
// says: stages

client.middlewares = [Trace()]
// says: stages

client.eventMonitors = []
// says: observers

client.delegate = nil
// says: stages

client.redirects = .doNotFollow
// says: off

client.followRedirects = false
// says: redirects

client.redirectHandler = nil
// says: redirects

client.cookies = CookieJar()
// compiles

client.cookieStorage = nil
// says: cookies

client.httpCookieStorage = nil
// says: cookies

var request: Request = .get("/users")
request.headers["X-App"] = "7"
request.method = .post
request.body = .json(user)
request.query = ["page": 2]
// compiles

var request: Request = .get("/users")
request.httpMethod = "POST"
// says: method

var request: Request = .get("/users")
request.httpBody = data
// says: body

var request: Request = .get("/users")
request.allHTTPHeaderFields = [:]
// says: headers

var request: Request = .get("/users")
request.setValue("7", forHTTPHeaderField: "X-App")
// says: headers["X-Name"] = value

var request: Request = .get("/users")
request.addValue("7", forHTTPHeaderField: "X-App")
// says: headers.append

var request: Request = .get("/users")
request.queryItems = []
// says: query

var request: Request = .get("/users")
request.parameters = ["page": 2]
// says: query
