import Repartee

struct Row: Sendable {
  var id: Int
}

struct StreamRows: Endpoint {
  var request: Request { .get("/rows") }

  static let responses: ResponseMap<ResponseStream<Row, Never>, Never> = [
    // expect: the elements of a stream of JSON are Decodable
    .code(200, .stream(.jsonLines(of: Row.self)))
  ]
}
