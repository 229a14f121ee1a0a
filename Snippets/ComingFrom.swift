// The examples of "Coming from another library".
import Repartee

nonisolated struct User: Codable, Sendable {
  var id: Int
  var name: String
}

struct APIError: Error, Decodable {
  var message: String
}

struct GetUser: Endpoint {
  var id: Int

  var request: Request {
    .get("/users/\(id)", query: ["fields": "name"])
  }

  static let responses: ResponseMap<User, APIError> = [
    .success(.decode),
    .any(.decodeError),
  ]
}

func direct(_ client: Client) async throws {
  let user = try await client.send(
    Resource(User.self, .get("/users/\(7)")))
  let raw = try await client.response(
    to: Resource(String.self, .get("/robots.txt")))
  try await client.send(
    Resource<Void, Never>(
      .post("/users", body: .json(user)), [.success(.noContent)]))
  print(user.name, raw.status.code, raw.value)
}

func sessionStyle(_ client: Client) async throws {
  let any = Resource<Response, Never>(
    .get("/users/\(7)"),
    [.any(Outcome { response, _ in .success(response) })])
  let response = try await client.send(any)
  print(response.status.code, response.body.count)
}

let server = InMemoryTransport { request in
  request.head.headerFields[.authorization] == "Bearer new"
    ? .json(#"{"id": 7, "name": "Ada"}"#) : .status(401)
}
var client = Client(baseURL: "https://api.example.com", transport: server)
client.authentication = .bearer("new")
try await direct(client)
try await sessionStyle(client)
