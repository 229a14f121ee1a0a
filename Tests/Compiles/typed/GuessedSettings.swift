import Foundation
import Repartee
import ReparteeCaching

// Guesses about clients by people who had read the guides once.

let base = "https://api.example.com/v2"
let api = Client(baseURL: base, transport: transport)
// compiles

let base = url
let api = Client(baseURL: base, transport: transport)
// compiles

let api = Client(
  baseURL: "https://api.example.com", transport: transport, headers: ["Authorization": "Bearer \(token)"],
  json: JSONCoder(keys: .snakeCase))
// compiles

final class UserService: Sendable {
  private let client: Client
  init(client: Client) { self.client = client }
  func user(_ id: Int) async throws -> User { try await client.send(GetUser(id: id)) }
}
print(try await UserService(client: sharedClient).user(7))
// compiles

let api = Client(prefixUrl: "https://api.example.com", transport: transport)
// says: baseURL

let api = Client(baseURL: "https://api.example.com", configuration: .default)
// says: URLSessionTransport(configuration: configuration)

let api = Client(baseURL: "https://api.example.com")
// says: transport

var api = sharedClient
api.baseURL = "https://staging.example.com"
// says: with(baseURL:

let api = Client(baseURL: "https://api.example.com", transport: transport, timeout: 30)
// says: timeout

var api = sharedClient
if let missing { api.authentication = .bearer(missing) }
// compiles

var api = sharedClient
api.authentication = .bearer { try await provider.token() }
// compiles

let password = "secret"
var api = sharedClient
api.authentication = .basic(username: name, password: password)
// compiles

var api = sharedClient
api.authentication = token.isEmpty ? .off : .bearer(token)
// compiles

var api = sharedClient
api.authentication = .session(session)
try await session.signIn(stored, as: name)
// compiles

let fresh = Session<BearerToken> { old, refresh in
  let new = try await refresh.client.send(
    Resource(User.self, .post("/refresh", body: .json(["token": old.refreshToken]))))
  return BearerToken(new.name, refreshToken: old.refreshToken, expiration: Date().addingTimeInterval(3600))
}
// compiles

let login: Request = .post("/login", body: .json(["user": name, "password": "secret"])).authenticated(.off)
// compiles

var api = sharedClient
api.bearerToken = token
// says: authentication

var api = sharedClient
api.headers.add(.authorization(bearerToken: token))
// says: .bearer(

let request = Request.get("/me").authenticate(username: name, password: "secret")
// says: authenticated(

let bearer = BearerToken(accessToken: token, refreshToken: "r", expiresIn: 3600)
// says: expiration

try await session.logout()
// says: signOut

var api = sharedClient
api.retry.maximumAttempts = 5
// compiles

let attempts = 3
var api = sharedClient
api.retry = RetryPolicy(maximumAttempts: attempts)
// compiles

var api = sharedClient
api.retry = ProcessInfo.processInfo.environment["CI"] == nil ? .standard : .off
api.retry.attemptTimeout = duration
// compiles

let request: Request = .post("/payments", body: .json(["amount": 5])).idempotent(.key(name))
// compiles

var api = sharedClient
api.retryRule = { response in response.status == .conflict ? .transient : nil }
// compiles

let policy = RetryPolicy(retryLimit: 3)
// says: maximumAttempts

var api = sharedClient
api.retry.maxRetries = 3
// says: maximumAttempts

var api = sharedClient
api.retry = 3
// says: maximumAttempts

var api = sharedClient
api.retryOnConnectionFailure = false
// says: retry

var api = sharedClient
api.retry.retryableHTTPStatusCodes = [429, 503]
// says: retryRule

let found = try await sharedClient.send(GetUser(id: 7)) { $0.retries = 2 }
// says: retry

let seconds = 15
var api = sharedClient
api.timeout = .seconds(seconds)
// compiles

let interval: TimeInterval = 2.5
var api = sharedClient
api.timeout = .seconds(interval)
// compiles

