import Foundation
import Repartee
import ReparteeCaching

// Calls and their answers.

let user = try await client.send(GetUser(id: 7))
print(user.name)
// compiles

let user = try await client.send(Resource(User.self, .get("/users/7")))
// compiles

let user: User = try await client.send(Resource(User.self, .get("/users/\(id)", query: ["a": 1])))
// compiles

let user = try await client.get("/users/7", as: User.self)
// says: client.send(Resource(User.self, .get("/users/7")))

let user: User = try await client.get("/users/7")
// says: client.send(Resource(User.self, .get("/users/7")))

let user = try await client.post("/users", body: user)
// says: client.send(Resource(User.self, .post("/users", body: .json(user))))

let response = try await client.put("/users", json: user)
// says: client.send(Resource(

let response = try await client.delete("/users/7")
// says: client.send(Resource(

let user: User = try await client.request("/users/7").json()
// says: client.send(

let user = try await client.request(GetUser(id: 7))
// says: send

let user = try await client.perform(GetUser(id: 7))
// says: send

let user = try await client.execute(GetUser(id: 7))
// says: send

let user = try await client.fetch(GetUser(id: 7))
// says: send

let user = try await client.call(GetUser(id: 7))
// says: send

let (data, response) = try await client.data(for: GetUser(id: 7))
// says: client.response(to:

let response = try await client.send(.get("/users/7"))
// says: Resource(User.self, .get("/users/7"))

let request: Request = .get("/users/7")
let response = try await client.send(request)
// says: Resource(User.self, .get("/users/7"))

let user = try await client.send(.get("/users/7"), as: User.self)
// says: Resource(User.self, .get("/users/7"))

let reply = try await client.response(to: GetUser(id: 7))
print(reply.value.name, reply.status, reply.duration)
// compiles

let reply = try await client.reply(to: GetUser(id: 7))
// says: response(to:

let reply = try await client.response(to: GetUser(id: 7))
print(reply.body)
// says: value

let reply = try await client.response(to: GetUser(id: 7))
print(reply.data)
// says: value

let reply = try await client.response(to: GetUser(id: 7))
print(reply.statusCode)
// says: status

let result = await client.result(of: GetUser(id: 7))
switch result {
case .success(let user): print(user)
case .failure(let error): print(error)
}
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.statusCode)
}
// says: status

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.responseCode)
}
// says: status

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.isCancelled { return }
}
// says: isCancellation

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.isCancellation || error.isOffline || error.isTimeout { return }
  if error.status == .notFound || error.status?.code == 404 { return }
  print(error, error.localizedDescription)
}
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.code)
}
// says: reason

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.message)
}
// says: description

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.data)
}
// says: body

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.failure)
}
// says: declared

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.underlyingError)
}
// says: underlying

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  switch error.reason {
  case .declared(.notFound): print("not found")
  case .declared(.rejected(let problem)): print(problem.message)
  case .undeclared, .undecodable, .transport, .authentication, .request: print(error)
  }
}
// compiles

let map: ResponseMap<Response, Never> = [.any(.value { $0 })]
let response = try await client.send(Resource(.get("/x"), map))
print(response.body, response.text ?? "", response.status.code)
// compiles

let map: ResponseMap<Response, Never> = [.any(.value { $0 })]
print(try await client.send(Resource(.get("/x"), map)).data)
// says: body

let map: ResponseMap<Response, Never> = [.any(.value { $0 })]
print(try await client.send(Resource(.get("/x"), map)).statusCode)
// says: status

let map: ResponseMap<Response, Never> = [.any(.value { $0 })]
let user: User = try await client.send(Resource(.get("/x"), map)).json()
// says: decode

let map: ResponseMap<Response, Never> = [.any(.value { $0 })]
print(try await client.send(Resource(.get("/x"), map)).value(forHTTPHeaderField: "X-Id"))
// says: header

let user = try anything.decode(User.self)
// compiles

let user: User = try anything.decode()
// compiles

let user = try client.json.decode(User.self, from: anything)
// compiles

let user = try client.json.decode(User.self, from: data)
// compiles

struct ToolCall: Decodable {
  var name: String
  @EmbeddedJSON var arguments: Filtered
  struct Filtered: Decodable { var text: String }
}
let call = try JSONCoder().decode(ToolCall.self, from: data)
print(call.arguments.text)
// compiles

let map: ResponseMap<User, Never> = [.code(200, .embeddedJSON(at: "choices", 0, "message", "content"))]
// compiles

let map: ResponseMap<User, UserError> = [
  .code(200, .decode(at: "data", "user")), .code(404, .error(.notFound)), .success(.decode),
]
// compiles

let map: ResponseMap<User, Never> = [.status(200, .decode)]
// says: code

let map: ResponseMap<User, Never> = [.ok(.decode)]
// says: code(200,

let map: ResponseMap<User, Never> = [.code(200, .json(User.self))]
// says: decode

let map: ResponseMap<User, Never> = [.code(200, .decodable(User.self))]
// says: decode

let map: ResponseMap<Void, Never> = [.code(204, .empty)]
// says: noContent

let map: ResponseMap<Void, Never> = [.code(204, .void)]
// says: noContent

let map: ResponseMap<User, UserError> = [.code(200, .decode), .default(.error(.notFound))]
// says: any

let map: ResponseMap<User, UserError> = [.code(200, .decode), .code(404, .failure(.notFound))]
// says: error
