import Foundation
import Repartee
import ReparteeCaching

// Guesses about requests by people who had read the guides once.

let users = try await sharedClient.send(Resource([User].self, .get("/users")))
print(users.count)
// compiles

let found: User = try await sharedClient.send(Resource(.get("/users/\(id)")))
// says: Resource(User.self

let userID = "42"
let found = try await sharedClient.send(Resource(User.self, .get("/users/\(userID)/profile")))
// compiles

func fetch<T: Decodable & Sendable>(_ path: String) async throws -> T {
  try await sharedClient.send(Resource(T.self, .get(Request.Path(path))))
}
let found: User = try await fetch("/users/7")
// compiles

try await sharedClient.send(Resource(Void.self, .delete("/users/\(id)")))
// says: Resource(request, .anySuccess)

let found: User = try await sharedClient.get("/users/\(id)")
// says: client.send(

let found = try await sharedClient.request("/users", method: .get).serializingDecodable([User].self).value
// says: client.send(

let (body, _) = try await sharedClient.data(for: urlRequest)
// says: client.response(to: endpoint)

let found: User = try await sharedClient.send(.get("/users/7")).value
// says: Resource(

try await sharedClient.post("/users", body: .json(user))
// says: client.send(

let answer = try await sharedClient.execute(urlRequest, timeout: .seconds(30))
// says: client.send(

let found = try await sharedClient.fetch("/users/7", as: User.self)
// says: client.send(

let request: Request = .get("/users", query: ["page": 2, "sort": "name", "active": true])
// compiles

let page: Int? = nil
let request: Request = .get("/users", query: ["page": page, "tag": tags, "q": missing])
// compiles

let request: Request = .get("/users", query: texts)
// says: Request.Query(items)

let request: Request = .get("/users", query: Request.Query(items))
// compiles

let request: Request = .get("/users", query: .init(encoding: filter))
// compiles

let order = Sort.date
let request: Request = .get("/users", query: ["sort": order])
// says: QueryValue

var request = Request.get("/users")
request.query["page"] = 3
// says: query.append

let request: Request = .get("/users", query: [("page", "2"), ("sort", "name")])
// says: query is ["page": 2]

let request: Request = .get("/users", parameters: ["page": 2])
// says: query

let request: Request = .get("/users", params: texts)
// says: query

let request: Request = .get("/users", queryItems: items)
// says: query

var request = Request.get("/users")
request.queryItems = items
// says: query

var api = sharedClient
api.headers = ["Accept-Language": "en", "X-Client": name]
api.headers[.userAgent] = "App/1.0"
// compiles

let custom = ["X-Trace": "1", "X-Region": "eu"]
let request: Request = .get("/users", headers: custom)
// says: Request.Headers(dictionary)

let request: Request = .get("/users", headers: ["If-None-Match": missing, "X-Page": 2])
// compiles

let found = try await sharedClient.send(GetUser(id: 7)) { request in
  if let missing { request.headers["X-Debug"] = missing }
}
// compiles

if let type = response.header("Content-Type"), type.hasPrefix("application/json") { print(type) }
// compiles

var request = Request.get("/users")
request.setValue("application/json", forHTTPHeaderField: "Accept")
// says: headers

var request = Request.get("/users")
request.addValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
// says: headers

var request = Request.get("/users")
request.allHTTPHeaderFields = ["Accept": "application/json"]
// says: headers

print(response.allHeaderFields["Content-Type"] ?? "")
// says: headers

let payload: [String: String] = ["name": name]
let request: Request = .put("/users/\(id)", body: .json(payload))
// compiles

let request: Request = .post("/users", body: .json(["name": name, "age": 36, "tags": tags, "note": missing]))
// compiles

let encoded = try JSONEncoder().encode(user)
let request: Request = .post("/users", body: .data(encoded, contentType: "application/json"))
// compiles

let request: Request = .post("/login", body: .form(["user": name, "remember": true]))
// compiles

let request: Request = .post("/login", body: .form(texts))
// says: .form(Request.Query(fields))

let body: Request.Body? = missing.map { .json(["note": $0]) }
let request: Request = .post("/notes", body: body)
// says: body ?? .none

func create<Body: Encodable & Sendable>(_ path: String, _ body: Body) -> Request {
  .post(Request.Path(path), body: .json(body))
}
requests(create("/users", user))
// compiles

let request: Request = .post("/users", json: ["name": name])
// says: .json(

let request: Request = .post("/users", body: data)
// says: .data(

let request: Request = .post("/login", form: texts)
// says: .form(

let request: Request = .post("/users", body: .string("hello"))
// says: text(_:)

let request: Request = .post("/users", parameters: ["name": name])
// says: .json(

var request: Request = .post("/users")
request.setBody(user)
// says: body

var form = MultipartForm()
form.append("title", "Holidays")
form.append("photo", data, filename: "sea.jpg", contentType: "image/jpeg")
let request: Request = .post("/photos", body: .multipart(form))
// compiles

var form = MultipartForm()
for (key, value) in texts { form.append(key, value) }
form.append("user_id", id)
// says: form.append("age", "\(age)")

let body = Request.Body.file(file).reportingProgress { print($0.fraction ?? 0) }
try await sharedClient.send(Resource<Void, Never>(.put("/photo.jpg", body: body), [.success(.noContent)]))
// compiles

let uploaded = try await sharedClient.send(
  Resource(User.self, .post("/avatar", body: .data(data, contentType: "image/png"))))
// compiles

var form = MultipartForm()
form.append(data, withName: "photo", fileName: "sea.jpg", mimeType: "image/jpeg")
// says: filename

var form = MultipartForm()
form.append(file, withName: "file")
// says: .file(

sharedClient.upload(multipartFormData: { $0.append(data, withName: "photo") }, to: "/photos")
// says: MultipartForm

let (body, _) = try await sharedClient.upload(for: urlRequest, fromFile: file)
// says: .file(

let body = Request.Body.file(file).uploadProgress { print($0.bytes) }
// says: reportingProgress

let stream = try await sharedClient.send(GetFile())
try await stream.write(to: file) { progress in print(progress.bytes, progress.total ?? 0) }
// compiles

let target = FileManager.default.temporaryDirectory.appendingPathComponent("archive.zip")
try await sharedClient.send(GetFile()).write(to: target)
// compiles

var all = Data()
for try await chunk in try await sharedClient.send(GetFile()) { all.append(chunk) }
// compiles

let image = try await sharedClient.send(Resource(Data.self, .get("/photos/\(id).jpg")))
try image.write(to: file)
// compiles

let (location, _) = try await sharedClient.download(from: url)
// says: write(to:

sharedClient.download("/archive.zip").downloadProgress { print($0.fractionCompleted) }
// says: write(to:

let (bytes, _) = try await sharedClient.bytes(for: urlRequest)
// says: .stream(

let name = response.suggestedFilename ?? "download"
// says: fileName