let found = try await sharedClient.send(GetUser(id: 7)) { $0.timeout = .milliseconds(500) }
// compiles

var request = Request.get("/slow")
request.timeout = duration
// compiles

var api = sharedClient
api.timeout = 30
// says: .seconds(

var api = sharedClient
api.timeoutInterval = 30
// says: timeout

var request = Request.get("/slow")
request.timeoutInterval = 60
// says: timeout

var api = sharedClient
api.configuration.timeoutIntervalForRequest = 30
// says: timeout

let jar = CookieJar()
var api = sharedClient
api.cookies = jar
if let sid = try jar.cookies(for: "https://api.example.com/").first(where: { $0.name == "sid" }) {
  print(sid.value)
}
// compiles

let maximum = 5
var api = sharedClient
api.redirects = .follow(limit: maximum)
// compiles

var api = sharedClient
api.redirects = .deciding { $0.isSameOrigin ? .follow : .refuse }
// compiles

let answer = try await sharedClient.response(to: GetUser(id: 7)) { $0.redirects = .off }
print(answer.redirects.count)
// compiles

var api = sharedClient
api.cookieJar = CookieJar()
// says: cookies

var api = sharedClient
api.followRedirects = false
// says: redirects

let found = try await sharedClient.send(GetUser(id: 7)) { $0.maxRedirects = 0 }
// says: redirects

var api = sharedClient
api.observers.append(
  .handler { event in
    if event.kind == .retried { print(event.call) }
  })
// compiles

struct UserAgent: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var request = request
    request.headers["User-Agent"] = "App/\(name)"
    return try await next(request)
  }
}
var api = sharedClient
api.stages = [UserAgent(), Trace()]
// compiles

let answer = try await sharedClient.response(to: GetUser(id: 7))
for attempt in answer.attempts { print(attempt.duration) }
// compiles

var api = sharedClient
api.interceptors.append(Trace())
// says: stages

let api = Client(baseURL: "https://api.example.com", transport: transport, middlewares: [Trace()])
// says: stages

var api = sharedClient
api.plugins = [Trace()]
// says: stages

var api = sharedClient
api.eventMonitors = []
// says: observers

let mock = InMemoryTransport { request in
  switch request.head.path {
  case "/users/7"?: .json(#"{"id": 7, "name": "Ada"}"#)
  default: .status(404)
  }
}
// compiles

let offline = InMemoryTransport { _ in throw TransportError(.offline) }
let result = await Client(baseURL: "https://api.example.com", transport: offline).result(of: GetUser(id: 7))
// compiles

let mock = InMemoryTransport { request in request.head.method == .post ? .status(201) : .json("[]") }
// compiles

let stub = Response.json(#"{"id": 7, "name": "Ada"}"#, status: 201)
let found = try stub.decode(User.self)
// compiles

let mock = InMemoryTransport { _ in .init(statusCode: 404) }
// says: .status(

let stub = Response(statusCode: 404)
// says: status

async let first = sharedClient.send(GetUser(id: 1))
async let second = sharedClient.send(GetUser(id: 2))
let both = try await [first, second]
// compiles

let task = Task { try await sharedClient.send(GetUser(id: 7)) }
task.cancel()
if case .failure(let error as CallError<UserError>) = await task.result, error.isCancellation {
  print("cancelled")
}
// compiles

@MainActor final class Model {
  var user: User?, message = ""
  func load() async {
    do { user = try await sharedClient.send(GetUser(id: 7)) } catch { message = error.description }
  }
}
await Model().load()
// compiles

sharedClient.send(GetUser(id: 7)) { result in
  switch result {
  case .success(let user): print(user);
  case .failure(let error): print(error)
  }
}
// says: await

let publisher = sharedClient.dataTaskPublisher(for: url)
// says: client.send(

sharedClient.cancelAllRequests()
// says: Task

try await sharedClient.shutdown()
// says: transport
