import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// Lists that lead elsewhere, in circles, or to what is secret.
struct PageRunTests {
  private struct Names: PagedEndpoint {
    var request = Request.get("/items")
    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? { try .link(of: page) }
  }

  private struct Scattered: PagedEndpoint {
    static let allowsOtherOrigins = true
    var request = Request.get("/items")
    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? { try .link(of: page) }
  }

  /// What leads from one request to the next; nil where the list ends.
  private func client(
    _ arrivals: Arrivals, base: String = api, headers: Request.Headers = [:],
    next: @escaping @Sendable (_ target: String, _ authority: String) -> String?
  ) -> Client {
    Client(
      baseURL: base,
      transport: arrivals.transport { request in
        var fields = HTTPFields()
        if let next = next(request.head.path ?? "", request.head.authority ?? "") {
          fields[HTTPField.Name("Link") ?? .accept] = "<\(next)>; rel=next"
        }
        return .json("[\(arrivals.all.count)]", headers: fields)
      }, headers: headers)
  }

  private func read<Item>(
    _ items: PagedSequence<Item, CallError<Never>>
  ) async -> (items: [Item], error: RequestError?) {
    var found: [Item] = []
    do throws(CallError<Never>) {
      for try await item in items { found.append(item) }
      return (found, nil)
    } catch {
      return (found, error.requestError)
    }
  }

  // MARK: Secrets

  @Test func aLinkThatRepeatsACredentialTakesItNowhereElse() async throws {
    let arrivals = Arrivals()
    var client = client(arrivals, base: "\(api)?key=planted-1") { target, authority in
      authority == "two.example" ? nil : "https://two.example\(target)&n=2&own=kept&token=of-the-link"
    }
    client.authentication = .apiKey("planted-2", query: "appid")
    let list = Scattered(request: .get("/items", query: ["lang": "de", "access_token": "planted-3"]))
    let found = await read(
      client.items(of: list, adjusting: { $0.query.append("api_key", "planted-4") }))
    #expect(found.items == [1, 2] && found.error == nil)
    #expect(arrivals.all.first?.head.path?.contains("planted-1") == true)
    #expect(arrivals.all.last?.head.path == "/items?lang=de&n=2&own=kept&token=of-the-link")
  }

