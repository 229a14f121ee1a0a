import Foundation
import Repartee
import ReparteeCaching

// Guesses about responses by people who had read the guides once.

let map: ResponseMap<User?, Never> = [.code(200, .decode), .code(404, .value(nil))]
// compiles

let key = "users"
let map: ResponseMap<[User], UserError> = [.success(.decode(at: "data", key)), .code(404, .error(.notFound))]
// says: .key(name)

let map: ResponseMap<Void, UserError> = [
  .success(.noContent), .code(404, .error(UserError.notFound)), .serverError(.error(.notFound)),
]
// compiles

let map: ResponseMap<User, UserError> = [.code(200...299, .decode), .code(404, .error(.notFound))]
// says: codes(_:_:)

enum Lookup: Sendable { case found(User), missing }
let map: ResponseMap<Lookup, Never> = [
  .code(200, .decode(User.self) { .found($0) }), .code(404, .value(.missing)),
]
// compiles

switch response.status {
case 200, 201: print("ok")
case 404: print("missing")
default: print(response.status.code)
}
// compiles

if (200..<300).contains(response.statusCode) { print("ok") }
// says: status

print(reply.data)
// says: value

let map: ResponseMap<User, UserError> = [.status(200, .decode), .status(404, .error(.notFound))]
// says: code(_:_:)

let map: ResponseMap<User, UserError> = [.ok(.decode), .notFound(.error(.notFound))]
// says: .code(

let me = Resource(User.self, .get("/me")).validate(statusCode: 200..<300)
// says: ResponseMap

if response.isSuccessful { print(response.status) }
// says: status

let page = response.bodyAsText()
// says: text

do {
  print(try await sharedClient.send(GetUser(id: id)).name)
} catch {
  if case .declared(.notFound) = error.reason { print("no such user") } else { throw error }
}
// compiles

let found = try? await sharedClient.send(GetUser(id: 7))
print(found?.name ?? "nobody")
// compiles

switch await sharedClient.result(of: GetUser(id: 7)) {
case .success(let found): print(found.name)
case .failure(let error) where error.isTimeout: print("too slow")
case .failure(let error): print(error.report)
}
// compiles

do {
  print(
    try await sharedClient.send(GetUser(id: 7)),
    try await sharedClient.send(Resource([User].self, .get("/users"))))
} catch let error as any CallErrorProtocol { print(error.status?.code ?? 0, error.cause) }
// compiles

let error = CallError<UserError>(.declared(.notFound))
if error.isCancellation || error.isTimeout { return }
if let problem = try? error.decode(Problem.self) { print(problem.message) }
// compiles

let error = CallError<UserError>(.declared(.notFound))
print(error.responseCode ?? 0)
// says: status

let error = CallError<UserError>(.declared(.notFound))
if error.response?.statusCode == 401 { print("sign in") }
// says: status

let error = CallError<UserError>(.declared(.notFound))
if error.code == .timedOut { print("too slow") }
// says: error.reason

let error = CallError<UserError>(.declared(.notFound))
if error.isCancelled { return }
// says: isCancellation

var api = sharedClient
api.json.keys = .snakeCase
api.json.dates = .secondsSince1970
// compiles

let coder = JSONCoder(keys: .snakeCase, dates: .iso8601)
let api = Client(baseURL: "https://api.example.com", transport: transport, json: coder)
// compiles

let me = Resource(User.self, .get("/me")).snakeCase
let map: ResponseMap<User, Never> = [.code(200, .decode.json { $0.dates = .millisecondsSince1970 })]
// compiles

let found = try anything.decode(User.self)
let value = anything["id"]
// compiles

var api = sharedClient
api.json.keyDecodingStrategy = .convertFromSnakeCase
// says: keys

var api = sharedClient
api.json.keys = .convertFromSnakeCase
// says: snakeCase

var api = sharedClient
api.json.dateDecodingStrategy = .iso8601
// says: dates

let api = Client(baseURL: "https://api.example.com", transport: transport, decoder: JSONDecoder())
// says: json

