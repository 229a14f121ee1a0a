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
