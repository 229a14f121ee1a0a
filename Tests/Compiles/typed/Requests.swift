import Foundation
import Repartee
import ReparteeCaching

// Requests, their header fields and their bodies, as in other libraries.

// URLSession

var request: Request = .get("/users")
request.method = "POST"
// says: .post

var request: Request = .get("/users")
request.httpBody = try JSONEncoder().encode(user)
// says: body

var request: Request = .get("/users")
request.cachePolicy = .reloadIgnoringCacheData
// says: reload

var request: Request = .get("/users")
request.httpShouldHandleCookies = false
// says: cookies

var request: Request = .get("/users")
request.allowsCellularAccess = false
// says: URLSessionTransport(configuration:

var request: Request = .get("/users")
print(request.value(forHTTPHeaderField: "Accept") ?? "")
// says: headers["X-Name"]

requests(.post("/users", body: try JSONEncoder().encode(user)))
// says: .data(

requests(.post("/users", body: nil))
// says: .none

requests(.post("/users", body: Data("{}".utf8)))
// says: .data(

// Alamofire

requests(.post("/users", parameters: user))
// says: body:

requests(.put("/users", parameters: ["name": "Ada"]))
// says: body:

requests(.get("/users", headers: [.accept("application/json"), .authorization(bearerToken: token)]))
// says: authenticated(.bearer(

client.headers = [.authorization(bearerToken: token)]
// says: authentication

client.headers.add(.authorization(bearerToken: token))
// says: authentication

client.headers.add(name: "X-App", value: "7")
print(client.headers.value(for: "X-App") ?? "")
// says: append

print(client.headers.value(for: "X-App") ?? "")
// says: headers["X-Name"]

client.headers.remove(name: "X-App")
// says: = nil

var form = MultipartForm()
form.append(Data("Ada".utf8), withName: "name")
// says: form.append("name",

var form = MultipartForm()
form.append(file, withName: "photo", fileName: "sea.jpg", mimeType: "image/jpeg")
// says: .file(

requests(.post("/photos", body: .file(file).uploadProgress { progress in print(progress.fractionCompleted) }))
// says: reportingProgress

requests(.post("/photos", body: .file(file).reportingProgress { print($0.fractionCompleted) }))
// says: fraction

requests(
  .post(
    "/photos",
    body: .file(file).reportingProgress { print($0.fraction ?? 0, $0.bytes, $0.total ?? 0) }))
// compiles

requests(.get("/search", query: .init(encoding: filter, arrays: .noBrackets)))
// says: repeated

requests(.get("/search", query: ["filter": ["city": "Rome"]]))
// says: QueryValue

print(Request.get("/users").cURLDescription())
// says: curl(for:

print(try client.curl(for: GetUser(id: 7)), reply.request.curl)
// compiles

// Moya, Get, Retrofit

requests(.get("/search", query: [("page", "2"), ("sort", "name")]))
// says: Request.Query(

requests(.get("/search", query: ["ids": [1, 2, 3], "tags": tags, "page": 2 as Int?]))
// compiles

requests(.post("/users", body: .jsonObject(["name": "Ada"])))
// says: json

requests(.post("/users", body: .raw(data)))
// says: data

requests(.post("/users", body: .json(["tags": tags, "page": 2, "filter": filter, "since": date])))
// compiles

requests(.post("/users", body: .multipart(["name": "Ada"])))
// says: MultipartForm

requests(.post("/users", body: .multipart { form in form.append("name", "Ada") }))
// says: MultipartForm

// AsyncHTTPClient

var request: Request = .get("/users")
request.method = .POST
// says: post

requests(Request(.GET, "/users"))
// says: get

var request: Request = .get("/users")
request.headers.add(name: "Content-Type", value: "application/json")
// says: append

var request: Request = .get("/users")
request.headers.replaceOrAdd(name: "Accept", value: "text/plain")
// says: headers["X-Name"]

var request: Request = .get("/users")
request.body = .bytes([1, 2, 3])
// says: Data(

// axios, ky, fetch, requests

requests(.post("/users", data: ["name": "Ada"]))
// says: body:

requests(.post("/login", form: ["user": "ada"]))
// says: .form(

requests(.put("/users", json: user))
// says: body: .json(

requests(.patch("/users", json: user))
// says: body: .json(

requests(.delete("/users", params: ["page": 2]))
// says: query:

requests(.post("/photos", files: ["photo": file]))
// says: .multipart(

requests(.options("/users"))
// says: Request(.options,

var request: Request = .get("/users")
request.headers.set("X-App", "7")
// says: headers["X-Name"]

var request: Request = .get("/users")
request.params = ["page": 2]
// says: query

var request: Request = .get("/users")
request.searchParams.append("page", 2)
// says: query

var request: Request = .get("/users")
request.data = data
// says: body

var form = MultipartForm()
form.append("photo", file)
// says: .file(

var form = MultipartForm()
form.append("age", 36)
// says: String

// OkHttp, ktor

requests(.get("/users").header("X-App", "7"))
// says: headers:

requests(.get("/users").addHeader("X-App", "7"))
// says: headers:

requests(.get("/me").bearerAuth(token))
// says: authenticated(.bearer(

requests(.get("/me").basicAuth("ada", "secret"))
// says: authenticated(.basic(

requests(.get("/me").authenticate(username: "ada", password: "secret"))
// says: authenticated(.basic(

var form = MultipartForm()
form.addFormDataPart("name", "Ada")
// says: append

var form = MultipartForm()
form.append(key: "name", value: "Ada")
// says: append

var form = MultipartForm()
form.append(name: "name", value: "Ada")
// says: append

var request: Request = .get("/users")
request.addHeader("X-App", "7")
// says: headers.append

var request: Request = .get("/users")
request.query.append(name: "page", value: "2")
// says: append(

var request: Request = .get("/users")
request.query.append(URLQueryItem(name: "page", value: "2"))
// says: append(

// Neighbours of the hints.

var request: Request = .get("/users")
request.method = .post
if request.method == .post { request.method = .put }
request.headers = [:]
request.headers = ["Accept": "application/json"]
request.headers.append("X-Tag", "a")
// compiles

let app: String? = client.headers["X-App"]
client.headers["X-App"] = nil
for field in client.headers.fields { print(field.name, field.value) }
// compiles

var form = MultipartForm()
form.append("name", name)
form.append("json", .json(user))
form.append("notes", .text("text"), filename: "notes.txt")
// compiles

let headers: Request.Headers = ["Accept": "text/plain", "X-Trace": missing, "X-Page": 2]
requests(.get("/users", headers: headers))
requests(.get("/users", query: [:], headers: [:]))
let method = Request.get("/users").method
switch method {
case .get, .head: print(method)
default: break
}
// compiles

var form = MultipartForm()
let title = name.prefix(2)
form.append("title", String(title))
form.append("count", "\(tags.count)")
form.append("photo", .data(data), filename: "sea.jpg")
// compiles

var query = Request.Query()
query.append("page", 2)
query.append("tags", tags)
query.append("city", joining: tags)
// compiles

requests(.post("/users", body: .none))
let body: Request.Body? = nil
requests(.post("/users", body: body ?? .none))
requests(.put("/users", body: .json(nil as User?)))
// compiles
