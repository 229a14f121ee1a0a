import Repartee

struct GetUser: Endpoint {
  var id: Int?

  // expect: unwrap the optional first: a path has no place for a missing value
  var request: Request { .get("/users/\(id)") }
  static let responses: ResponseMap<String, Never> = .anySuccess
}
