import Foundation
import Repartee

struct ListUsers: PagedEndpoint {
  var team: Int

  var request: Request { .get("/teams/\(team)/users") }
  static let responses: ResponseMap<[User], UserError> = [.code(200, .decode)]

  func next(after page: PageResponse<[User]>) throws(RequestError) -> Cursor? { try .link(of: page) }
}

/// The pages of one API.
nonisolated protocol ShopPage: Decodable, Sendable {
  associatedtype Element: Sendable
  var items: [Element] { get }
  var next: String? { get }
}

nonisolated protocol ShopList: PagedEndpoint where Output: ShopPage, Item == Output.Element {}

nonisolated extension ShopList {
  func items(of page: Output) -> [Output.Element] { page.items }

  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    .query("token", page.value.next)
  }
}

struct ListNotes: ShopList {
  struct Output: ShopPage {
    var items: [Note]
    var next: String?
  }

  var request: Request { .get("/notes") }
  static let responses: ResponseMap<Output, Never> = .anySuccess
}

struct SearchNotes: PagedEndpoint {
  struct Position: Codable, Sendable {
    var id: Int
  }

  struct Query: Encodable, Sendable {
    var after: Position?
  }

  var request: Request { .post("/notes", body: .json(Query())).idempotent() }
  static let responses: ResponseMap<[Note], Never> = .anySuccess

  func request(at cursor: Cursor) throws(RequestError) -> Request {
    var request = request
    request.body = .json(Query(after: try cursor.decode()))
    return request
  }

  func next(after page: PageResponse<[Note]>) throws(RequestError) -> Cursor? {
    try .value(page.value.last.map { Position(id: $0.id) })
  }
}
