import Repartee

struct Problem: Decodable {
  var title: String
}

enum Refusal: Error {
  case full
}

struct Join: Endpoint {
  var request: Request { .post("/members") }

  static let responses: ResponseMap<Void, Refusal> = [
    .code(204, .noContent),
    // expect: say what the failure is: .decodeError(Body.self) { … }
    .code(409, .decodeError(Problem.self)),
  ]
}
