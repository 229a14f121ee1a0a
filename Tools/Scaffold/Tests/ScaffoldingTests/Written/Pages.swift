import Foundation
import Repartee

struct ListPods: PagedEndpoint {
  var limit: Int?
  var `continue`: String?

  var request: Request { .get("/pods", query: ["limit": limit, "continue": `continue`]) }

  static let responses: ResponseMap<PodList, Never> = [
    .code(200, .decode)
  ]

  func items(of page: PodList) -> [Thing] { page.items }

  // The next page begins at `metadata.continue`: guessed by its name.
  func next(after page: PageResponse<PodList>) -> Cursor? {
    .query("continue", page.value.metadata?.`continue`)
  }
}

struct ListChannels: PagedEndpoint {
  var cursor: String?

  var request: Request { .get("/channels", query: ["cursor": cursor]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.channels }

  // The next page begins at `response_metadata.next_cursor`: guessed by its name.
  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("cursor", page.value.responseMetadata?.nextCursor)
  }

  struct Output: Decodable, Sendable {
    var ok: Bool
    var channels: [Thing]
    var responseMetadata: ResponseMetadata?

    struct ResponseMetadata: Decodable, Sendable {
      var nextCursor: String?
    }
  }
}

struct ListTasks: PagedEndpoint {
  var offset: String?

  var request: Request { .get("/tasks", query: ["offset": offset]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.data ?? [] }

  // The next page begins at `next_page.offset`: guessed by its name.
  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("offset", page.value.nextPage?.offset)
  }

  struct Output: Decodable, Sendable {
    var data: [Thing]?
    var nextPage: NextPage?

    struct NextPage: Decodable, Sendable {
      var offset: String?
      var path: String?
      var uri: URL?
    }
  }
}

struct ListZones: PagedEndpoint {
  var page: Double?

  var request: Request { .get("/zones", query: ["page": page]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.result ?? [] }

  // `result_info.total_pages` is the number of pages, of which the first is 1: guessed by the
  // names.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .number(of: page, total: page.value.resultInfo?.totalPages.flatMap(Int.init(exactly:)) ?? 1)
  }

  struct Output: Decodable, Sendable {
    var errors: [String]?
    var messages: [String]?
    var resultInfo: ResultInfo?
    var result: [Thing]?

    struct ResultInfo: Decodable, Sendable {
      var page: Double?
      var totalPages: Double?
      var count: Double?
    }
  }
}

struct ListRules: PagedEndpoint {
  var cursor: String?

  var request: Request { .get("/rules", query: ["cursor": cursor]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Output.Result] { page.result }

  // The next page begins at `result_info.cursors.after`: guessed by its name.
  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("cursor", page.value.resultInfo?.cursors?.after)
  }

  struct Output: Decodable, Sendable {
    var result: [Result]
    var errors: [String]?
    var resultInfo: ResultInfo?

    struct Result: Decodable, Sendable {
      var id: String?
    }

    struct ResultInfo: Decodable, Sendable {
      var cursors: Cursors?

      struct Cursors: Decodable, Sendable {
        var after: String?
        var before: String?
      }
    }
  }
}

struct ListContacts: PagedEndpoint {
  var after: String?

  var request: Request { .get("/contacts", query: ["after": after]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.results }

  // The next page begins at `paging.next.after`: guessed by its name.
  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("after", page.value.paging?.next?.after)
  }

  struct Output: Decodable, Sendable {
    var results: [Thing]
    var paging: ForwardPaging?
  }
}

struct ListMachines: PagedEndpoint {
  var request: Request { .get("/machines") }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.value ?? [] }

  // The next page is where `continuationLink` leads, by the document's `x-ms-pageable`.
  func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
    try .url(page.value.continuationLink, of: page)
  }

  struct Output: Decodable, Sendable {
    var value: [Thing]?
    var others: [String]?
    var continuationLink: String?
  }
}

struct ListDisks: PagedEndpoint {
  var pageToken: String?

  var request: Request { .get("/disks", query: ["page_token": pageToken]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  func items(of page: Output) -> [Thing] { page.items }

  // The next page begins at `next_page`, by the document's `x-dropshot-pagination`.
  func next(after page: PageResponse<Output>) -> Cursor? {
    .query("page_token", page.value.nextPage)
  }

  struct Output: Decodable, Sendable {
    var items: [Thing]
    var nextPage: String?
  }
}

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

struct ForwardPaging: Decodable, Sendable {
  var next: NextPage?
}

struct ListMeta: Decodable, Sendable {
  var `continue`: String?
  var remainingItemCount: Int?
}

struct NextPage: Decodable, Sendable {
  var after: String
  var link: String?
}

struct PodList: Decodable, Sendable {
  var apiVersion: String?
  var items: [Thing]
  var metadata: ListMeta?
}

struct Thing: Decodable, Sendable {
  var id: String
}
