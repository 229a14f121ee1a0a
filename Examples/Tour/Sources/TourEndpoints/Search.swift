public import Repartee

/// A query from a dictionary literal: an array repeats its item, nil leaves it out. httpbin sends back what it
/// understood.
public struct Search: Endpoint {
  /// What the server understood.
  public struct Understood: Decodable, Hashable, Sendable {
    public var q: String
    public var tag: [String]
    public var page: String?

    public init(q: String, tag: [String], page: String? = nil) {
      self.q = q
      self.tag = tag
      self.page = page
    }
  }

  public var term: String
  public var tags: [String]
  public var page: Int?

  public init(_ term: String, tags: [String], page: Int? = nil) {
    self.term = term
    self.tags = tags
    self.page = page
  }

  public var request: Request {
    .get("/get", query: ["q": term, "tag": tags, "page": page])
  }

  public static let responses: ResponseMap<Understood, Never> = [
    .code(200, .decode(Echo.self) { $0.args })
  ]

  private struct Echo: Decodable {
    var args: Understood
  }
}

/// A list in pages: each is asked for by its number, with the rest of the query as it was.
public struct ListTitles: PagedEndpoint {
  /// What the server understood.
  public struct Understood: Decodable, Hashable, Sendable {
    public var genre: String
    public var page: String?
  }

  public var genre: String

  public init(genre: String) { self.genre = genre }

  public var request: Request { .get("/get", query: ["genre": genre]) }

  public func items(of page: Understood) -> [String] { ["\(page.genre) \(page.page ?? "1")"] }

  public func next(after page: PageReply<Understood>) throws(RequestError) -> Cursor? {
    try .number(of: page, total: 3)
  }

  public static let responses: ResponseMap<Understood, Never> = [.code(200, .decode(at: "args"))]
}

/// A page in a folder of the API. Whatever its name holds, it stays one segment of the path, so that a name can't
/// lead out of the folder.
public struct GetPage: Endpoint {
  public struct Page: Decodable, Hashable, Sendable {
    public var url: String
  }

  public var name: String

  public init(named name: String) { self.name = name }

  public var request: Request { .get("/anything/pages/\(name)") }

  public static let responses: ResponseMap<Page, Never> = [.code(200, .decode)]
}

/// Asks for a report that takes its time.
public struct GetReport: Endpoint {
  public typealias Output = EmptyResponse

  public var seconds: Int
  public var timeout: TimeLimit

  public init(after seconds: Int, timeout: TimeLimit) {
    self.seconds = seconds
    self.timeout = timeout
  }

  public var request: Request { .get("/delay/\(seconds)", timeout: timeout) }
}

/// A page that has moved. The redirect is followed, because no line declares its code.
public struct GetMovedPage: Endpoint {
  public typealias Output = String

  public init() {}

  public var request: Request {
    .get("/redirect-to", query: ["url": "/robots.txt", "status_code": 303])
  }
}

/// A request to a full URL, wherever it leads. The client's own header fields stay behind.
public struct FollowLink: Endpoint {
  public typealias Output = String

  public var url: String

  public init(to url: String) { self.url = url }

  public var request: Request { Request(.get, url: url) }
}
