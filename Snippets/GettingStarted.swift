// The examples of "Getting started".
import Repartee

nonisolated struct User: Decodable, Sendable {
  var id: Int
  var name: String
}

nonisolated struct Problem: Decodable, Sendable {
  var title: String
}

enum UserError: Error {
  case notFound
  case rejected(Problem)
}

struct GetUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<User, UserError> = [
    .code(200, .decode),
    .code(404, .error(.notFound)),
    .clientError(.decodeError(Problem.self) { .rejected($0) }),
  ]
}

struct ListUsers: Endpoint {
  var page: Int?
  var tags: [String]

  var request: Request {
    .get("/users", query: ["page": page, "tag": tags])
  }

  static let responses: ResponseMap<[User], Never> = .anySuccess
}

struct RenameUser: Endpoint {
  var id: Int
  var name: String

  var request: Request {
    .patch("/users/\(id)", body: .json(["name": name]))
  }

  static let responses: ResponseMap<Void, UserError> = [
    .code(204, .noContent),
    .code(404, .error(.notFound)),
  ]
}

func makeStaging(_ client: Client, stagingToken: String) -> Client {
  var staging = client.with(baseURL: "https://staging.example.com")
  staging.authentication = .bearer(stagingToken)
  return staging
}

func makeClient(
  token: String, transport: some Transport
) -> Client {
  var client = Client(
    baseURL: "https://api.example.com/v1",
    transport: transport,
    headers: ["Authorization": "Bearer \(token)"],
    json: JSONCoder(keys: .snakeCase))
  client.timeout = .seconds(20)
  return client
}

func impatient(_ client: Client) async throws {
  let users = try await client.send(ListUsers(page: 1, tags: [])) {
    $0.timeout = .seconds(2)
  }
  let response = try await client.response(to: GetUser(id: 7)) {
    $0.headers[.ifNoneMatch] = "\"abc\""
  }
  print(
    users.count, response.status.code, response.entityTag as Any,
    response.duration)
}

@MainActor
final class Profile {
  var limit: Duration = .seconds(5)
  private(set) var user: User?
  private let client: Client

  init(client: Client) { self.client = client }

  func load() async throws {
    user = try await client.send(GetUser(id: 7)) {
      $0.timeout = limit  // of the view model
    }
  }
}

func several(_ client: Client) async {
  do {
    try await client.send(RenameUser(id: 7, name: "Grace"))
    print(try await client.send(ListUsers(tags: ["new"])))
  } catch let failure as any CallErrorProtocol {
    print(
      failure.description, failure.status?.code as Any,
      failure.isTimeout)
  } catch {
    print(error)
  }
}

func checkDeclarations() -> Bool {
  GetUser.responses.issues.isEmpty
    && RenameUser.responses.issues.isEmpty
}

let client = Client(
  baseURL: "https://api.example.com",
  transport: InMemoryTransport { request in
    request.head.path == "/users/7"
      ? .json(#"{"id": 7, "name": "Ada"}"#) : .status(404)
  })

await several(client)
print(checkDeclarations())
