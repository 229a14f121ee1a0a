import Repartee

struct Position: Sendable {
  var x = 0
}

struct FindTiles: Endpoint {
  typealias Output = String

  // expect: cannot convert value of type 'Position' to expected dictionary value type 'any QueryValue'
  var request: Request { .get("/tiles", query: ["at": Position()]) }
}
