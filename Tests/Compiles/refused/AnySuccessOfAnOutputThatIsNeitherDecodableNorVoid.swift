import Repartee

struct Session: Sendable {
  var id: Int
}

struct OpenSession: Endpoint {
  var request: Request { .post("/sessions") }
  // expect: this output is neither Decodable nor Void; write the cases: [.success(.decode(Body.self) { … })]
  static let responses: ResponseMap<Session, Never> = .anySuccess
}
