import Repartee

struct Get<Body: Decodable & Sendable>: Endpoint {
  var request: Request { .get("/body") }

  // expect: static stored properties not supported in generic types
  static let responses: ResponseMap<Body, Never> = [.code(200, .decode)]
}
