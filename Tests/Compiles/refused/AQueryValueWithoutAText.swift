import Repartee

struct Position: Sendable {
  var x = 0
}

struct FindTiles: Endpoint {
  // expect: a query is ["page": 2], each a QueryValue
  var request: Request { .get("/tiles", query: ["at": Position()]) }
  static let responses: ResponseMap<String, Never> = .anySuccess
}