for try await message in try await sharedClient.send(Chat()) {
  print(message.name, terminator: "")
}
// compiles

let map: ResponseMap<ResponseStream<User, Never>, Never> = [
  .code(200, .stream(.serverSentEvents(of: User.self, until: "[DONE]")))
]
// compiles

let events: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [
  .success(.stream(.serverSentEvents()))
]
for try await event in try await sharedClient.send(Resource(.get("/events"), events)) { print(event.data) }
// compiles

let lines: ResponseMap<ResponseStream<String, Never>, Never> = [.success(.stream(.lines()))]
let log = Resource(.get("/log"), lines)
// compiles

let names = try await sharedClient.send(Chat()).map { $0.name }
for try await name in names { print(name) }
// compiles

let map: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [.success(.stream(.sse))]
// says: .serverSentEvents

sharedClient.streamRequest("/events").responseStreamString { print($0) }
// says: .stream(

struct ListUsers: PagedEndpoint {
  var request: Request { .get("/users", query: ["per_page": 100]) }
  static let responses: ResponseMap<[User], Never> = .anySuccess
  func next(after page: PageResponse<[User]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}
for try await user in sharedClient.items(of: ListUsers(), maxItems: 50) { print(user.name) }
// compiles

struct UserPage: Decodable, Sendable { var users: [User]; var nextToken: String? }
struct ListUsers: PagedEndpoint {
  var request: Request { .get("/users") }
  static let responses: ResponseMap<UserPage, Never> = [.code(200, .decode)]
  func items(of page: UserPage) -> [User] { page.users }
  func next(after page: PageResponse<UserPage>) -> Cursor? { .query("page_token", page.value.nextToken) }
}
var all: [User] = []
for try await user in sharedClient.items(of: ListUsers()) { all.append(user) }
// compiles
// in Swift 6, main actor: says: isolated

if let next = response.link("next") { print(next) }
// compiles

struct ListUsers: PagedEndpoint {
  var request: Request { .get("/users") }
  static let responses: ResponseMap<[User], Never> = .anySuccess
  func next(after page: PageResponse<[User]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}
for try await user in sharedClient.items(of: ListUsers(), limit: 50) { print(user.name) }
// says: maxItems

let next = response.links["next"]
// says: link(

var api = sharedClient
let cache = ResponseCache()
api.cache = cache
print(try await api.response(to: GetUser(id: 7)).source)
// compiles

var api = sharedClient
api.cache = ResponseCache(sharesFetches: true)
// compiles

let found = try await sharedClient.send(GetUser(id: 7)) { $0.headers[.cacheControl] = "no-cache" }
// compiles

let found = try await sharedClient.send(GetUser(id: 7)) { $0.cachePolicy = .reloadIgnoringLocalCacheData }
// says: reload

let cache = ResponseCache()
cache.removeAllCachedResponses()
// says: removeAll

struct CreateUser: Endpoint {
  let user: User
  var request: Request { .post("/users", body: .json(user)) }
  static let responses: ResponseMap<User, UserError> = [
    .code(201, .decode), .clientError(.decodeError(Problem.self) { .rejected($0) }),
  ]
}
// compiles

struct RenameUser: Endpoint {
  var id: Int, name: String?
  var request: Request {
    var request = Request.patch("/users/\(id)")
    request.body = .json(["name": name])
    return request
  }
  static let responses: ResponseMap<User, Never> = .anySuccess
}
// compiles

struct Get<Value: Decodable & Sendable>: Endpoint {
  var path: String
  var request: Request { .get(Request.Path(path)) }
  static var responses: ResponseMap<Value, Problem> { [.success(.decode), .any(.decodeError)] }
}
let found = try await sharedClient.send(Get<User>(path: "/me"))
// compiles

let request = Request(path: "/users/7", method: .get)
// says: .get(

var request = Request.get("/users")
request.httpMethod = "POST"
// says: method

var request: Request = .post("/users")
request.httpBody = try JSONEncoder().encode(user)
// says: body

struct GetMe: Endpoint {
  typealias Response = User
  var request: Request { .get("/me") }
}
// says: responses
