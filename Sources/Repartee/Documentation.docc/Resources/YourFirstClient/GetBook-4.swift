import Repartee

struct Book: Decodable, Sendable {
  var id: Int
  var title: String
}

/// The body of a response that is a refusal.
struct Refusal: Decodable, Sendable {
  var message: String
}

enum BookError: Error {
  case missing(Refusal)
}

struct GetBook: Endpoint {
  var id: Int

  var request: Request { .get("/books/\(id)") }

  static let responses: ResponseMap<Book, BookError> = [
    .code(200, .decode),
    .code(404, .decodeError(Refusal.self) { .missing($0) }),
  ]
}
