import Repartee

enum Refusal: Error {
  case full
}

struct Join: Endpoint {
  var request: Request { .post("/members") }

  static let responses: ResponseMap<Void, Refusal> = [
    .code(204, .noContent),
    // expect: this failure is not Decodable; use .error(…) or .decodeError(Body.self) { … }
    .code(409, .decodeError),
  ]
}
