import Repartee

struct User: Codable {
  var id: Int
  var name: String
}

struct GetUser: Endpoint {
  enum UserError: Error {
    case notFound
  }

  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<User, UserError> = [
    .code(200, .decode),
    .code(404, .error(.notFound)),
  ]
}

let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { request in
    request.head.path == "/users/7" ? .json(#"{"id": 7, "name": "Ada"}"#) : .status(404)
  })

let user = try await client.send(GetUser(id: 7))
precondition(user.name == "Ada")

do {
  _ = try await client.send(GetUser(id: 8))
  preconditionFailure("nobody has the number 8")
} catch {
  switch error.reason {
  case .declared(.notFound): print("Hello, \(user.name)!")
  case .undeclared, .undecodable, .transport, .authentication, .request: preconditionFailure("\(error)")
  }
}
