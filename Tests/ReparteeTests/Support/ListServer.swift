import Foundation
import HTTPTypes
import Repartee
import TestSupport

/// The ways in which a list can say where its next page is.
enum PagingScheme: String, CaseIterable, Sendable {
  case relativeLink, absoluteLink, field, url, token, offset, offsetUpToTotal, number, numberUpToTotal, body
}

/// A page of the list that ``ListServer`` serves.
struct ListPage: Codable, Sendable {
  var items: [Int]
  var next: String?
  var total: Int?
  var hasNext: Bool?
}

/// A list, its items cut into pages in any way.
struct List: PagedEndpoint {
  var scheme: PagingScheme
  /// A parameter, which has to reach each page.
  var filter = "a&b=c"

  var request: Request {
    switch scheme {
    case .body: .post("/lists/\(scheme.rawValue)", query: ["filter": filter], body: .json(["after": ""]))
    case .number, .numberUpToTotal:
      .get("/lists/\(scheme.rawValue)", query: ["filter": filter, "page": 1])
    default: .get("/lists/\(scheme.rawValue)?page=x", query: ["filter": filter])
    }
  }

  static let responses: ResponseMap<ListPage, Never> = [.code(200, .decode)]

  func items(of page: ListPage) -> [Int] { page.items }

  func next(after page: PageResponse<ListPage>) throws(RequestError) -> Cursor? {
    switch scheme {
    case .relativeLink, .absoluteLink: try .link(of: page)
    case .field: try .field("Next-Page", of: page)
    case .url: try .url(page.value.next, of: page)
    case .token, .body: .query("after", page.value.next)
    case .offset: try .offset(of: page, adding: page.value.items.count)
    case .offsetUpToTotal:
      try .offset("skip", of: page, adding: page.value.items.count, total: page.value.total)
    case .number: try .number(of: page, hasNext: page.value.hasNext ?? false)
    case .numberUpToTotal: try .number(of: page, total: page.value.total ?? 0)
    }
  }

  func request(at cursor: Cursor) -> Request {
    guard scheme == .body else { return request.at(cursor) }
    var request = request
    request.body = .json(["after": cursor["after"]])
    return request
  }
}

/// Serves a list by every scheme.
struct ListServer: Sendable {
  let pages: [[Int]]

  func transport(_ arrivals: Arrivals = Arrivals()) -> InMemoryTransport {
    arrivals.transport { [self] in try respond($0) }
  }

  private func respond(_ request: TransportRequest) throws -> TransportResponse {
    let url = URLComponents(string: request.head.path ?? "")
    let items = url?.queryItems ?? []
    func item(_ name: String) -> String? { items.last { $0.name == name }?.value }
    guard item("filter") == "a&b=c", items.count(where: { $0.name == "filter" }) == 1,
      let scheme = url?.path.split(separator: "/").dropFirst(2).first.flatMap({
        PagingScheme(rawValue: String($0))
      })
    else { return .status(400) }

    var index: Int?
    switch scheme {
    case .relativeLink, .absoluteLink, .field, .url: index = item("cursor").map { Int($0) } ?? 0
    case .token: index = item("after").map { Int($0.dropFirst(2)) } ?? 0
    case .body:
      let after = try JSONDecoder().decode([String: String].self, from: request.bytes)["after"] ?? ""
      index = after.isEmpty ? 0 : Int(after.dropFirst(2))
    case .offset: index = page(from: item("offset").map { Int($0) } ?? 0)
    case .offsetUpToTotal: index = page(from: item("skip").map { Int($0) } ?? 0)
    case .number, .numberUpToTotal: index = item("page").flatMap { Int($0) }.map { $0 - 1 }
    }
    guard let index, pages.indices.contains(index) || index == pages.count else { return .status(400) }
    var page = ListPage(items: index < pages.count ? pages[index] : [])
    var fields = HTTPFields()
    let next = index + 1 < pages.count ? index + 1 : nil
    let path = "/v1/lists/\(scheme.rawValue)?filter=a%26b%3Dc&cursor=\(next ?? 0)"
    switch scheme {
    case .relativeLink:
      let up = "../lists/\(scheme.rawValue)?cursor=\(next ?? 0)&filter=a%26b%3Dc"
      fields[name("Link")] = next.map { _ in "</x>; rel=\"prev\", <\(up)>; title=\"a, b\"; rel=\"last next\""
      }
    case .absoluteLink: fields[name("Link")] = next.map { _ in "<\(api)\(path)#top>; rel=next" }
    case .field: fields[name("Next-Page")] = next.map { _ in api + path }
    case .url: page.next = next.map { _ in path }
    case .token, .body: page.next = next.map { "t-\($0)" } ?? ""
    case .offset: break
    case .offsetUpToTotal: page.total = pages.joined().count
    case .number: page.hasNext = next != nil
    case .numberUpToTotal: page.total = pages.count
    }
    return try .json(encoding: page, headers: fields)
  }

  /// The page that begins with the item at an offset; that behind the last one without.
  private func page(from offset: Int?) -> Int? {
    guard let offset else { return nil }
    var first = 0
    for (index, page) in pages.enumerated() {
      if first == offset, !page.isEmpty { return index }
      first += page.count
    }
    return first == offset ? pages.count : nil
  }

  private func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .accept }
}
