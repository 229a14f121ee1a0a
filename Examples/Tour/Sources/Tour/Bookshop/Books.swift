import Foundation
import Repartee

// What the bookshop's API says about books: an endpoint is a request, and every response to it.

struct Book: Decodable, Hashable {
  var id: Int
  var title: String
  var pages: Int
}

/// What every endpoint of the shop may refuse with: declared once, and included where it is needed.
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

/// A book by its title. That there is none is a value here, no error.
struct FindBook: Endpoint {
  var title: String

  var request: Request { .get("/titles/\(title)") }

  static let responses: ResponseMap<Book?, ShopError> = [
    .code(200, .decode),
    .code(404, .value(nil)),
    .including(ShopError.responses),
  ]
}

/// The books of an author, page by page: a Link field says where the next page is (RFC 8288).
struct ListBooks: PagedEndpoint {
  var author: String

  var request: Request { .get("/books", query: ["author": author]) }

  static let responses: ResponseMap<[Book], ShopError> = [
    .code(200, .decode),
    .including(ShopError.responses),
  ]

  func next(after page: PageReply<[Book]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}

/// What readers say: two places of the body, read in one pass. Nothing else of it is decoded.
struct GetReviews: Endpoint {
  struct Output: Hashable {
    var stars: Double
    var latest: Review
  }

  var book: Int

  var request: Request { .get("/books/\(book)/reviews") }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode(.at("stars", "average"), .at("reviews", 0), as: Output.init))
  ]
}

/// A model that reads itself, without Codable: for lists of thousands.
struct Review: JSONDecodable, Hashable {
  var text: String
  var name: String

  init(json: JSONReader) throws {
    text = try json["text"]
    name = try json["name"] ?? "a reader"  // absent or null
  }
}

/// The first pages of a book, while they arrive.
struct GetSample: Endpoint {
  var book: Int

  var request: Request { .get("/books/\(book)/sample") }

  static let responses: ResponseMap<ResponseStream<Data>, ShopError> = [
    .code(200, .stream(.bytes)),
    .including(ShopError.responses),
  ]
}
