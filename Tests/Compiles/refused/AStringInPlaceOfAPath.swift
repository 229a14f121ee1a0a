import Repartee

struct GetAnything: Endpoint {
  var path: String

  // expect: cannot convert value of type 'String' to expected argument type 'Request.Path'
  var request: Request { .get(path) }
  static let responses: ResponseMap<String, Never> = .anySuccess
}
