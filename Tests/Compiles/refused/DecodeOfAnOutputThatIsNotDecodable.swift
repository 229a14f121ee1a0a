import Repartee

struct Session: Sendable {
  var id: Int
}

struct OpenSession: Endpoint {
  var request: Request { .post("/sessions") }

  static let responses: ResponseMap<Session, Never> = [
    // expect: this output is not Decodable; use .noContent, .value(…) or .decode(Body.self) { … }
    .code(200, .decode)
  ]
}

struct CloseSession: Endpoint {
  var request: Request { .delete("/sessions") }

  static let responses: ResponseMap<Void, Never> = [
    // expect: this output is not Decodable; use .noContent, .value(…) or .decode(Body.self) { … }
    .code(200, .decode)
  ]
}
