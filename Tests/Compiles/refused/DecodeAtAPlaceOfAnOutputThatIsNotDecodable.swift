import Repartee

struct Session: Sendable {
  var id: Int
}

enum Refusal: Error {
  case full
}

struct OpenSession: Endpoint {
  var request: Request { .post("/sessions") }

  static let responses: ResponseMap<Session, Refusal> = [
    // expect: this output is not Decodable; say what it is made of: .decode(Body.self, at: …) { … }
    .code(200, .decode(at: "data", "session")),
    // expect: this failure is not Decodable; say what it is made of: .decodeError(Body.self, at: …) { … }
    .code(409, .decodeError(at: "error")),
  ]
}
