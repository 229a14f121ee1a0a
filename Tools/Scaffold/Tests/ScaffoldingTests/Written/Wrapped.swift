import Foundation
import Repartee

struct ListIncidents: PagedEndpoint {
  var pageSize: Int?
  var pageOffset: Int?

  var request: Request {
    .get("/incidents", query: ["page[size]": pageSize, "page[offset]": pageOffset])
  }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.data.attributes?.incidents ?? [] }

  // The next page begins after this one's elements, by the document's `x-pagination`.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .offset("page[offset]", of: page, adding: page.value.data.attributes?.incidents.count ?? 0)
  }

  struct Output: Decodable, Sendable {
    var data: IncidentData

    struct IncidentData: Decodable, Sendable {
      var attributes: Attributes?

      struct Attributes: Decodable, Sendable {
        var incidents: [Thing]
      }
    }
  }
}

struct ListVideos: PagedEndpoint {
  var request: Request { .get("/videos") }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.videos ?? [] }

  // The next page is where `links.next` leads: guessed by its name.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .url(page.value.links?.next.absoluteString, of: page)
  }

  struct Output: Decodable, Sendable {
    var videos: [Thing]?
    var links: Links?

    struct Links: Decodable, Sendable {
      var next: URL
    }
  }
}

struct ListBoards: PagedEndpoint {
  var page: Int?

  var request: Request { .get("/boards", query: ["page": page]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.boards }

  // `meta.total_pages` is the number of pages, of which the first is 1: guessed by the names.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .number(of: page, total: (page.value.meta?.totalPages).flatMap(Int.init(exactly:)) ?? 1)
  }

  struct Output: Decodable, Sendable {
    var boards: [Thing]
    var meta: Meta?

    struct Meta: Decodable, Sendable {
      var totalPages: Double
    }
  }
}
