import Foundation
import Repartee
import ReparteeCaching

// Settings of clients, as in other libraries.

// URLSession, Alamofire, Get

client.sessionConfiguration.timeoutIntervalForRequest = 30
// says: URLSessionTransport(configuration:

client.configuration.httpAdditionalHeaders = ["X-App": "7"]
// says: URLSessionTransport(configuration:

client.configuration.urlCache = nil
// says: URLSessionTransport(configuration:

client.configuration.waitsForConnectivity = true
// says: URLSessionTransport(configuration:

client.configuration.httpMaximumConnectionsPerHost = 6
// says: URLSessionTransport(configuration:

client.configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
// says: URLSessionTransport(configuration:

client.configuration.allowsCellularAccess = false
// says: URLSessionTransport(configuration:

client.session.invalidateAndCancel()
// says: URLSessionTransport(configuration:

client.serverTrustManager = nil
// says: URLSessionTransport

client.waitsForConnectivity = true
// says: WaitingForNetwork

client.decoder.dateDecodingStrategy = .iso8601
// says: client.json

client.json = JSONDecoder()
// says: JSONCoder

client.userAgent = "App/1"
// says: headers

client.validate(statusCode: 200..<300)
// says: ResponseMap

client.logger = nil
// says: observers

client.snakeCase = true
// says: json.keys = .snakeCase

// axios, ky, requests, OkHttp, ktor

client.prefixUrl = "https://api.example.com"
// says: baseURL

client.serverURL = url
// says: baseURL

client.maxRedirects = 5
// says: redirects

client.redirects = .follow(limit: 5)
client.redirects = .deciding { $0.isSameOrigin ? .follow : .stop }
// compiles

client.followsRedirects = false
// says: redirects

client.maxContentLength = 2000
// says: maximumBodySize

client.validateStatus = { $0 < 500 }
// says: ResponseMap

client.throwHttpErrors = false
// says: ResponseMap

client.expectSuccess = false
// says: ResponseMap

client.params["api_key"] = "key"
// says: apiKey(

client.withCredentials = true
// says: cookies

client.cookies.set("a", to: "1", for: "https://api.example.com")
// says: must be unwrapped

try client.cookies?.set("a", to: "1", for: "https://api.example.com")
// compiles

client.proxy = "http://127.0.0.1:3128"
// says: URLSessionTransport(configuration:

client.verify = false
// says: URLSessionTransport

client.addInterceptor(Trace())
// says: stages

client.use(Trace())
// says: stages

client.install(Trace())
// says: stages

client.hooks = nil
// says: stages

client.stages.append { request, next in try await next(request) }
// says: Stage

client.headers.removeValue(forKey: "X-App")
// says: = nil

client.headers.updateValue("7", forKey: "X-App")
// says: headers["X-Name"]

client.headers.merge(["X-App": "7"]) { $1 }
// says: headers["X-Name"]

// Caching

client.cache = .shared
// says: ResponseCache

client.cache = ResponseCache(memoryCapacity: 1 << 20, diskCapacity: 0)
// says: MemoryCacheStore(

client.cache?.removeAllCachedResponses()
// says: removeAll

try await client.cache?.clear()
// says: removeAll

client.urlCache = nil
// says: cache

try await client.send(GetUser(id: 7)) { $0.cachePolicy = .reloadRevalidatingCacheData }
// says: noCache

try await client.send(GetUser(id: 7)) { $0.cachePolicy = .returnCacheDataDontLoad }
// says: onlyIfCached

try await client.send(GetUser(id: 7)) { $0.cachePolicy = .networkOnly }
// says: reload

try await client.send(GetUser(id: 7)) { $0.cache = .noStore }
// says: cachePolicy

try await client.send(GetUser(id: 7)) { $0.cachePolicy = .forceCache.maxStale(.minutes(5)) }
// compiles

// Neighbours of the hints.

let limit = client.timeout
let policy = client.retry
let coder = client.json
let how = client.authentication
print(limit, policy, coder, how, client.headers, client.stages.count)
// compiles

func shorten(_ limit: inout Duration) { limit = min(limit, .seconds(5)) }
shorten(&client.timeout)
client[keyPath: \.retry.maximumAttempts] = 3
let limits: KeyPath<Client, Duration> = \.timeout
print([client].map(\.timeout), client[keyPath: limits])
// compiles

try await client.send(GetUser(id: 7)) {
  let policy = $0.retry ?? .standard
  $0.retry = policy
  $0.retry?.maximumAttempts = 2
  if $0.method == .get || $0.method == .head { $0.timeout = $0.timeout.map { $0 * 2 } }
}
// compiles

client.retry = id > 3 ? .off : .standard
client.authentication = id > 3 ? .off : .bearer(token)
client.timeout = id > 3 ? .unlimited : .seconds(5)
// compiles

if client.retry == .off, client.timeout == .unlimited { client.timeout = .seconds(5) }
// compiles

var session: Session<BearerToken>?
if let session { client.authentication = .session(session) }
session = Session { token, refresh in token }
// compiles

client.timeout = "30"
// says: .seconds(30)

client.timeout = text
// says: .seconds(30)
