import Foundation
import Repartee
import ReparteeAsyncHTTPClient

/// Datasette, where REPARTEE_DATASETTE says that it is: the tables of an SQLite database, here one of 250 items.
enum Datasette {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_DATASETTE"]

  static let isRunning = baseURL != nil

  static var client: Client { Client(baseURL: baseURL ?? "", transport: .asyncHTTPClient) }

  /// What every endpoint can refuse with.
  static let refusals: ResponseMap<Never, Refusal> = [
    .code(400, .decodeError(.at("error"), .at("query", "sql"), as: Refusal.invalid)),
    .code(404, .decodeError(.at("error"), as: Refusal.missing)),
  ]

  enum Refusal: Error, Hashable {
    /// The parameters are wrong, or the SQL made of them, which then is there.
    case invalid(String, sql: String?)
    case missing(String)
  }

  struct Item: Decodable, Hashable {
    var id: Int
    var name: String
    var price: Double
    var note: String?
  }
}

/// The rows of a table in one of the shapes that there are: a type for each.
struct GetRows<Output: Decodable & Sendable>: Endpoint {
  var table = "items"
  var shape: String
  var size: Int

  var request: Request { .get("/shop/\(table).json", query: ["_shape": shape, "_size": size]) }

  static var responses: ResponseMap<Output, Datasette.Refusal> {
    [.code(200, .decode), .including(Datasette.refusals)]
  }
}

/// The items. Where the next page is stands in the body: as a token, and as a URL.
struct ListItems: PagedEndpoint {
  enum Way: CaseIterable, Sendable { case token, url }

  struct Page {
    var items: [Datasette.Item]
    var token: String?
    var url: String?
  }

  var pageSize: Int
  var way: Way

  var request: Request { .get("/shop/items.json", query: ["_shape": "objects", "_size": pageSize]) }

  func items(of page: Page) -> [Datasette.Item] { page.items }

  func next(after page: PageResponse<Page>) throws(RequestError) -> Cursor? {
    switch way {
    case .token: .query("_next", page.value.token)
    case .url: try .url(page.value.url, of: page)
    }
  }

  static let responses: ResponseMap<Page, Datasette.Refusal> = [
    .code(200, .decode(.at("rows"), .at("next"), .at("next_url"), as: Page.init)),
    .including(Datasette.refusals),
  ]
}

/// The same from its Link field, which comes with an array.
struct ListItemsByLink: PagedEndpoint {
  var pageSize: Int

  var request: Request { .get("/shop/items.json", query: ["_shape": "array", "_size": pageSize]) }

  func next(after page: PageResponse<[Datasette.Item]>) throws(RequestError) -> Cursor? {
    try .link(of: page)
  }

  static let responses: ResponseMap<[Datasette.Item], Datasette.Refusal> = [
    .code(200, .decode), .including(Datasette.refusals),
  ]
}

/// One item, or nil.
struct FindItem: Endpoint {
  var id: Int

  var request: Request { .get("/shop/items/\(id).json", query: ["_shape": "objects"]) }

  static let responses: ResponseMap<Datasette.Item?, Datasette.Refusal> = [
    .code(200, .decode(at: "rows", 0)),
    .code(404, .value(nil)),
    .including(Datasette.refusals),
  ]
}

/// Items a line each, one decoded at a time.
struct StreamItems: Endpoint {
  var table = "items"
  var size: Int

  var request: Request {
    .get("/shop/\(table).json", query: ["_shape": "array", "_nl": "on", "_size": size])
  }

  static let responses: ResponseMap<ResponseStream<Datasette.Item, Never>, Datasette.Refusal> = [
    .code(200, .stream(.jsonLines())),
    .including(Datasette.refusals),
  ]
}

/// The rows of one JSON document, one decoded at a time.
struct StreamRows: Endpoint {
  var size: Int

  var request: Request { .get("/shop/items.json", query: ["_shape": "objects", "_size": size]) }

  static let responses: ResponseMap<ResponseStream<Datasette.Item, Never>, Datasette.Refusal> = [
    .code(200, .stream(.jsonArray(at: "rows"))),
    .including(Datasette.refusals),
  ]
}

/// The whole table as CSV, a line at a time.
struct ExportTable: Endpoint {
  var table = "items"

  var request: Request { .get("/shop/\(table).csv", query: ["_stream": "on"]) }

  static let responses: ResponseMap<ResponseStream<String, Never>, Datasette.Refusal> = [
    .code(200, .stream(.lines())),
    .including(Datasette.refusals),
  ]
}

/// What a query of one's own gives.
struct RunSQL: Endpoint {
  var sql: String

  var request: Request { .get("/shop.json", query: ["sql": sql, "_shape": "array"]) }

  static let responses: ResponseMap<[[String: JSONValue]], Datasette.Refusal> = [
    .code(200, .decode),
    .including(Datasette.refusals),
  ]
}
