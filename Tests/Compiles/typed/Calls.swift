import Foundation
import Repartee
import ReparteeCaching

// Calls, as in other libraries.

// Alamofire

let user: User = try await client.request("/users", method: .get, parameters: ["page": 2])
// says: client.send(

let user = try await client.request("/users/7").validate().serializingDecodable(User.self).value
// says: client.send(

let user = try await client.request("/users/7").serializingDecodable(User.self).value
// says: client.send(

let task = client.request("/users/7", headers: ["X-App": "7"]).serializingDecodable(User.self)
print(await task.response)
// says: client.send(

let data = try await client.request("/users/7").validate(statusCode: 200..<300).serializingData().value
// says: client.send(

client.request("/users/7").responseDecodable(of: User.self) { response in
  print(response.value as Any)
}
// says: client.send(

client.request("/users", method: .post, parameters: ["name": "Ada"]).responseData { response in
  print(response)
}
// says: client.send(

try await client.upload(data, to: "/photos")
// says: body: .data(

try await client.upload(file, to: "/photos")
// says: body: .file(

try await client.upload(multipartFormData: { form in form.append(data, withName: "photo") }, to: "/photos")
// says: .multipart(

try await client.download("/file", to: file)
// says: write(to:

client.cancelAllRequests()
// says: Task

let user = try await client.send(GetUser(id: 7)).value
// says: the value itself

let result = await client.send(GetUser(id: 7)).result
// says: result(of:

// Moya

client.request(GetUser(id: 7)) { result in
  switch result {
  case .success(let user): print(user)
  case .failure(let error): print(error)
  }
}
// says: client.result(of:

client.send(GetUser(id: 7)) { result in
  switch result {
  case .success(let user): print(user.name)
  case .failure(let error): print(error.localizedDescription)
  }
}
// says: client.result(of:

client.send(GetUser(id: 7), completion: { result in print(result) })
// says: client.result(of:

// Get

let user = try await client.value(for: GetUser(id: 7))
// says: send

let file = try await client.download(for: GetFile())
// says: write(to:

let user = try await client.upload(for: GetUser(id: 7), fromFile: file)
// says: body: .file(

let user = try await client.send(GetUser(id: 7)).data
// says: client.response(to:

let code = try await client.send(GetUser(id: 7)).statusCode
// says: client.response(to:

// URLSession

let (data, response) = try await client.data(for: urlRequest)
// says: client.response(to:

let (data, response) = try await client.data(from: url)
// says: client.send(

let (bytes, response) = try await client.bytes(for: urlRequest)
// says: .stream(

let task = client.dataTask(with: urlRequest) { data, response, error in print(error as Any) }
task.resume()
// says: client.send(

let (data, response) = try await client.upload(for: urlRequest, from: data)
// says: body: .data(

let user = try await client.send(urlRequest)
// says: Resource(User.self, .get("/users/7"))

let task = Task { try await sharedClient.send(GetUser(id: 7)) }
task.cancel()
// compiles

let socket = client.webSocketTask(with: url)
// says: URLSessionWebSocketTask

// ky, axios

let user: User = try await client.get("/users/7").json()
// says: client.send(

let user: User = try await client.post("/users", json: user).json()
// says: client.send(

let text = try await client.get("/page").text()
// says: client.send(

let users = try await client.get("/users", searchParams: ["page": 2])
// says: client.send(

let response = try await client.get("/users", params: ["page": 2])
// says: client.send(

let response = try await client.post("/users", data: user)
// says: client.send(

let response = try await client.post("/users", user)
// says: client.send(

let response = try await client.head("/users/7")
// says: client.send(

let api = client.extend(headers: ["X-App": "7"])
// says: var

let api = Client.create(baseURL: "https://api.example.com")
// says: Client(baseURL:

// AsyncHTTPClient, ktor, OkHttp

let response = try await client.execute(.get("/users/7"), timeout: .seconds(30))
// says: $0.timeout

let user = try await client.execute(GetUser(id: 7), timeout: .seconds(30))
// says: $0.timeout

let user: User = try await client.get("/users/7").body()
// says: client.send(

let text = try await client.get("/page").bodyAsText()
// says: client.send(

let response = try client.newCall(.get("/users/7")).execute()
// says: client.send(

let user = try await client.send(GetUser(id: 7), timeout: .seconds(5))
// says: $0.timeout

let user = try await client.send(GetUser(id: 7), headers: ["X-App": "7"])
// says: $0.headers

let user = try await client.get(GetUser(id: 7))
// says: client.send(

try await client.shutdown()
// says: needs none

// Neighbours of the hints.

let user: User? = try? await client.send(GetUser(id: 7))
let users = try await [client.send(GetUser(id: 7)), client.send(GetUser(id: 8))]
let name = try await client.send(GetUser(id: 7)).name
// compiles

let reply: TypedResponse<User> = try await client.response(to: GetUser(id: 7))
print(reply.value)
// compiles

let user = try await client.result(of: GetUser(id: 7)).get()
// compiles

let user = try await client.send(GetUser(id: 7)) { request in
  request.timeout = .seconds(5)
  request.headers["X-App"] = "7"
  request.query.append("page", 2)
  if id > 3 { request.retry = .off }
}
// compiles

func load<E: Endpoint>(_ endpoint: E) async throws(E.Thrown) -> E.Output {
  try await sharedClient.send(endpoint)
}
print(try await load(GetUser(id: 7)))
// compiles

struct Broken { var id = 7 }
let broken = try await client.send(Broken())
// says: conform to 'ResourceConvertible'

let load = { (id: Int) async throws in try await sharedClient.send(GetUser(id: id)) }
print(try await load(7).name)
// compiles

let user = try await client.send(GetUser(id: 7), adjusting: { $0.timeout = .seconds(5) })
_ = try await client.send(Resource(User.self, .get("/users/7"))) { $0.headers["X-App"] = "7" }
// compiles

let user = Task { try await sharedClient.send(GetUser(id: 7)) }
print(try await user.value.name)
// compiles

let user = try await client.send("/users/7")
// says: client.send(Resource(User.self, .get("/users/7")))

let broken: [User] = try await client.send(GetUser(id: 7))
// says: to specified type '[User]'
