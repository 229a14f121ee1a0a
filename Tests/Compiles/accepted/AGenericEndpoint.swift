import Repartee

/// Swift refuses a stored `static let` here: the map is computed, and a client gets it once for each type.
struct Get<Body: Decodable & Sendable>: Endpoint {
  var path: Request.Path

  var request: Request { .get(path) }

  static var responses: ResponseMap<Body, Never> { [.code(200, .decode)] }
}

struct User: Decodable, Sendable {
  var name: String
}

func user(_ client: Client) async throws(CallError<Never>) -> User {
  try await client.send(Get<User>(path: "/user"))
}

func send<E: Endpoint>(_ endpoint: E, with client: Client) async throws(E.Thrown) -> E.Output {
  try await client.send(endpoint)
}

func texts(_ client: Client) async throws -> [String?] {
  let one: String = try await send(Get(path: "/text"), with: client)
  let other: String? = try await send(Get(path: "/text"), with: client)
  return [one, other]
}
