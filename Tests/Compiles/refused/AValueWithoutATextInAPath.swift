import Repartee

struct Position: Sendable {
  var x = 0
}

struct GetTile: Endpoint {
  // expect: this value has no text of its own; interpolate a String, a number, a UUID or an enum of these
  var request: Request { .get("/tiles/\(Position())") }
  static let responses: ResponseMap<String, Never> = .anySuccess
}
