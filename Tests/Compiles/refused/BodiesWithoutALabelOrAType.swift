import Repartee

struct User: Decodable, Sendable {
  var id: Int
}

struct Problem: Decodable, Sendable {
  var title: String
}

enum Refusal: Error {
  case rejected(Problem)
}

struct GetUser: Endpoint {
  var request: Request { .get("/user") }

  static let responses: ResponseMap<User, Refusal> = [
    // expect: keys have a label: .decode(at: "data", "user")
    .code(200, .decode("user")),
    // expect: keys have a label: .decode(at: "data", "user")
    .code(201, .decode(["data", "user"])),
    // expect: the output's own type is decoded by .decode; make the output from another: .decode(Body.self) { … }
    .code(202, .decode(Problem.self)),
    // expect: keys have a label: .decodeError(at: "error")
    .code(404, .decodeError("error", 0)),
    // expect: a failure that is made from a body is .decodeError(Body.self) { … }
    .clientError(.error(Problem.self) { .rejected($0) }),
  ]
}
