import Repartee

final class User: Decodable {
  var name = ""
}

struct GetUser: Endpoint {
  var request: Request { .get("/user") }

  // expect: type 'User' does not conform to the 'Sendable' protocol
  // expect: static property 'responses' is not concurrency-safe
  static let responses: ResponseMap<User, Never> = .anySuccess
}
