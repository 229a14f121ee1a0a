import Repartee

struct Book: Decodable, Sendable {
  var id: Int
  var title: String
}

struct GetBook: Endpoint {
  var id: Int

  var request: Request { .get("/books/\(id)") }
  static let responses: ResponseMap<Book, Never> = .anySuccess
}
