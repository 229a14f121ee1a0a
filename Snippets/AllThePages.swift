// The examples of "Reading all pages of a list".
import Foundation
import Repartee

nonisolated struct Issue: Codable, Sendable {
  var title: String
}

nonisolated struct User: Codable, Sendable {
  var name: String
}

nonisolated struct Order: Codable, Sendable {
  var number: Int
}

struct ListIssues: PagedEndpoint {
  var repository: String
  var label: String?

  var request: Request {
    .get(
      "/repos/\(repository)/issues",
      query: ["label": label, "per_page": 100])
  }

  static let responses: ResponseMap<[Issue], Never> = [
    .code(200, .decode)
  ]

  func next(
    after page: PageResponse<[Issue]>
  ) throws(RequestError) -> Cursor? {
    try .link(of: page)
  }
}

struct ListUsers: PagedEndpoint {
  struct Output: Decodable, Sendable {
    var users: [User]
    var nextToken: String?
  }

  var team: Int

  var request: Request { .get("/teams/\(team)/users") }
  static let responses: ResponseMap<Output, Never> = .anySuccess

  func items(of page: Output) -> [User] { page.users }
  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("page_token", page.value.nextToken)
  }
}

nonisolated protocol ShopPage: Decodable, Sendable {
  associatedtype Element: Sendable
  var items: [Element] { get }
  var next: String? { get }
}

nonisolated protocol ShopList: PagedEndpoint
where Output: ShopPage, Item == Output.Element {}

nonisolated extension ShopList {
  func items(of page: Output) -> [Output.Element] { page.items }
  func next(
    after page: PageResponse<Output>
  ) throws(RequestError) -> Cursor? {
    .query("page_token", page.value.next)
  }
}

struct ListOrders: ShopList {
  struct Output: ShopPage {
    var items: [Order]
    var next: String?
  }

  var request: Request { .get("/orders") }
  static let responses: ResponseMap<Output, Never> = .anySuccess
}

struct SearchIssues: PagedEndpoint {
  struct Query: Encodable, Sendable {
    var text: String
    var after: String?
  }

  struct Output: Decodable, Sendable {
    var hits: [Issue]
    var after: String?
  }

  var text: String

  var request: Request {
    .post("/search", body: .json(Query(text: text))).idempotent()
  }

  static let responses: ResponseMap<Output, Never> = .anySuccess

  func request(at cursor: Cursor) -> Request {
    var request = request
    request.body = .json(Query(text: text, after: cursor["after"]))
    return request
  }

  func items(of page: Output) -> [Issue] { page.hits }
  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("after", page.value.after)
  }
}

struct SearchHits: PagedEndpoint {
  struct Position: Codable, Sendable {
    var score: Double
    var id: Int
  }

  struct Query: Encodable, Sendable {
    var text: String
    var after: Position?
  }

  struct Hit: Decodable, Sendable {
    var title: String
    var sort: Position
  }

  struct Output: Decodable, Sendable {
    var hits: [Hit]
  }

  var text: String

  var request: Request {
    .post("/hits", body: .json(Query(text: text))).idempotent()
  }

  static let responses: ResponseMap<Output, Never> = .anySuccess

  func request(at cursor: Cursor) throws(RequestError) -> Request {
    var request = request
    request.body = .json(
      Query(text: text, after: try cursor.decode()))
    return request
  }

  func items(of page: Output) -> [Hit] { page.hits }
  func next(
    after page: PageResponse<Output>
  ) throws(RequestError) -> Cursor? {
    try .value(page.value.hits.last?.sort)
  }
}

@MainActor
final class IssueList {
  var limit: Duration = .seconds(5)
  private(set) var titles: [String] = []
  private let client: Client

  init(client: Client) { self.client = client }

  func load(_ issues: ListIssues) async throws {
    let limit = limit  // of the view model
    for try await issue in client.items(
      of: issues, adjusting: { $0.timeout = limit })
    {
      titles.append(issue.title)
    }
  }
}

func example(
  client: Client, saved: () throws -> Cursor?, save: (Cursor?) throws -> Void,
  store: ([Issue]) async throws -> Void
) async throws {
  let issues = ListIssues(repository: "repartee")
  for try await issue in client.items(of: issues) {
    print(issue.title)
  }

  do {
    for try await issue in client.items(of: issues) {
      print(issue.title)
    }
  } catch {  // CallError<Never>
    if case .request(let refusal) = error.reason,
      refusal.kind == .nextPageRepeated
    {
      print("the server's list has no end")
    }
  }

  for try await page in client.pages(of: issues, maxPages: 1) {
    // </issues.atom>; rel=alternate; type="application/atom+xml"
    let feed = page.links.first {
      $0.relations.contains("alternate")
        && $0.parameters["type"] == "application/atom+xml"
    }
    print(feed?.target as Any)
  }

  for try await page in client.pages(of: issues, from: try saved()) {
    try await store(page.value)
    if let next = page.next { try save(next) }
  }
  try save(nil)  // done
}
