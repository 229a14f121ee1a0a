import Foundation
import Repartee
import TestSupport
import Testing

struct RequestQueryTests {
  private func query(_ query: Request.Query, path: Request.Path = "/x") async throws -> String? {
    try await target(of: .get(path, query: query)).map { String($0.dropFirst(2)) }
  }

  @Test func itemsStandInOrderAndNilIsLeftOut() async throws {
    let none: Int? = nil
    let some: Int? = 3
    #expect(try await query(["b": 1, "a": none, "c": some, "b": 2]) == "?b=1&c=3&b=2")
    #expect(try await query(["a": none]) == "", "without an item there is no question mark")
    #expect(try await query([:]) == "")
  }

  @Test func anArrayGivesAnItemAnElementAndAnEmptyOneNone() async throws {
    let none: [String] = []
    let holes: [Int?] = [1, nil, 2]
    #expect(try await query(["tag": ["a", "b"], "none": none, "n": holes]) == "?tag=a&tag=b&n=1&n=2")
  }

  @Test func aDictionaryIsSortedByName() async throws {
    let values = ["b": "2", "a": "1 &", "": "x"]
    #expect(try await query(Request.Query(values)) == "?=x&a=1%20%26&b=2")
    #expect(try await query(Request.Query(["n": [1, 2]] as [String: [Int]])) == "?n=1&n=2")
    #expect(try await query(Request.Query([:] as [String: Int])) == "")
  }

  @Test func equalNamesOfALiteralAreAllSent() async throws {
    #expect(try await query(Request.Query(["q": 1, "q": 2])) == "?q=1&q=2")
  }

  @Test func itemsOfFoundationKeepTheirOrder() async throws {
    let items = [
      URLQueryItem(name: "b", value: "1+1"), URLQueryItem(name: "a", value: nil),
      URLQueryItem(name: "c", value: ""),
    ]
    #expect(try await query(Request.Query(items)) == "?b=1%2B1&a&c=")
  }

  @Test func aURLAndACharacterAreValues() async throws {
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    #expect(
      try await query(["u": url, "c": Character("&")]) == "?u=https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc&c=%26")
  }

  @Test func allButUnreservedCharactersAreEscaped() async throws {
    #expect(
      try await query(["a b&c": "=+%20/?#ä~-._", "": ""]) == "?a%20b%26c=%3D%2B%2520%2F%3F%23%C3%A4~-._&=")
  }

  @Test func anItemWithoutAValueIsItsNameAlone() async throws {
    var flags = Request.Query()
    flags.items = [Request.Query.Item("flag", nil), Request.Query.Item("empty", "")]
    flags.append("more", [true, false])
    #expect(try await query(flags) == "?flag&empty=&more=true&more=false")
  }

  enum Order: String, QueryValue { case newest = "new est" }

  @Test func valuesReadAsDocumented() async throws {
    let id = try #require(UUID(uuidString: "d9428888-122b-11e1-b85c-61cd3cbb3210"))
    let query = try await query([
      "s": "x".dropLast(0), "t": true, "d": 1.5, "f": Float(0.25), "u": UInt8.max, "i": Int64.min, "id": id,
      "date": Date(timeIntervalSince1970: 0), "order": Order.newest, "dec": Decimal(string: "12.50"),
    ])
    #expect(
      query
        == "?s=x&t=true&d=1.5&f=0.25&u=255&i=-9223372036854775808&id=D9428888-122B-11E1-B85C-61CD3CBB3210"
        + "&date=1970-01-01T00%3A00%3A00Z&order=new%20est&dec=12.5")
  }

  static let farDates: [(Double, String)] = [
    (-1, "1969-12-31T23:59:59Z"), (0.999, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"),
    (253_402_300_799.9, "9999-12-31T23:59:59Z"), (253_402_300_800, "9999-12-31T23:59:59Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z"), (-62_167_219_201, "0000-01-01T00:00:00Z"),
    (1e300, "9999-12-31T23:59:59Z"), (.infinity, "9999-12-31T23:59:59Z"), (-1e300, "0000-01-01T00:00:00Z"),
    (-.infinity, "0000-01-01T00:00:00Z"), (.nan, "1970-01-01T00:00:00Z"),
  ]

  @Test(arguments: farDates)
  func aDateFarAwayIsTheNearestOneThatHasAText(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect((["date": date] as Request.Query).items == [Request.Query.Item("date", text)])
  }

  @Test func baseThenPathThenRequestIsTheOrderOfItems() async throws {
    let request = Request.get("/x?path=2", query: ["request": 3])
    #expect(try await target(of: request, at: "https://a.example/b?base=1") == "/b/x?base=1&path=2&request=3")
    let full = Request(.get, url: "https://b.example/y?url=1#f", query: ["request": 2])
    #expect(try await target(of: full) == "/y?url=1&request=2")
  }

  @Test func descriptionAndMirrorShowNamesAndNoValues() {
    let query: Request.Query = ["user": "hunter2", "page": 2]
    #expect(query.description == "[user, page]")
    var dumped = ""
    dump(query, to: &dumped)
    #expect(dumped.contains("user") && !dumped.contains("hunter2"))
    #expect(!String(reflecting: query).contains("hunter2"))
  }
}
