import Repartee

struct ListPlaces: Endpoint {
  var request: Request { .get("/places") }

  static let responses: ResponseMap<[Place], Never> = [
    .code(200, .decode)
  ]
}

struct Place: Decodable, Sendable {
  var id: Int
}
