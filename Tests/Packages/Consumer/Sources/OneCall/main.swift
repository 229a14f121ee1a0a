import Repartee

struct User: Decodable {
  var name: String
}

struct GetUser: Endpoint {
  var request: Request { .get("/users/7") }
  static let responses: ResponseMap<User, Never> = [.code(200, .decode)]
}

let client = Client(
  baseURL: "https://api.example", transport: InMemoryTransport { _ in .json(#"{"name": "Ada"}"#) })
print("Hello, \(try await client.send(GetUser()).name)!")
