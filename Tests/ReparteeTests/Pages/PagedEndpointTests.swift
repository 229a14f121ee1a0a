import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import TestSupport
import Testing

/// Long polling: the page after a page may be the same one.
struct PagedEndpointTests {
  private struct Waiting: PagedEndpoint {
    static let allowsSamePage = true
    var request = Request.get("/items", query: ["n": 1])
    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? { try .link(of: page) }
  }

  private struct Strict: PagedEndpoint {
    var request = Request.get("/items", query: ["n": 1])
    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? { try .link(of: page) }
  }

  private struct Tokens: PagedEndpoint {
    static let allowsSamePage = true
    var request = Request.get("/items")
    static let responses: ResponseMap<[String], Never> = .anySuccess
    func next(after page: PageResponse<[String]>) -> Cursor? { .query("after", page.value.last) }
  }

  private struct Values: PagedEndpoint {
    static let allowsSamePage = true
    var request = Request.get("/items")
    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? {
      try .value(page.value.last.flatMap { $0 == 0 ? nil : $0 })
    }
    func request(at cursor: Cursor) throws(RequestError) -> Request {
      .get("/items", query: ["n": try cursor.decode(Int.self)])
    }
  }

  /// Gives these texts, each with its link, one after the other.
  private func client(_ arrivals: Arrivals, _ pages: [(text: String, next: String?)]) -> Client {
    let rest = Mutex(pages[...])
    return Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        let page = rest.withLock { $0.popFirst() } ?? (text: "[]", next: nil)
        var fields = HTTPFields()
        fields[HTTPField.Name("Link") ?? .accept] = page.next.map { "<\($0)>; rel=next" }
        return .json(page.text, headers: fields)
      })
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

  @Test(arguments: [false, true]) func theSamePageIsAskedForAgain(readsAhead: Bool) async {
    let arrivals = Arrivals()
    let client = client(
      arrivals,
      [
        ("[1]", "?n=2"), ("[]", "?n=2"), ("[]", "?n=2"), ("[2]", "?n=3"), ("[]", "?n=3"), ("[3]", nil),
      ])
    let list = await read(client.items(of: Waiting(), readsAhead: readsAhead))
    #expect(list.items == [1, 2, 3] && list.error == nil)
    #expect(arrivals.all.compactMap(\.head.path) == [1, 2, 2, 2, 3, 3].map { "/items?n=\($0)" })
  }

  @Test func theFirstPageIsAskedForAgain() async {
    let arrivals = Arrivals()
    let client = client(arrivals, [("[]", "?n=1"), ("[]", "?n=1"), ("[1]", nil)])
    let list = await read(client.items(of: Waiting()))
    #expect(list.items == [1] && list.error == nil && arrivals.all.count == 3)
  }

  @Test func anEarlierPageStillEndsTheList() async {
    for pages in [
      [("[1]", "?n=2"), ("[2]", "?n=2"), ("[2]", "?n=1")],
      [("[1]", "?n=2"), ("[2]", "?n=3"), ("[3]", "?n=2")],
      [("[1]", "?n=1"), ("[1]", "?n=2"), ("[2]", "?n=1")],
    ] as [[(String, String?)]] {
      let arrivals = Arrivals()
      let list = await read(client(arrivals, pages).items(of: Waiting()))
      #expect(list.error?.kind == .nextPageRepeated && arrivals.all.count == 3)
    }
  }

  @Test func withoutTheDeclarationTheSamePageEndsTheList() async {
    let arrivals = Arrivals()
    let list = await read(client(arrivals, [("[1]", "?n=2"), ("[]", "?n=2")]).items(of: Strict()))
    #expect(list.items == [1] && list.error?.kind == .nextPageRepeated && arrivals.all.count == 2)
  }

  @Test func theNumberOfPagesIsStillBounded() async {
    let arrivals = Arrivals()
    let pages = Array(repeating: ("[1]", "?n=1" as String?), count: 9)
    let list = await read(client(arrivals, pages).items(of: Waiting(), maxPages: 4))
    #expect(list.items == [1, 1, 1, 1] && list.error == nil && arrivals.all.count == 4)
  }

  @Test func theSameTokenIsSentAgain() async {
    let arrivals = Arrivals()
    let client = client(
      arrivals, [(#"["a"]"#, nil), (#"["a"]"#, nil), (#"["b"]"#, nil), ("[]", nil)])
    let list = await read(client.items(of: Tokens()))
    #expect(list.items == ["a", "a", "b"] && list.error == nil)
    #expect(
      arrivals.all.compactMap(\.head.path)
        == ["/items", "/items?after=a", "/items?after=a", "/items?after=b"])
  }

  @Test func theSameValueIsSentAgain() async {
    let arrivals = Arrivals()
    let list = await read(
      client(arrivals, [("[7]", nil), ("[7]", nil), ("[7]", nil), ("[0]", nil)]).items(of: Values()))
    #expect(list.items == [7, 7, 7, 0] && list.error == nil && arrivals.all.count == 4)
  }

  @Test func aListThatIsResumedAsksForItsPageAgain() async {
    let arrivals = Arrivals()
    let client = client(arrivals, [("[]", "?n=5"), ("[5]", nil)])
    let list = await read(client.items(of: Waiting(), from: Cursor(url: "\(api)/items?n=5")))
    #expect(list.items == [5] && list.error == nil && arrivals.all.count == 2)
  }
}
