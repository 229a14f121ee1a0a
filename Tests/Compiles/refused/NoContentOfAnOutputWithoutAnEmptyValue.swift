import Repartee

struct User: Decodable, Sendable {
  var id: Int
}

struct GetUser: Endpoint {
  var request: Request { .get("/users/7") }

  static let responses: ResponseMap<User, Never> = [
    .code(200, .decode),
    // expect: this output has no empty value; make it optional, or use .value(…)
    .code(204, .noContent),
    // expect: this output has no empty value; make it optional, or use .value(…)
    .code(205, .noContent(.validatedEmpty)),
  ]
}
