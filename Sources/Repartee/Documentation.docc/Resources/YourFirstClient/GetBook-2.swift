import Repartee

struct Book: Decodable, Sendable {
  var id: Int
  var title: String
}

struct GetBook: Endpoint {
  typealias Output = Book

  var id: Int

  var request: Request { .get("/books/\(id)") }
}
