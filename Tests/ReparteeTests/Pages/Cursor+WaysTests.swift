import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import TestSupport
import Testing

/// Lists by offset, of servers that count from 0 or from 1.
struct CursorWaysTests {
  private struct Positions: PagedEndpoint {
    struct Output: Codable, Sendable {
      var items: [Int]
      var total: Int?
    }

    var first: Int
    /// Whether the first request names its offset.
    var isNamed = true

    var request: Request { .get("/items", query: isNamed ? ["start": first] : [:]) }
    static let responses: ResponseMap<Output, Never> = [.code(200, .decode)]

    func items(of page: Output) -> [Int] { page.items }
    func next(after page: PageResponse<Output>) throws(RequestError) -> Cursor? {
      try .offset(
        "start", of: page, first: first, adding: page.value.items.count, total: page.value.total)
    }
  }

  /// A server of the items 0..<count, whose count changes with each page.
  private final class Server: Sendable {
    let first: Int
    private let size: Int
    private let counts: [Int]
    private let hasTotal: Bool
    private let requests = Mutex(0)

    init(first: Int, size: Int, counts: [Int], hasTotal: Bool) {
      (self.first, self.size, self.counts, self.hasTotal) = (first, size, counts, hasTotal)
    }

    var requestCount: Int { requests.withLock { $0 } }
    /// How many items there were in every page's view of the list.
    var least: Int { counts.prefix(max(requestCount, 1)).min() ?? 0 }

    var transport: InMemoryTransport {
      InMemoryTransport { [self] request in
        let index = requests.withLock { count in
          count += 1
          return count - 1
        }
        let count = counts[min(index, counts.count - 1)]
        let url = URLComponents(string: request.head.path ?? "")
        let start = url?.queryItems?.last { $0.name == "start" }?.value.map { Int($0) ?? -1 } ?? first
        guard start >= first, index < 1_000 else { return .status(400) }
        let items = Array((0..<count).dropFirst(start - first).prefix(size))
        return try .json(encoding: Positions.Output(items: items, total: hasTotal ? count : nil))
      }
    }
  }

  private func items(_ server: Server, isNamed: Bool) async throws -> [Int] {
    var items: [Int] = []
    let client = Client(baseURL: api, transport: server.transport)
    for try await item in client.items(of: Positions(first: server.first, isNamed: isNamed)) {
      items.append(item)
    }
    return items
  }

  @Test func theLastItemOfAListThatCountsFromOneIsRead() async throws {
    for isNamed in [true, false] {
      let server = Server(first: 1, size: 10, counts: [11], hasTotal: true)
      #expect(try await items(server, isNamed: isNamed) == Array(0..<11))
      #expect(server.requestCount == 2)
    }
  }

  @Test func everyItemOfAnUnchangedListIsReadOnce() async throws {
    try await forAll(runs: 300) { random in
      let (count, size, hasTotal) = (random.int(0...30), random.int(1...7), random.bool())
      let server = Server(first: random.int(0...1), size: size, counts: [count], hasTotal: hasTotal)
      let found = try await items(server, isNamed: random.bool())
      #expect(found == Array(0..<count))
      let pages = (count + size - 1) / size
      #expect(server.requestCount == (hasTotal ? max(pages, 1) : pages + 1))
    }
  }

  @Test func aListThatGrowsOrShrinksAtItsEndIsReadToItsEnd() async throws {
    try await forAll(runs: 300) { random in
      let counts = random.array(1...8) { $0.int(0...30) }
      let server = Server(
        first: random.int(0...1), size: random.int(1...7), counts: counts, hasTotal: random.bool())
      let found = try await items(server, isNamed: random.bool())
      #expect(found == Array(0..<found.count) && found.count >= server.least, "\(counts)")
    }
  }

  @Test(arguments: [0, 1]) func aTotalThatIsTooLargeIsNoEnd(first: Int) async {
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        request.head.path?.hasSuffix("start=\(first)") == true
          ? .json(#"{"items": [0, 1], "total": 3}"#) : .json(#"{"items": [], "total": 3}"#)
      })
    await #expect(throws: CallError<Never>.self) {
      for try await _ in client.items(of: Positions(first: first)) {}
    }
  }

  @Test func anOffsetBeforeTheFirstIsAnError() async {
    struct FromZero: PagedEndpoint {
      typealias Output = [Int]
      var request: Request { .get("/items?start=0") }
      static let responses: ResponseMap<[Int], Never> = [.code(200, .decode)]
      func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? {
        try .offset("start", of: page, first: 1, adding: page.value.count)
      }
    }
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .json("[1]") })
    let error = await #expect(throws: CallError<Never>.self) {
      for try await _ in client.items(of: FromZero()) {}
    }
    #expect(error.map { "\($0)" }?.contains("start of the page's request is less than 1") == true)
  }
}
