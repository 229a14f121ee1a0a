import Foundation
import TestSupport
import Testing

@testable import Repartee

struct CursorValueTests {
  private struct Place: Codable, Hashable {
    var score: Double
    var id: Int
    var date: Date
    var names: [String: String?]
    var bytes: Data

    init(_ random: inout SplitMix64) {
      score = Double(bitPattern: random.next())
      if !score.isFinite { score = -0.5 }
      id = Int(truncatingIfNeeded: random.next())
      date = Date(timeIntervalSinceReferenceDate: Double(random.next() >> 12) / 1e6)
      let texts = ["", "a\n\u{0}\u{1B}", "\"\\ä\u{2028}", "🙂"].map { "\($0)\(random.next() % 4)" }
      names = Dictionary(texts.map { ($0, random.next() % 2 == 0 ? nil : $0) }) { $1 }
      bytes = Data((0..<Int(random.next() % 9)).map { UInt8($0) })
    }
  }

  @Test func anyValueIsDecodedFromASavedCursor() async throws {
    try await forAll { random in
      let place = Place(&random)
      let cursor = try #require(try Cursor.value(place))
      let saved = try JSONDecoder().decode(Cursor.self, from: JSONEncoder().encode(cursor))
      let plist = try PropertyListDecoder().decode(Cursor.self, from: PropertyListEncoder().encode(cursor))
      #expect(saved == cursor && plist == cursor && saved.hashValue == cursor.hashValue)
      #expect(try saved.decode(Place.self) == place)
      #expect(try Cursor.value(place) == cursor)
      var other = place
      other.id &+= 1
      #expect(try Cursor.value(other) != cursor)
    }
  }

  @Test func scalarsAreDecodedToo() throws {
    for number in [Int.min, -1, 0, .max] {
      #expect(try Cursor.value(number)?.decode(Int.self) == number)
    }
    #expect(try Cursor.value(UInt64.max)?.decode() == UInt64.max)
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0.1)] {
      #expect(try Cursor.value(date)?.decode(Date.self) == date)
    }
    #expect(try Cursor.value("")?.decode(String.self) == "")
    #expect(try Cursor.value([] as [Int])?.decode([Int].self) == [])
    let large = String(repeating: "a", count: 1 << 20)
    #expect(try Cursor.value(large)?.decode(String.self) == large)
  }

  @Test func noValueEndsTheList() throws {
    #expect(try Cursor.value(nil as Int?) == nil)
    #expect(try Cursor.value(Int??.some(nil)) == nil)
    #expect(try Cursor.value(JSONValue.null) == nil)
  }

  @Test func whatCantBeEncodedIsAnError() {
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    for error in [
      #expect(throws: RequestError.self) { try Cursor.value(Double.nan) },
      #expect(throws: RequestError.self) { try Cursor.value([1, -Double.infinity]) },
      #expect(throws: RequestError.self) { try Cursor.value(Refusing()) },
    ] { #expect(error?.kind == .nextPage) }
  }

  @Test func anotherTypeIsAnErrorThatShowsNoValue() throws {
    let cursor = try #require(try Cursor.value(["token": "planted"]))
    for error in [
      #expect(throws: RequestError.self) { try cursor.decode(Int.self) },
      #expect(throws: RequestError.self) { try Cursor(url: "\(api)/?a=planted").decode(Int.self) },
      #expect(throws: RequestError.self) { try Cursor(query: ["after": "planted"]).decode(String.self) },
    ] {
      var shown = "\(String(describing: error))"
      dump(error, to: &shown)
      #expect(error?.kind == .nextPage && !shown.contains("planted"))
    }
    var shown = "\(cursor) \(String(reflecting: cursor))"
    dump(cursor, to: &shown)
    #expect(!shown.contains("planted") && !shown.contains("token"))
    #expect(cursor.url == nil && cursor["token"] == nil)
  }

  @Test(arguments: ["", "{", "[1,]", "\u{0}", "nul", "1 2", "\u{FEFF}"])
  func aSavedValueThatIsNoJSONIsRefused(text: String) throws {
    let data = try JSONEncoder().encode(["value": text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Cursor.self, from: data) }
  }

  private struct Search: PagedEndpoint {
    struct Position: Codable, Sendable {
      var score: Double
      var id: Int
    }

    struct Body: Encodable, Sendable {
      var after: Position?
    }

    struct Output: Decodable, Sendable {
      var hits: [Int]
      var last: Position?
    }

    var sendsValue = true
    var request: Request { .post("/search", body: .json(Body())) }
    static let responses: ResponseMap<Output, Never> = .anySuccess

    func request(at cursor: Cursor) throws(RequestError) -> Request {
      guard sendsValue else { return request.at(cursor) }
      return .post("/search", body: .json(Body(after: try cursor.decode())))
    }

    func items(of page: Output) -> [Int] { page.hits }
    func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
      try .value(page.value.last)
    }
  }

  private func client(_ arrivals: Arrivals, loops: Bool = false) -> Client {
    Client(
      baseURL: api,
      transport: arrivals.transport { _ in
        let page = loops ? 1 : arrivals.all.count
        return .json(#"{"hits": [\#(page)]\#(page < 3 ? #", "last": {"score": 0.5, "id": \#(page)}"# : "")}"#)
      })
  }

  private func read(
    _ client: Client, _ search: Search = Search(), from cursor: Cursor? = nil
  ) async -> (items: [Int], error: RequestError?) {
    var items: [Int] = []
    do {
      for try await page in client.pages(of: search, from: cursor) { items += page.value.hits }
    } catch {
      guard case .request(let error) = error.reason else {
        Issue.record("\(error)")
        return (items, nil)
      }
      return (items, error)
    }
    return (items, nil)
  }

  @Test func aListIsReadByValuesInTheBody() async throws {
    let arrivals = Arrivals()
    let found = await read(client(arrivals))
    #expect(found.items == [1, 2, 3] && found.error == nil)
    #expect(
      arrivals.all.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        "{}", #"{"after":{"score":0.5,"id":1}}"#, #"{"after":{"score":0.5,"id":2}}"#,
      ])
    #expect(await read(client(Arrivals(), loops: true)).error?.kind == .nextPageRepeated)
  }

  @Test func aCursorThatTheEndpointCantSendEndsTheList() async throws {
    let arrivals = Arrivals()
    let unsent = await read(client(arrivals), Search(sendsValue: false))
    #expect(unsent.items == [1] && unsent.error?.kind == .nextPage && arrivals.all.count == 1)
    let old = await read(client(arrivals), from: Cursor(query: ["after": "1"]))
    #expect(old.items.isEmpty && old.error?.kind == .nextPage && arrivals.all.count == 1)
  }
}
