// The examples of "Coming from another library".
import Repartee

struct User: Codable, Sendable {
  var id: Int
  var name: String
}

struct APIError: Error, Decodable {
  var message: String
}

struct GetUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)", query: ["fields": "name"]) }

  static let responses: ResponseMap<User, APIError> = [
    .success(.decode),
    .any(.decodeError),
  ]
}

func direct(_ client: Client) async throws {
  let user = try await client.send(Resource(User.self, .get("/users/\(7)")))
  let raw = try await client.reply(to: Resource(String.self, .get("/robots.txt")))
  try await client.send(Resource<Void, Never>(.post("/users", body: .json(user)), [.success(.noContent)]))
  print(user.name, raw.status.code, raw.value)
}

func sessionStyle(_ client: Client) async throws {
  let any = Resource<Response, Never>(
    .get("/users/\(7)"), [.any(Outcome { response, _ in .success(response) })])
  let response = try await client.send(any)
  print(response.status.code, response.body.count)
}

actor Tokens {
  private var current = "old"

  var token: String { current }

  func token(insteadOf refused: String) -> String? {
    if current == refused { current = "new" }  // asks the server for another one
    return current
  }
}

struct Refreshing: Transport {
  var host: String
  var tokens: Tokens  // an actor of yours
  var next: any Transport

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard request.head.scheme == "https", request.head.authority == host else {
      return try await next.send(request)  // no token for another origin
    }
    var request = request
    let token = await tokens.token
    request.head.headerFields[.authorization] = "Bearer \(token)"
    let response = try await next.send(request)
    guard response.head.status == .unauthorized, request.body?.isReplayable ?? true,
      let fresh = await tokens.token(insteadOf: token)
    else { return response }
    request.head.headerFields[.authorization] = "Bearer \(fresh)"
    return try await next.send(request)
  }
}

let server = InMemoryTransport { request in
  request.head.headerFields[.authorization] == "Bearer new"
    ? .json(#"{"id": 7, "name": "Ada"}"#) : .status(401)
}
let client = Client(
  baseURL: "https://api.example.com",
  transport: Refreshing(host: "api.example.com", tokens: Tokens(), next: server))
try await direct(client)
try await sessionStyle(client)
