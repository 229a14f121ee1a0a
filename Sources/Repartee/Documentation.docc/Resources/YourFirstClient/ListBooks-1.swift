import Repartee

struct ListBooks: Endpoint {
  struct Output: Decodable, Sendable {
    var books: [Book]
    var next: String?
  }

  var request: Request { .get("/books") }
}
