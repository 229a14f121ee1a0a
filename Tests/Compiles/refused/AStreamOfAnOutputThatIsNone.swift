import Repartee

struct Row: Decodable, Sendable {
  var id: Int
}

struct ListRows: Endpoint {
  var request: Request { .get("/rows") }

  static let responses: ResponseMap<[Row], Never> = [
    // expect: this format streams: the output is a ResponseStream, or is made of one: .stream(…) { … }
    .code(200, .stream(.jsonLines(of: Row.self)))
  ]
}

struct StreamRows: Endpoint {
  var request: Request { .get("/rows") }

  static let responses: ResponseMap<ResponseStream<String, Never>, Never> = [
    // expect: the elements of this format are not those of the output; give it the right type: .jsonLines(of: …)
    .code(200, .stream(.jsonLines(of: Row.self)))
  ]
}
