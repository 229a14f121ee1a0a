import Repartee

struct ListBooks: PagedEndpoint {
  struct Output: Decodable, Sendable {
    var books: [Book]
    var next: String?
  }

  var request: Request { .get("/books") }
  static let responses: ResponseMap<Output, Never> = .anySuccess

  func items(of page: Output) -> [Book] { page.books }

  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("after", page.value.next)
  }
}
