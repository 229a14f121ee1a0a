import Repartee

struct Position: Sendable {
  var x = 0
}

struct GetTile: Endpoint {
  typealias Output = String

  // expect: this value has no text of its own; interpolate a String, a number, a UUID or an enum of these
  var request: Request { .get("/tiles/\(Position())") }
}
