// flags: -default-isolation MainActor
import Repartee

struct User: Decodable {
  var name: String
}

struct GetUser: Endpoint {
  var id: Int

  var request: Request { .get("/users/\(id)") }

  // expect: main actor-isolated conformance of 'User' to 'Decodable' cannot satisfy conformance requirement
  static let responses: ResponseMap<User, Never> = [.code(200, .decode)]
}
