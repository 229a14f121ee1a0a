import Foundation
import Repartee
import ReparteeCaching

// Guesses of a first hour, by people who come from another library.

let client = Client("https://api.example.com", transport: transport)
// says: baseURL:

let client = Client(baseURL: url, transport: transport)
// compiles

let host = "api.example.com"
let client = Client(baseURL: "https://\(host)/v1", transport: transport)
// compiles

var api = sharedClient
api.baseURL = url
// says: with(baseURL:

let link = url
let request: Request = .get(link)
// compiles

let answer = try await sharedClient.response(to: GetUser(id: 7))
if answer.isFromCache { print("stored") }
// says: source

do { _ = try await sharedClient.send(GetUser(id: 7)) } catch {
  if error.isCancelled { return }
}
// says: isCancellation

var api = sharedClient
api.json.keyDecodingStrategy = .convertFromSnakeCase
// says: .snakeCase

var api = sharedClient
api.json.dateDecodingStrategy = .iso8601
// says: dates

let client = Client(baseURL: "https://api.example.com", transport: transport, json: .snakeCase)
// says: keys:

var api = sharedClient
api.json.dates = .iso8601
// compiles

var api = sharedClient
api.cookieJar = CookieJar()
// says: cookies

var api = sharedClient
api.followRedirects = false
// says: redirects

var api = sharedClient
api.redirects = .follow(max: 5)
// says: limit:

do { _ = try await sharedClient.send(GetUser(id: 7)) } catch {
  if error.statusCode == 404 { print("none") }
}
// says: status?.code

func load() async throws(UserError) -> User { try await sharedClient.send(GetUser(id: 7)) }
// says: CallError<

let request: Request = .post("/login", body: .urlEncoded(["user": name, "password": "x"]))
// says: form(_:)

let request: Request = .post("/search", body: .form(filter))
// says: encoding:

let request: Request = .post("/login", body: .form(texts))
// says: Query(

var form = MultipartForm()
form.append(data, withName: "photo", fileName: "sea.jpg", mimeType: "image/jpeg")
// says: filename:

var form = MultipartForm()
form.append("photo", file, filename: "sea.jpg")
// says: .file(

var form = MultipartForm()
form.append("title", "Holidays")
let request: Request = .post("/photos", body: form)
// says: .multipart(

var api = sharedClient
api.headers.add(name: "Accept-Language", value: "de")
// says: append("X-Name", value)

var api = sharedClient
api.defaultHeaders = ["Accept-Language": "de"]
// says: headers

var api = sharedClient
api.headers.setValue("de", forHTTPHeaderField: "Accept-Language")
// says: headers[

let request: Request = .get("/users", headers: ["Authorization": "Bearer " + token, "X-Page": 2])
// compiles

let client = Client(baseURL: "https://api.example.com", transport: transport, timeout: .seconds(20))
// says: client.timeout = .seconds(30)

let request: Request = .post("/users", body: user)
// says: .json(

let request: Request = .post("/users", json: user)
// says: body: .json(

let request: Request = .post("/users", body: ["name": "Ada", "id": 7])
// says: .json(

let parameters: [String: Any] = ["name": "Ada", "age": 36]
let request: Request = .post("/users", body: .json(parameters))
// says: JSONValue

let request: Request = .post("/users", body: .json(["name": "Ada", "age": 36, "email": nil]))
// says: let body: JSONValue

let request: Request = .post("/users", body: .json(["user": ["name": name, "id": id], "tags": tags]))
// says: JSONValue

let draft: User? = user
let request: Request = .put("/users/7", body: .json(draft))
// compiles

let encoded = try JSONEncoder().encode(user)
let request: Request = .post("/users", body: encoded)
// says: .data(

var api = sharedClient
api.observers.append { event in print(event) }
// says: .handler

do { _ = try await sharedClient.send(GetUser(id: 7)) } catch { print(error.curl) }
// says: report

let responses: ResponseMap<User, UserError> = [200: .decode, 404: .error(.notFound)]
// says: .code(

let responses: ResponseMap<User, UserError> = [
  .code(200, .decode(User.self)), .code(404, .error(UserError.notFound)),
]
// compiles

let responses: ResponseMap<User, UserError> = [.code(200...299, .decode)]
// says: codes(_:_:)

let responses: ResponseMap<User, UserError> = [.success(.decode), .default(.error(.notFound))]
// says: any(_:)

let responses: ResponseMap<Void, UserError> = [.code(204, .decode)]
// says: .noContent

struct ListUsers: Endpoint {
  var request: Request { .get("/users") }
  let responses: ResponseMap<[User], Never> = .anySuccess
}
// says: static

var api = sharedClient
api.interceptors.append(Trace())
// says: stages

var api = sharedClient
api.stages.append { request, next in try await next(request) }
// says: Stage

struct Log: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws -> AttemptResponse {
    try await next(request)
  }
}
// says: throws(AttemptError)

class Person: Codable { var name = "" }
let person = try await sharedClient.get("/me", as: Person.self)
// says: client.send(Resource(User.self

