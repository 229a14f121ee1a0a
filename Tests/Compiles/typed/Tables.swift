import AsyncHTTPClient
import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeCaching
import ReparteeDownloads

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the tables of "Coming from another library" say to write: each piece of code in their right columns stands in
// this file, and the names of the libraries that are imported here, too.

let user = try await client.send(Resource(User.self, .get("/users/7")))
// compiles

let resource = Resource(User.self, .get("/users/\(id)"))
let user = try await client.send(resource)
// compiles

let query = Request.Query(encoding: filter, arrays: .brackets)
let request = Request.get("/users", query: query)
// compiles

let form = Request.post("/users", body: .form(Request.Query(encoding: filter)))
let json = Request.post("/users", body: .json(user))
// compiles

let photo = MultipartForm()
let body = Request.Body.multipart(photo).reportingProgress { print($0) }
let upload = Request.put("/photo", body: .file(file))
// compiles

let map: ResponseMap<User?, UserError> = [
  .code(200, .decode.when("application/json")),
  .code(204, .decode(User.self) { $0 as User? }),
  .code(404, .value(nil)),
  .any(.decodeError(Problem.self) { .rejected($0) }),
]
// compiles

let map: ResponseMap<User, Never> = [.success(.decode(at: "data", "user"))]
// compiles

let map: ResponseMap<ResponseStream<User, Never>, Never> = [
  .success(.stream(.jsonLines(of: User.self)))
]
// compiles

let map: ResponseMap<ResponseStream<String, Never>, Never> = [.success(.stream(.lines()))]
// compiles

let resource = Resource<ResponseStream<Data, Never>, Never>(.get("/file"), [.success(.stream(.bytes))])
try await client.send(resource).write(to: file)
_ = try await client.download(resource, to: file)
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.isOffline, error.isTimeout, error.isCancellation, error.body?.count ?? 0)
  print(try error.decode(Problem.self))
}
// compiles

client.json.keys = .snakeCase
client.json.dates = .secondsSince1970
client.decoders = [client.json.foundation]
client.cache = ResponseCache()
// compiles

let transport = URLSessionTransport(configuration: .ephemeral)
// compiles

let transport: URLSessionTransport
#if canImport(Darwin)
transport = URLSessionTransport(configuration: .ephemeral, serverTrust: { _, _ in true })
#else
transport = URLSessionTransport()
#endif
// compiles

let configuration: HTTPClient.Configuration = AsyncHTTPClientTransport.configuration
let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: "/"), timeout: .seconds(1))
_ = try await response.body.collect(upTo: 1024)
for try await buffer in response.body { print(buffer.readableBytes) }
// compiles

let session = URLSession(configuration: URLSessionConfiguration.ephemeral)
let (_, response) = try await session.data(for: URLRequest(url: url))
_ = response.suggestedFilename
// compiles