  @Test func whatAuthenticationPutsInTheQueryIsInNoCursorAndInNoReport() async throws {
    let arrivals = Arrivals()
    var client = client(arrivals, base: "\(api)?k=planted-1") { target, _ in
      target.contains("page=3")
        ? nil : "/items?\(target.contains("page=2") ? "page=3" : "page=2")&appid=planted%2d2&k=planted-1"
    }
    client.authentication = .apiKey("planted-2", query: "appid")
    var shown = ""
    var cursors: [String] = []
    for try await page in client.pages(of: Names()) {
      dump(page, to: &shown)
      print(page.request.url.replacing("k=planted-1", with: ""), page.request, to: &shown)
      cursors.append(String(decoding: try JSONEncoder().encode(page.next), as: UTF8.self))
    }
    #expect(arrivals.all.count == 3)
    #expect(
      arrivals.all.allSatisfy {
        $0.head.path?.contains("appid=planted-2") == true && $0.head.path?.contains("k=planted-1") == true
      })
    #expect(arrivals.all.allSatisfy { $0.head.path?.components(separatedBy: "appid").count == 2 })
    #expect(!shown.contains("planted-2"), "\(shown)")
    #expect(cursors.allSatisfy { !$0.contains("planted") }, "\(cursors)")
  }

  @Test func aListAtAnotherOriginSendsNoRequestsToTheBase() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals, headers: ["Authorization": "Bearer planted"]) { _, authority in
      authority == "lists.example" ? "\(api)/admin/export" : nil
    }
    let found = await read(
      client.items(of: Scattered(request: Request(.get, url: "https://lists.example/items"))))
    #expect(found.items == [1] && found.error?.kind == .nextPageOrigin && arrivals.all.count == 1)
  }

  /// Neither does a page elsewhere, which a link or a redirect of the list leads to.
  @Test(arguments: [true, false]) func aPageAtAnotherOriginSendsNoRequestsToTheBase(isLinked: Bool)
    async throws
  {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        let link = HTTPField.Name("Link") ?? .accept
        if request.head.authority == "lists.example" {
          return .json("[2]", headers: [link: "<\(api)/admin/export>; rel=next"])
        }
        return isLinked
          ? .json("[1]", headers: [link: "<https://lists.example/items>; rel=next"])
          : .status(302, headers: [.location: "https://lists.example/items"])
      }, headers: ["Authorization": "Bearer planted"])
    let found = await isLinked ? read(client.items(of: Scattered())) : read(client.items(of: Names()))
    #expect(found.items == (isLinked ? [1, 2] : [2]) && found.error?.kind == .nextPageOrigin)
    #expect(arrivals.all.map(\.head.authority) == ["api.example.com", "lists.example"])
  }

  @Test func anHTTPPageIsNotReachedFromAnHTTPSPage() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals, base: "http://a.example") { _, authority in
      ["a.example": "https://b.example/", "b.example": "http://c.example/"][authority]
    }
    let found = await read(client.items(of: Scattered()))
    #expect(found.items == [1, 2] && found.error?.kind == .nextPageOrigin)
  }

  @Test func nothingOfAListIsDumped() async throws {
    let client = client(Arrivals()) { _, _ in nil }
    let list = Names(request: .get("/items", query: ["q": "planted"]))
    var shown = ""
    dump(client.pages(of: list), to: &shown)
    dump(client.items(of: list), to: &shown)
    var iterator = client.items(of: list).makeAsyncIterator()
    _ = try await iterator.next()
    dump(iterator, to: &shown)
    dump(client.pages(of: list).makeAsyncIterator(), to: &shown)
    print(Cursor(url: "\(api)/a?after=planted&b=1"), Cursor(query: ["after": "planted"]), to: &shown)
    #expect(!shown.contains("planted") && shown.contains("[after, b]"), "\(shown)")
  }

  // MARK: Circles

  @Test func theFirstPageIsKnownAgainHoweverItIsWritten() async throws {
    for (base, link) in [
      ("\(api)?key=k", "/items"), ("\(api)?key=k", "/items?key=k"), ("\(api)?key=k", "/items?a=1&key=k"),
      ("\(api)?a=1", "/items?%61=1"), (api, "/items#top"), (api, "\(api)/items"),
    ] {
      let arrivals = Arrivals()
      let client = client(arrivals, base: base) { _, _ in link }
      let list = Names(request: link.contains("?a=1") ? .get("/items", query: ["a": 1]) : .get("/items"))
      let found = await read(client.items(of: list))
      #expect(found.items == [1] && found.error?.kind == .nextPageRepeated, "\(base) \(link)")
    }
  }

  @Test func aRedirectedFirstPageIsKnownByBothURLs() async throws {
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        request.head.path == "/items"
          ? .status(301, headers: [.location: "/items/"])
          : .json("[1]", headers: [HTTPField.Name("Link") ?? .accept: "</items>; rel=next"])
      })
    let found = await read(client.items(of: Names()))
    #expect(found.items == [1] && found.error?.kind == .nextPageRepeated)
  }

  @Test func aNumberThatIsRepeatedIsKnown() async throws {
    struct Round: PagedEndpoint {
      var request: Request { .get("/items", query: ["page": 1, "q": "x"]) }
      static let responses: ResponseMap<[Int], Never> = .anySuccess
      func next(after page: PageResponse<[Int]>) -> Cursor? { .query("page", page.number % 3 + 1) }
    }
    let found = await read(client(Arrivals()) { _, _ in nil }.items(of: Round()))
    #expect(found.items == [1, 2, 3] && found.error?.kind == .nextPageRepeated)
  }

  @Test func whatIsAddedForEachPageIsThereOnce() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { target, _ in
      target.contains("page=3")
        ? nil : target.contains("page=2") ? target.replacing("page=2", with: "page=3") : "\(target)&page=2"
    }
    let found = await read(client.items(of: Names(), adjusting: { $0.query.append("lang", "de") }))
    #expect(found.items == [1, 2, 3])
    #expect(
      arrivals.all.map { $0.head.path ?? "" } == [
        "/items?lang=de", "/items?page=2&lang=de", "/items?page=3&lang=de",
      ])
    // And a page that leads to itself is found.
    let echoing = self.client(Arrivals()) { target, _ in target }
    #expect(
      await read(echoing.items(of: Names(), adjusting: { $0.query.append("lang", "de") })).error?.kind
        == .nextPageRepeated)
  }

  /// A link repeats the query of the base URL in whatever way it likes.
  @Test(arguments: [
    ("key=k", "key=k"), ("%6Bey=k", "key=k"), ("key=other", "key=other"), ("%6Bey=other", "%6Bey=other"),
  ])
  func whatTheBaseURLHasIsThereOnce(item: String, sent: String) async throws {
    let arrivals = Arrivals()
    let client = client(arrivals, base: "\(api)?key=k") { target, _ in
      target.contains("page=2") ? nil : "/items?page=2&\(item)"
    }
    let found = await read(client.items(of: Names()))
    #expect(found.items == [1, 2] && found.error == nil)
    #expect(arrivals.all.map { $0.head.path ?? "" } == ["/items?key=k", "/items?page=2&\(sent)"])
  }

  @Test func tokensThatLookTheSameAreTwo() async throws {
    struct Keys: PagedEndpoint {
      var request: Request { .get("/items") }
      static let responses: ResponseMap<[Int], Never> = .anySuccess
      func next(after page: PageResponse<[Int]>) -> Cursor? {
        .query("after", page.number == 1 ? "\u{E9}" : page.number == 2 ? "e\u{301}" : "")
      }
    }
    let found = await read(client(Arrivals()) { _, _ in nil }.items(of: Keys()))
    #expect(found.items == [1, 2, 3] && found.error == nil)
    #expect(Cursor(query: ["a": "\u{E9}"]) != Cursor(query: ["a": "e\u{301}"]))
  }

  // MARK: Ends

  @Test func anEmptyPageBeforeTheTotalIsNotTheEnd() async throws {
    struct Filtered: PagedEndpoint {
      var places: Int
      var request: Request { .get("/items") }
      static let responses: ResponseMap<[Int], Never> = .anySuccess
      func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? {
        try .offset(of: page, adding: page.number == 2 ? places : 10, total: 30)
      }
      func items(of page: [Int]) -> [Int] { page }
    }
    let client = client(Arrivals()) { _, _ in nil }
    let cut = await read(client.items(of: Filtered(places: 0)))
    #expect(cut.items == [1, 2] && cut.error?.kind == .nextPage)
    #expect(await read(client.items(of: Filtered(places: 10))).items.count == 3)
  }

  @Test func anOffsetInABodyGoesOn() async throws {
    struct Search: PagedEndpoint {
      var request: Request { .post("/search", body: .json(["from": "0"])) }
      static let responses: ResponseMap<[Int], Never> = .anySuccess
      func request(at cursor: Cursor) -> Request {
        .post("/search", body: .json(["from": cursor["from"]]))
      }
      func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? {
        try .offset("from", of: page, adding: 10, total: 30)
      }
    }
    let arrivals = Arrivals()
    let found = await read(client(arrivals) { _, _ in nil }.items(of: Search()))
    #expect(found.items == [1, 2, 3] && found.error == nil)
    #expect(
      arrivals.all.map { String(decoding: $0.bytes, as: UTF8.self) }
        == ["0", "10", "20"].map { #"{"from":"\#($0)"}"# })
  }

  @Test func aQueryThatCanNotBeMadeIsNoFirstPage() async throws {
    struct Position: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    let arrivals = Arrivals()
    let found = await read(
      client(arrivals) { _, _ in nil }.items(
        of: Names(), from: Cursor(query: Request.Query(encoding: Position()))))
    #expect(found.items.isEmpty && found.error?.kind == .query && arrivals.all.isEmpty)
  }

  @Test func aCancelledTaskDoesNotReadAheadForEver() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { target, _ in
      "/items?n=\(target.utf8.count)\(target.suffix(200).filter(\.isNumber))1"
    }
    let task = Task {
      var count = 0
      for try await page in client.pages(of: Names(), maxPages: 50, readsAhead: true) {
        count += 1
        if page.number == 1 {
          // The page after this one is there before the task is cancelled.
          while arrivals.all.count < 2 { await Task.yield() }
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      return count
    }
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(arrivals.all.count <= 3)
  }
}
