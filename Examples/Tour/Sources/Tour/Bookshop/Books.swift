import Foundation
import Repartee

// The bookshop's API for books. An endpoint is a request, and every response to it.

struct Book: Decodable, Hashable {
  var id: Int
  var title: String
  var pages: Int
}

/// The failures that every endpoint of the shop can return: declared once, and included where they are needed.
enum ShopError: Error, Hashable {
  case signedOut
  case notFound(String)

  static let responses: ResponseMap<Never, ShopError> = [
    .code(401, .error(.signedOut)),
    .code(404, .decodeError(.at("message"), as: ShopError.notFound)),
  ]
}

/// A book by its number.
struct GetBook: Endpoint {
  var id: Int

  var request: Request { .get("/books/\(id)") }

  static let responses: ResponseMap<Book, ShopError> = [
    .code(200, .decode),
    .including(ShopError.responses),
  ]
}

/// A book by its title. A missing book is a value here, not an error.
struct FindBook: Endpoint {
  var title: String

  var request: Request { .get("/titles/\(title)") }

  static let responses: ResponseMap<Book?, ShopError> = [
    .code(200, .decode),
    .code(404, .value(nil)),
    .including(ShopError.responses),
  ]
}

/// The books of an author, page by page. A Link field has the URL of the next page (RFC 8288).
struct ListBooks: PagedEndpoint {
  var author: String

  var request: Request { .get("/books", query: ["author": author]) }

  static let responses: ResponseMap<[Book], ShopError> = [
    .code(200, .decode),
    .including(ShopError.responses),
  ]

  func next(after page: PageResponse<[Book]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}

/// The reviews of a book: two key paths of the body, read in one pass. The rest of the body is not decoded.
struct GetReviews: Endpoint {
  struct Output: Hashable {
    var stars: Double
    var latest: Review
  }

  var book: Int

  var request: Request { .get("/books/\(book)/reviews") }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode(.at("stars", "average"), BodyPath("reviews", 0), as: Output.init))
  ]
}

/// A model that decodes itself, without Codable: for lists of thousands of elements.
struct Review: JSONDecodable, Hashable {
  var text: String
  var name: String

  init(json: JSONReader) throws {
    text = try json["text"]
    name = try json["name"] ?? "a reader"  // absent or null
  }
}

/// The first pages of a book, as they arrive.
struct GetSample: Endpoint {
  var book: Int

  var request: Request { .get("/books/\(book)/sample") }

  static let responses: ResponseMap<ResponseStream<Data, Never>, ShopError> = [
    .code(200, .stream(.bytes)),
    .including(ShopError.responses),
  ]
}
