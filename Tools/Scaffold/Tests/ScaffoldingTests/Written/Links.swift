import Foundation
import Repartee

struct ListMonitors: PagedEndpoint {
  var pageCursor: String?

  var request: Request { .get("/monitors", query: ["page[cursor]": pageCursor]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.data ?? [] }

  // The next page begins at `meta.page.after`, by the document's `x-pagination`.
  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("page[cursor]", page.value.meta?.page?.after)
  }

  struct Output: Decodable, Sendable {
    var data: [Thing]?
    var meta: Meta?

    struct Meta: Decodable, Sendable {
      var page: Page?

      struct Page: Decodable, Sendable {
        var after: String?
      }
    }
  }
}

struct ListHosts: PagedEndpoint {
  var pageIndex: Int?

  var request: Request { .get("/hosts", query: ["page_index": pageIndex]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.hosts ?? [] }

  // The list ends with an empty page: it is numbered, by the document's `x-pagination`.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .number("page_index", of: page, first: 0, hasNext: !(page.value.hosts ?? []).isEmpty)
  }

  struct Output: Decodable, Sendable {
    var hosts: [Thing]?
  }
}

struct ListOrders: PagedEndpoint {
  var request: Request { .get("/orders") }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page._embedded?.orders ?? [] }

  // The next page is where `_links.next.href` leads: guessed by its name.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .url(page.value._links?.next?.href, of: page)
  }

  struct Output: Decodable, Sendable {
    var _embedded: Embedded?
    var _links: Links?

    struct Embedded: Decodable, Sendable {
      var orders: [Thing]?
    }

    struct Links: Decodable, Sendable {
      var next: Next?

      struct Next: Decodable, Sendable {
        var href: String?
      }
    }
  }
}

struct ListDroplets: PagedEndpoint {
  var request: Request { .get("/droplets") }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.droplets }

  // The next page is where `links.pages.next` leads: guessed by its name.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .url(page.value.links?.pages?.next, of: page)
  }

  struct Output: Decodable, Sendable {
    var droplets: [Thing]
    var links: Links?

    struct Links: Decodable, Sendable {
      var pages: Pages?

      struct Pages: Decodable, Sendable {
        var next: String?
      }
    }
  }
}

struct ListEntities: PagedEndpoint {
  var request: Request { .get("/entities") }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.value ?? [] }

  // The next page is where `@odata.nextLink` leads: guessed by its name.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .url(page.value.odataNextLink?.absoluteString, of: page)
  }

  struct Output: Decodable, Sendable {
    var value: [Thing]?
    var odataNextLink: URL?

    enum CodingKeys: String, CodingKey {
      case value
      case odataNextLink = "@odata.nextLink"
    }
  }
}

struct ListIssues: PagedEndpoint {
  var request: Request { .get("/issues") }

  // Redirects are followed; the API declares 301.
  static let responses: ResponseMap<[Thing], Never> = [
    .code(200, .decode)
  ]

  // The next page is in the `Link` field, which the document declares.
  func next(after page: PageResponse<[Thing]>) throws(RequestError) -> Cursor? {
    try .link(of: page)
  }
}

struct ListPhotos: PagedEndpoint {
  var offset: Int?

  var request: Request { .get("/photos", query: ["offset": offset]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.photos }

  // `paging.total_count` is the number of all elements: guessed by the names.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .offset(of: page, adding: page.value.photos.count, total: page.value.paging?.totalCount)
  }

  struct Output: Decodable, Sendable {
    var photos: [Thing]
    var paging: Paging?

    struct Paging: Decodable, Sendable {
      var totalCount: Int?
    }
  }
}

struct ListDrawings: PagedEndpoint {
  var offset: Int?

  var request: Request { .get("/drawings", query: ["offset": offset]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.drawings }

  // `has_more` says whether there is more: guessed by the names.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    page.value.hasMore == true ? try .offset(of: page, adding: page.value.drawings.count) : nil
  }

  struct Output: Decodable, Sendable {
    var drawings: [Thing]
    var hasMore: Bool?
  }
}

struct ListRepositories: PagedEndpoint {
  var after: String?

  var request: Request { .get("/repositories", query: ["after": after]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.nodes }

  // The next page begins at `page_info.end_cursor`: guessed by its name.
  func next(after page: PageResponse<Output>) -> Cursor? {
    page.value.pageInfo.hasNextPage ? .query("after", page.value.pageInfo.endCursor) : nil
  }

  struct Output: Decodable, Sendable {
    var nodes: [Thing]
    var pageInfo: PageInfo

    struct PageInfo: Decodable, Sendable {
      var hasNextPage: Bool
      var endCursor: String
    }
  }
}
