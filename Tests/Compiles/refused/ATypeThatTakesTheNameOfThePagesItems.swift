import Repartee

struct Issue: Decodable, Sendable {
  var number: Int
}

// expect: type 'ListIssues' does not conform to protocol 'PagedEndpoint'
// expect: a type `Item` in the endpoint is the type of its items
struct ListIssues: PagedEndpoint {
  struct Item: Encodable, Sendable {
    var text: String
  }

  var request: Request { .post("/search", body: .json([Item(text: "a")])) }
  static let responses: ResponseMap<[Issue], Never> = .anySuccess

  func next(after page: PageResponse<[Issue]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}
