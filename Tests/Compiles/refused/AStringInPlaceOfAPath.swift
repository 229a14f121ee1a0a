import Repartee

struct GetAnything: Endpoint {
  var path: String

  // expect: write the path here, and values are escaped: .get("/users/\(id)")
  var request: Request { .get(path) }
  static let responses: ResponseMap<String, Never> = .anySuccess
}
