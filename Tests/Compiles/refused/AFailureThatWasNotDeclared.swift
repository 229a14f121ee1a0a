import Repartee

struct GetText: Endpoint {
  var request: Request { .get("/text") }

  static let responses: ResponseMap<String, Never> = [
    .code(200, .decode),
    // expect: type 'Never' has no member 'gone'
    .code(410, .error(.gone)),
  ]
}
