import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Repartee

struct CursorTests {
  /// The request target of the page at a cursor.
  private func target(_ request: Request, _ cursor: Cursor) async throws -> String? {
    try await arrival(of: request.at(cursor)).head.path
  }

  @Test func queryItemsStandInThePlaceOfThoseOfTheirNames() async throws {
    let request = Request.get("/x?after=0&b=1&a%66ter=2", query: ["after": "3", "c": "4"])
    #expect(
      try await target(request, Cursor(query: ["after": "ä&=", "d": 5]))
        == "/x?b=1&c=4&after=%C3%A4%26%3D&d=5")
    let full = Request(.get, url: "\(api)/y?after=0&b=%20#f", query: ["after": 1])
    #expect(try await target(full, Cursor(query: ["after": 9])) == "/y?b=%20&after=9")
  }

  @Test func aURLStandsInThePlaceOfPathAndQuery() async throws {
    let request = Request.get("/x?after=0", query: ["c": "4"], headers: ["X-A": "1"])
    let arrived = try await arrival(of: request.at(Cursor(url: "\(api)/z?p=2#frag")))
    #expect(
      arrived.head.path == "/z?p=2" && arrived.head.headerFields[HTTPField.Name("X-A") ?? .accept] == "1")
  }

  private struct Names: PagedEndpoint {
    var request: Request
    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) -> Cursor? { nil }
  }

  private func page(_ fields: HTTPFields = [:], at path: Request.Path = "/items") async throws
    -> PageResponse<
      [Int]
    >
  {
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("[1]", headers: fields) })
    var pages = client.pages(of: Names(request: .get(path))).makeAsyncIterator()
    return try #require(try await pages.next())
  }

  private func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .accept }

  @Test func tokensThatSayNothingEndTheList() {
    #expect(Cursor.query("c", nil as String?) == nil)
    #expect(Cursor.query("c", "") == nil)
    #expect(Cursor.query("c", nil as Int?) == nil)
    #expect(Cursor.query("c", [] as [String]) == nil)
    #expect(Cursor.query("c", 0)?["c"] == "0")
    #expect(Cursor.query("c", " ")?["c"] == " ")
  }

  @Test func relativeURLsAreOfThePage() async throws {
    let page = try await page(at: "/a/b")
    #expect(try Cursor.url("c?x=1", of: page)?.url == "\(api)/a/c?x=1")
    #expect(try Cursor.url("?x=1", of: page)?.url == "\(api)/a/b?x=1")
    #expect(try Cursor.url("/c#f", of: page)?.url == "\(api)/c")
    #expect(try Cursor.url(nil, of: page) == nil && Cursor.url("  ", of: page) == nil)
    for bad in ["a\nb", "x://y", "https://", "https://u@h/"] {
      #expect(throws: RequestError.self) { try Cursor.url(bad, of: page) }
    }
  }

  @Test func aFieldThatCanNotBeRead() async throws {
    var two = HTTPFields()
    two.append(HTTPField(name: name("Next-Page"), value: "/a"))
    two.append(HTTPField(name: name("Next-Page"), value: "/b"))
    let page = try await page(two)
    #expect(throws: RequestError.self) { try Cursor.field("Next-Page", of: page) }
    #expect(throws: RequestError.self) { try Cursor.field("Next Page", of: page) }
    #expect(try Cursor.field("Other", of: page) == nil)
  }

  @Test(arguments: ["2", " 17 ", "abc", "eyJpZCI6N30=", "next-page", "a_b"])
  func aNumberOrATokenIsNoURL(text: String) async throws {
    let page = try await page([name("X-Next-Page"): text])
    for token in ["page.header(\"X-Next-Page\")", "page.value.…"] {
      let error = #expect(throws: RequestError.self) {
        let isField = token.hasPrefix("page.header")
        _ = try isField ? Cursor.field("X-Next-Page", of: page) : Cursor.url(text, of: page)
      }
      #expect(error?.kind == .nextPage)
      #expect(error?.message.contains(".query(\"page\", \(token))") ?? false)
    }
    #expect(Cursor.query("page", page.header("X-Next-Page"))?["page"] == page.header("X-Next-Page"))
    // A link is a reference, whatever it looks like (RFC 8288, section 3.1).
    let linked = try await self.page([name("Link"): "<2>; rel=next"])
    #expect(try Cursor.link(of: linked)?.url == "\(api)/2")
  }

  @Test func aLinkOfAnotherResourceIsNone() async throws {
    let page = try await page([name("Link"): "</x>; rel=next; anchor=\"/other\", </y>; rel=\"a NEXT\""])
    #expect(try Cursor.link(of: page)?.url == "\(api)/y")
    #expect(try Cursor.link("prev", of: page) == nil)
    // However many items precede.
    let many = String(repeating: "</x>; rel=item, ", count: 5_000) + "</z>; rel=next"
    #expect(try Cursor.link(of: try await self.page([name("Link"): many]))?.url == "\(api)/z")
  }

  @Test(arguments: [
    ("/items", 3, nil, "3"), ("/items?offset=4", 3, nil, "7"), ("/items?offset=4", 0, nil, nil),
    ("/items?offset=4", 3, 7, nil), ("/items?offset=4", 3, 8, "7"),
    ("/items?offset=4", Int.min, nil, nil), ("/items?offset=4", 3, Int.min, "7"),
    ("/items?offset=4", 3, -1, "7"),
    ("/items?offset=4", 0, -1, nil),
    ("/items?o%66fset=4", 1, nil, "5"),
  ])
  func offsets(path: String, count: Int, total: Int?, next: String?) async throws {
    let page = try await page(at: Request.Path(path))
    #expect(try Cursor.offset(of: page, adding: count, total: total)?["offset"] == next)
  }

  @Test func offsetsThatAreNoNumbersAreErrors() async throws {
    for path in [
      "/items?offset=", "/items?offset", "/items?offset=x", "/items?offset=9999999999999999999",
      "/items?offset=1&offset=y", "/items?offset=-3",
    ] {
      let page = try await page(at: Request.Path(path))
      #expect(throws: RequestError.self) { try Cursor.offset(of: page, adding: 1) }
    }
    let last = try await page(at: Request.Path("/items?offset=\(Int.max)"))
    #expect(throws: RequestError.self) { try Cursor.offset(of: last, adding: 1) }
    #expect(try Cursor.offset(of: last, adding: 0, total: .max) == nil)
    // What ends the list needs no number.
    let odd = try await page(at: "/items?page=latest")
    #expect(try Cursor.number(of: odd, hasNext: false) == nil)
    #expect(throws: RequestError.self) { try Cursor.number(of: odd, hasNext: true) }
  }

  @Test(arguments: [
    ("/items", 1, 3, "2"), ("/items?page=2", 1, 3, "3"), ("/items?page=3", 1, 3, nil), ("/items", 0, 3, "1"),
    ("/items?page=2", 0, 3, nil), ("/items", 1, 0, nil), ("/items", 1, Int.max, "2"),
    ("/items", Int.min, 2, "\(Int.min + 1)"),
    ("/items?page=5", Int.min, 2, nil),
  ])
  func pageNumbers(path: String, first: Int, total: Int, next: String?) async throws {
    let page = try await page(at: Request.Path(path))
    #expect(try Cursor.number(of: page, first: first, total: total)?["page"] == next)
  }

  @Test func aCursorIsCodable() throws {
    let url = Cursor(url: "https://x.example/?a=1")
    #expect(String(decoding: try JSONEncoder().encode(url), as: UTF8.self).contains("url"))
    for cursor in [url, Cursor(query: ["a": "1", "b": ["2", "3"]]), Cursor(query: [:])] {
      #expect(try JSONDecoder().decode(Cursor.self, from: JSONEncoder().encode(cursor)) == cursor)
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Cursor.self, from: Data("{}".utf8)) }
    func read(_ format: Int) throws -> Cursor {
      let json = #"{"url": "https://api.example.com/a", "format": \#(format)}"#
      return try JSONDecoder().decode(Cursor.self, from: Data(json.utf8))
    }
    #expect(try read(1) == Cursor(url: "https://api.example.com/a"))
    #expect(throws: DecodingError.self, "a newer version has written it") { try read(2) }
  }

  @Test func otherItemsAreAnotherCursor() {
    func cursor(_ items: (String, String?)...) -> Cursor {
      var query = Request.Query()
      query.items = items.map { .init($0.0, $0.1) }
      return Cursor(query: query)
    }
    let cursors = [
      cursor(("a", "b")), cursor(("a", nil), ("b", nil)), cursor(("a", "")), cursor(("a", nil)),
      cursor(("", "")), cursor(("", nil), ("", nil)), cursor(("a\u{0}", "b")), cursor(("a", "\u{0}b")),
      cursor(), Cursor(url: "\u{0}a"), Cursor(url: ""),
    ]
    #expect(Set(cursors).count == cursors.count)
  }

  @Test func itShowsNoValue() {
    let cursor = Cursor(query: ["after": "planted-secret-token"])
    for shown in ["\(cursor)", String(reflecting: cursor)] { #expect(!shown.contains("planted")) }
    var dumped = ""
    dump(cursor, to: &dumped)
    dump(Cursor(url: "https://x.example/?access_token=planted-secret"), to: &dumped)
    #expect(!dumped.contains("planted"))
  }

  @Test func anythingInALinkFieldIsReadOrRefused() async {
    await forAll { random in
      let text = random.mangled(
        "</items?page=2&q=a%20b>; rel=\"prev next\"; title=\"x, y\", <//h/p>; rel=next")
      guard HTTPField.isValidValue(text), let page = try? await page([name("Link"): text]) else { return }
      if let cursor = try? Cursor.link(of: page) {
        #expect(cursor.url.flatMap { URL(string: $0)?.scheme }?.hasPrefix("http") == true, "\(text)")
      }
    }
  }
}
