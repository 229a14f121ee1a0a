import Repartee

struct ListBooks: Endpoint {
  struct Output: Decodable, Sendable {
    var books: [Book]
    var next: String?
  }

  var request: Request { .get("/books") }
  static let responses: ResponseMap<Output, Never> = .anySuccess
}