struct Person { var name = "" }
let responses: ResponseMap<Person, Never> = .anySuccess
// says: Decodable

let object = try await sharedClient.get("/me", as: [String: Any].self)
// says: client.send(Resource(User.self

let user: User = try await sharedClient.get("/users/\(id)")
// says: client.send(Resource(User.self

let user = try await sharedClient.get("/users/7").json(User.self)
// says: client.send(Resource(User.self

let users = try await sharedClient.get("/users", query: ["page": 2], as: [User].self)
// says: client.send(Resource(User.self

let user = try await sharedClient.send(.get("/users/7"), as: User.self)
// says: Resource(

try await sharedClient.delete("/users/7")
// says: client.send(Resource(User.self, .delete(

for try await user in sharedClient.items(of: GetUser(id: 7)) { print(user) }
// says: PagedEndpoint

struct ListUsers: PagedEndpoint {
  var request: Request { .get("/users") }
  static let responses: ResponseMap<[User], Never> = .anySuccess
}
// says: next(after

struct ListUsers: PagedEndpoint {
  var request: Request { .get("/users") }
  static let responses: ResponseMap<[User], Never> = .anySuccess
  func next(after page: PageResponse<[User]>) -> Cursor? { .link(of: page) }
}
// says: try

let request: Request = .get(path)
// says: Path(

let request: Request = .get("/users/" + name)
// says: \(

let request: Request = .get("/users/\(missing)")
// says: unwrap the optional first

let request = Request(method: .get, path: "/users/\(id)")
// says: Request(.get

let request: Request = .get("/users", parameters: ["page": 2])
// says: query:

let request: Request = .get("/users", query: items)
// says: Query(

let request: Request = .get("/users", query: texts)
// says: Query(

let request: Request = .get("/users", query: filter)
// says: encoding:

let request: Request = .get("/users", query: ["page": 2, "sort": Sort.name, "active": true, "q": missing])
// says: QueryValue

var request: Request = .get("/users")
request.query["page"] = 3
// says: query.append

let answer = try await sharedClient.response(to: GetUser(id: 7))
if answer.statusCode == 200 { print("fine") }
// says: status.code

let answer = try await sharedClient.response(to: GetUser(id: 7))
print(answer.headers["ETag"] ?? "none")
// compiles

let answer = try await sharedClient.response(to: GetUser(id: 7))
print(answer.data.name)
// says: value

let (user, response) = try await sharedClient.send(GetUser(id: 7))
// says: response(to:

let etag = response.value(forHTTPHeaderField: "ETag")
// says: header(

if response.status == 200, let text = String(data: response.body, encoding: .utf8) { print(text) }
// compiles

var api = sharedClient
api.retry = RetryPolicy(retryLimit: 3)
// says: maximumAttempts

var api = sharedClient
api.maxRetries = 3
// says: maximumAttempts

let user = try await sharedClient.send(GetUser(id: 7)) { $0.retry.maximumAttempts = 2 }
// says: $0.retry = RetryPolicy(

let request: Request = .post("/payments", body: .json(["amount": 5]), idempotencyKey: UUID().uuidString)
// says: .idempotent(

var api = sharedClient
api.authentication = .bearer(token: token)
// says: bearer(_:)

var api = sharedClient
api.authentication = .basic(user: "ada", password: "secret")
// says: username:

var api = sharedClient
api.authentication = session
// says: .session(

try await session.signIn(token)
// says: BearerToken(

let renewed = BearerToken(accessToken: "a", refreshToken: "r", expiresIn: 3600)
// says: expiration:

for try await message in sharedClient.stream(Chat()) { print(message) }
// says: .send(

let responses: ResponseMap<ResponseStream<User, Never>, Never> = [.success(.serverSentEvents(of: User.self))]
// says: .stream(

let responses: ResponseMap<ResponseStream<User, Never>, Never> = [.success(.stream(.jsonLines(User.self)))]
// says: of:

let responses: ResponseMap<ResponseStream<User, Never>, Never> = [
  .success(.stream(.sse(of: User.self, until: "[DONE]")))
]
// says: .serverSentEvents(

let memory = InMemoryTransport { request in request.path == "/users" ? .json("[]") : .status(404) }
// says: head.path

let memory = InMemoryTransport { _ in .json(user) }
// says: encoding:

var api = sharedClient
api.timeout = 30
// says: .seconds(

var api = sharedClient
api.timeoutInterval = 30
// says: .seconds(

var api = sharedClient
api.timeout = .minutes(1)
// compiles

let user = try await sharedClient.send(GetUser(id: 7), timeout: .seconds(5))
// says: $0.timeout

var api = sharedClient
api.requestTimeout = .seconds(5)
// says: timeout

try await sharedClient.download("/file", to: file)
// says: write(to:

try await sharedClient.send(GetFile()).write(to: "/tmp/file.bin")
// says: URL

let request: Request = .put("/photo", body: .file(file).onProgress { print($0) })
// says: reportingProgress

@MainActor class Model {
  var user: User?
  func load() { Task { user = try await sharedClient.send(GetUser(id: 7)) } }
}
// compiles
