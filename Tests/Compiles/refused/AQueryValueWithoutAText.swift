import Repartee

struct Position: Sendable {
  var x = 0
}

struct FindTiles: Endpoint {
  // expect: cannot convert value of type 'Position' to expected dictionary value type 'any QueryValue'
  var request: Request { .get("/tiles", query: ["at": Position()]) }
  static let responses: ResponseMap<String, Never> = .anySuccess
}
