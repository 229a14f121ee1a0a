import Foundation
import Repartee
import ReparteeCaching

// Clients, and the URLs of their requests.

let client = Client(baseURL: "https://api.example.com", transport: transport)
// compiles

let client = Client(baseURL: "https://\(name).example.com/v1", transport: transport)
// compiles

let client = Client(baseURL: text, transport: transport)
// compiles

let client = Client(baseURL: url, transport: transport)
// compiles

let client = Client(baseURL: url, transport: transport, headers: ["User-Agent": "App/1"])
// compiles

let client = Client(
  baseURL: url.appendingPathComponent("v1"), transport: transport, json: JSONCoder(keys: .snakeCase))
// compiles

let client = Client(baseURL: URL(string: "https://api.example.com"), transport: transport)
// says: Client(baseURL: "https://api.example.com", transport: …)

let client = Client("https://api.example.com", transport: transport)
// says: Client(baseURL:

let client = Client(url: url, transport: transport)
// says: Client(baseURL:

let client = Client(baseUrl: "https://api.example.com", transport: transport)
// says: baseURL

let client = Client(host: "api.example.com")
// says: Client(baseURL:

let client = Client(baseURL: "https://api.example.com")
// says: transport: .urlSession

let client = Client(baseURL: url)
// says: transport: .urlSession

let client = Client(baseURL: url, session: URLSession.self)
// says: transport: .urlSession

let client = Client(baseURL: url, configuration: 1)
// says: URLSessionTransport(configuration:

let client = Client()
// says: Client(baseURL:

let client = Client(baseURL: "https://api.example.com", transport: transport, timeout: .seconds(30))
// says: client.timeout

let client = Client(baseURL: url, transport: transport, interceptors: [Trace()])
// says: client.stages

let client = Client(baseURL: url, transport: transport, decoder: JSONDecoder())
// says: json:

let base: URL? = client.baseURL
// compiles

print(client.baseURL?.host ?? "")
// compiles

let staging = client.with(baseURL: "https://staging.example.com")
try await staging.send(GetUser(id: 7))
// compiles

let staging = client.with(baseURL: url)
// compiles

var staging = client.with(baseURL: text)
staging.authentication = client.authentication
// compiles

client.baseURL = url
// says: client.with(baseURL:

client.baseURL = "https://staging.example.com"
// says: client.with(baseURL:

requests(Request(.get, url: url))
// compiles

requests(Request(.get, url: "https://elsewhere.example/report"))
// compiles

requests(Request(url: url))
// compiles

requests(Request(url: "https://elsewhere.example/report"))
// compiles

requests(.get(url))
// compiles

requests(.get(url, headers: ["Range": "bytes=0-99"], timeout: .seconds(5)))
// compiles

requests(.post(url, body: .json(user)))
// compiles

requests(.put(url, body: .file(file)))
// compiles

requests(.delete(url))
// compiles

requests(.head(url))
// compiles

requests(.get(url: url))
// compiles

requests(.get(url: "https://elsewhere.example/report"))
// compiles

requests(.get(URL(string: "https://elsewhere.example/report")))
// says: optional

requests(.get("https://elsewhere.example/report"))
// compiles

var request: Request = .get("/x")
request.url = url
// compiles

var request: Request = .get("/x")
request.url = "https://elsewhere.example/report"
let kept: String? = request.url
if let text = request.url { print(text.count) }
// compiles

requests(Request("GET", "/users"))
// says: Request(method: "GET"

requests(Request("/users"))
// says: .get("/users")

requests(Request(path: "/users/7"))
// says: .get("/users")

requests(Request(.get, path: "/users/7"))
// says: Request(.get, "/users")

requests(Request(method: .get, path: "/users/7"))
// says: Request(.get, "/users")

requests(Request(path: "/users", method: .post, body: user))
// says: Request(.get, "/users")

requests(Request(method: .post, url: url))
// says: Request(.get, url:

requests(Request(url: url, method: .post))
// says: Request(.get, url:

requests(Request(.get, "/users/\(id)", query: ["a": 1], headers: [:], body: .none, timeout: .seconds(1)))
requests(Request(method: "PURGE", "/users/\(id)"))
// compiles

let anything: Any = client.baseURL as Any
// compiles

// As in other libraries.

let client = Client(serverURL: url, transport: transport)
// says: Client(baseURL:

let client = Client(serverURL: url, transport: transport, middlewares: [Trace()])
// says: Client(baseURL:

let client = Client(baseURL: url, transport: transport, middlewares: [Trace()])
// says: client.stages

let client = Client(baseURL: url, transport: transport, plugins: [Trace()])
// says: client.stages

let client = Client(baseURL: url, transport: transport, interceptor: Trace())
// says: client.stages

let client = Client(baseURL: url, transport: transport) {
  $0.timeout = .seconds(5)
}
// says: var client

let client = Client(baseURL: url, transport: transport, authentication: .bearer(token))
// says: client.authentication

let client = Client(baseURL: url, transport: transport, retry: .off)
// says: client.retry

let client = Client(baseURL: url, transport: transport, headers: texts)
// says: Request.Headers(

let client = Client(baseURL: url, transport: transport, timeout: 30)
// says: client.timeout

let client = Client(prefixUrl: "https://api.example.com", transport: transport)
// says: Client(baseURL:

let client = Client(configuration: 1)
// says: URLSessionTransport(configuration:

let client = Client(transport: transport)
// says: Client(baseURL:

let user = try await Client.shared.send(GetUser(id: 7))
// says: Client(baseURL:

let user = try await Client.default.send(GetUser(id: 7))
// says: Client(baseURL:

let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { request in
    print(request.head.method, request.head.path ?? "")
    return .json("{}")
  },
  headers: ["Accept-Language": "en"], json: JSONCoder(dates: .secondsSince1970))
// compiles
