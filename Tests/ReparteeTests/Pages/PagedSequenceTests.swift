import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee

/// The pages of a list, in memory.
struct PagedSequenceTests {
  private let base = "\(api)/v1"

  private func client(_ pages: [[Int]], _ arrivals: Arrivals = Arrivals()) -> Client {
    Client(baseURL: base, transport: ListServer(pages: pages).transport(arrivals))
  }

  /// Whatever the list, however it is cut into pages, whatever says where they are.
  @Test(arguments: PagingScheme.allCases) func anyCutGivesTheSameItems(scheme: PagingScheme) async throws {
    try await forAll(runs: 60) { random in
      // Offsets count items, so that an empty page can't be distinguished from the end there.
      let least = scheme == .offset || scheme == .offsetUpToTotal ? 1 : 0
      let pages = random.array(1...6) { random in random.array(least...4) { $0.int(0...9) } }
      let arrivals = Arrivals()
      let client = client(pages, arrivals)
      let readsAhead = random.bool()
      var items: [Int] = []
      for try await item in client.items(of: List(scheme: scheme), readsAhead: readsAhead) {
        items.append(item)
      }
      #expect(items == Array(pages.joined()))
      #expect(arrivals.all.count == pages.count + (scheme == .offset ? 1 : 0))

      // From each page on, with a cursor that went through a file.
      let seen = try await all(client.pages(of: List(scheme: scheme)))
      let rest = random.int(0...seen.count - 1)
      let saved = try JSONDecoder().decode(Cursor?.self, from: try JSONEncoder().encode(seen[rest].cursor))
      var resumed: [Int] = []
      for try await item in client.items(of: List(scheme: scheme), from: saved) { resumed.append(item) }
      #expect(resumed == Array(pages.dropFirst(rest).joined()))

      let most = random.int(-1...12)
      var first: [Int] = []
      for try await item in client.items(of: List(scheme: scheme), maxItems: most, readsAhead: readsAhead) {
        first.append(item)
      }
      #expect(first == Array(pages.joined().prefix(max(most, 0))))
    }
  }

  private func all<Output, Failure>(
    _ pages: PagedSequence<PageResponse<Output>, Failure>
  ) async throws -> [PageResponse<Output>] {
    var all: [PageResponse<Output>] = []
    for try await page in pages { all.append(page) }
    return all
  }

  @Test func aPageIsAResponseWithItsPlaceInTheList() async throws {
    let pages = try await all(client([[1, 2], [], [3]]).pages(of: List(scheme: .token)))
    #expect(pages.map(\.number) == [1, 2, 3])
    #expect(pages.map(\.value.items) == [[1, 2], [], [3]])
    #expect(pages.map { $0.cursor?["after"] } == [nil, "t-1", "t-2"])
    #expect(pages.map { $0.next?["after"] } == ["t-1", "t-2", nil])
    #expect(pages.allSatisfy { $0.response.status == .ok && $0.response.attempts.count == 1 })
  }

  @Test func noPageIsReadBeforeItsTurn() async throws {
    let arrivals = Arrivals()
    let client = client([[1, 2], [3], [4]], arrivals)
    var items = client.items(of: List(scheme: .token)).makeAsyncIterator()
    #expect(arrivals.all.isEmpty)
    #expect(try await items.next() == 1 && arrivals.all.count == 1)
    #expect(try await items.next() == 2 && arrivals.all.count == 1)
    #expect(try await items.next() == 3 && arrivals.all.count == 2)

    for try await page in client.pages(of: List(scheme: .token)) where page.number == 2 { break }
    #expect(arrivals.all.count == 4)
  }

  @Test(arguments: [(0, 0), (-1, 0), (.min, 0), (1, 1), (2, 2), (3, 3), (4, 3), (.max, 3)])
  func noMoreThanTheMaximumOfPagesIsRead(limit: Int, count: Int) async throws {
    let arrivals = Arrivals()
    let client = client([[1], [2], [3]], arrivals)
    for readsAhead in [false, true] {
      let pages = try await all(
        client.pages(of: List(scheme: .token), maxPages: limit, readsAhead: readsAhead))
      #expect(pages.count == count)
      #expect(pages.last?.next?["after"] == (count == 3 || count == 0 ? nil : "t-\(count)"))
    }
    #expect(arrivals.all.count == 2 * count)
  }

  @Test func noItemsAskForNoPage() async throws {
    let arrivals = Arrivals()
    let client = client([[1], [2]], arrivals)
    for most in [0, -1, Int.min] {
      for try await _ in client.items(of: List(scheme: .token), maxItems: most) {
        Issue.record("an item")
      }
    }
    #expect(arrivals.all.isEmpty)
    // What is on the last page is not looked for on another.
    for readsAhead in [false, true] {
      for try await _ in client.items(of: List(scheme: .token), maxItems: 1, readsAhead: readsAhead) {}
    }
    #expect(arrivals.all.count == 2)
  }

  @Test func oneSequenceCanBeReadTwice() async throws {
    let items = client([[1], [2]]).items(of: List(scheme: .absoluteLink))
    for _ in 0..<2 {
      var sum = 0
      for try await item in items { sum += item }
      #expect(sum == 3)
    }
  }

  // MARK: What can't be followed

  private func list(_ fields: HTTPFields, base: String = api) -> (Client, Arrivals) {
    let arrivals = Arrivals()
    let transport = arrivals.transport { _ in .json(#"[1]"#, headers: fields) }
    return (Client(baseURL: base, transport: transport), arrivals)
  }

  private struct Linked: PagedEndpoint {
    var path: Request.Path = "/items"
    var request: Request { .get(path) }
    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? { try .link(of: page) }
  }

  private func link(_ value: String) -> HTTPFields { [link: value] }
  private var link: HTTPField.Name { HTTPField.Name("Link") ?? .accept }

  /// The items up to the error, and the error.
  private func items<Item, Failure>(
    _ items: PagedSequence<Item, Failure>
  ) async -> ([Item], Failure?) {
    var found: [Item] = []
    var iterator = items.makeAsyncIterator()
    do throws(Failure) {
      while let item = try await iterator.next() { found.append(item) }
      return (found, nil)
    } catch {
      #expect(((try? await iterator.next()) ?? nil) == nil, "an error is the end")
      return (found, error)
    }
  }

  @Test(arguments: [false, true]) func aListThatLeadsBackIsNotReadForEver(readsAhead: Bool) async {
    let (client, arrivals) = list(link("</items>; rel=next"))
    let (found, error) = await items(client.items(of: Linked(), readsAhead: readsAhead))
    #expect(found == [1] && arrivals.all.count == 1)
    #expect(error?.requestError?.kind == .nextPageRepeated)
    #expect(error?.call == "GET /items")
  }

  @Test func aLoopOfThreePages() async {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        let next = ["/items": "/b", "/b": "/c", "/c": "/items"][request.head.path ?? ""] ?? "?"
        return .json("[1]", headers: [HTTPField.Name("Link") ?? .accept: "<\(next)>; rel=next"])
      })
    let (found, error) = await items(client.items(of: Linked()))
    #expect(found == [1, 1, 1] && error?.requestError?.kind == .nextPageRepeated)
    // A list that begins at a cursor reads the first page once more.
    let (more, other) = await items(client.items(of: Linked(), from: Cursor(url: "\(api)/b")))
    #expect(more == [1, 1, 1] && other?.requestError?.kind == .nextPageRepeated)
  }

  @Test(arguments: [
    "ftp://a/b", "mailto:x@y", "https://user:hunter2@api.example.com/x", "https://a b/", "//", "https:///x",
    "https://api.example.com:99999/",
  ])
  func aLinkThatIsNoneIsAnErrorAndNotTheEnd(link target: String) async {
    let (client, _) = list(link("<\(target)>; rel=\"next\""))
    let (found, error) = await items(client.items(of: Linked()))
    #expect(found == [1])
    #expect(error?.requestError?.kind == .nextPage, "\(String(describing: error))")
    #expect("\(error.map { "\($0)" } ?? "")".contains("hunter2") == false)
  }

  @Test(arguments: [
    "http://api.example.com/items?page=2", "https://api.example.com:444/", "https://evil.example/items",
    "//evil.example/", "https://api.example.com.evil.example/",
  ])
  func anotherOriginIsNotFollowed(target: String) async {
    let (client, arrivals) = list(link("<\(target)>; rel=next"))
    let (found, error) = await items(client.items(of: Linked()))
    #expect(found == [1] && arrivals.all.count == 1)
    #expect(error?.requestError?.kind == .nextPageOrigin, "\(String(describing: error))")
    // The same holds for a cursor that was written by hand.
    let (none, other) = await items(
      client.items(of: Linked(), from: Cursor(url: target.hasPrefix("//") ? "https:" + target : target)))
    #expect(none.isEmpty && other?.requestError?.kind == .nextPageOrigin && arrivals.all.count == 1)
  }

  private struct Scattered: PagedEndpoint {
    static let allowsOtherOrigins = true
    var request: Request {
      var request = Request.get(
        "/items", headers: ["X-Api-Key": "key-1", "Accept-Language": "de", "Cookie": "c=1"])
      request.authentication = .bearer("token-1")
      return request
    }

    static let responses: ResponseMap<[Int], Never> = .anySuccess
    func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? { try .link(of: page) }
  }

  @Test func whatIsAllowedElsewhereTakesNoCredentialAlong() async throws {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: "\(api)?key=base-1",
      transport: arrivals.transport { request in
        request.head.authority == "api.example.com"
          ? .json(
            "[1]", headers: [HTTPField.Name("Link") ?? .accept: "<https://two.example/p?n=2>; rel=next"])
          : .json("[2]")
      }, headers: ["X-Client": "of the client"])
    client.authentication = .bearer("token-2")
    let (found, error) = await items(client.items(of: Scattered()))
    #expect(found == [1, 2] && error == nil)
    let first = try #require(arrivals.all.first), second = try #require(arrivals.all.last)
    #expect(first.head.headerFields[.authorization] == "Bearer token-1")
    #expect(second.head.headerFields.map(\.name.canonicalName).sorted() == ["accept", "accept-language"])
    #expect(second.head.path == "/p?n=2")
    // And never in the clear.
    let (plain, _) = list(link("<http://api.example.com/items>; rel=next"))
    #expect(await items(plain.items(of: Scattered())).1?.requestError?.kind == .nextPageOrigin)
  }

  @Test func aLinkLeadsPastTheBaseAndKeepsItsQuery() async throws {
    let arrivals = Arrivals()
    let client = Client(
      baseURL: "\(api)/v1?key=k%26&lang=de",
      transport: arrivals.transport { request in
        request.head.path?.contains("p=2") == true
          ? .json("[2]")
          : .json("[1]", headers: [HTTPField.Name("Link") ?? .accept: "</v2/things?p=2&lang=en>; rel=next"])
      }, headers: ["Authorization": "Bearer x"])
    let (found, error) = await items(client.items(of: Linked()))
    #expect(found == [1, 2] && error == nil)
    #expect(
      arrivals.all.map { $0.head.path ?? "" } == [
        "/v1/items?key=k%26&lang=de", "/v2/things?p=2&lang=en&key=k%26",
      ])
    #expect(arrivals.all.allSatisfy { $0.head.headerFields[.authorization] == "Bearer x" })
  }

  @Test func theTemplateStaysTheEndpoints() async throws {
    let events = Mutex<[String]>([])
    let observed = Mutex<[String]>([])
    var client = client([[1], [2]])
    client.observers.append(.handler { event in events.withLock { $0.append(event.call) } })
    for try await page in client.pages(of: List(scheme: .absoluteLink)) {
      observed.withLock { $0.append(page.request.template) }
    }
    #expect(Set(observed.withLock { $0 }) == ["/lists/{}"])
    #expect(Set(events.withLock { $0 }) == ["GET /lists/{}"])
  }

  // MARK: Calls

  @Test func aPageThatFailsEndsTheListAndSaysWhere() async throws {
    let client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        request.head.path == "/items"
          ? .json("[1]", headers: [HTTPField.Name("Link") ?? .accept: "</items?p=2>; rel=next"])
          : .status(403)
      })
    for readsAhead in [false, true] {
      let (found, error) = await items(client.items(of: Linked(), readsAhead: readsAhead))
      #expect(found == [1] && error?.response?.status == .forbidden)
    }
  }

  @Test func anApplicationsOwnErrorIsThrown() async {
    struct Own: PagedEndpoint, AppEndpoint {
      var request: Request { .get("/items") }
      static let responses: ResponseMap<[Int], AppError> = [.code(200, .decode)]
      func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? { try .link(of: page) }
    }
    let (client, _) = list(link("</items>; rel=next"))
    let (found, error) = await items(client.items(of: Own()))
    guard found == [1], case .refused(let message)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("read before"))
  }

  @Test func eachPageIsAdjusted() async throws {
    let arrivals = Arrivals()
    let client = client([[1], [2]], arrivals)
    for try await _ in client.items(of: List(scheme: .token), adjusting: { $0.headers["X-Page"] = "1" }) {}
    #expect(arrivals.all.map { $0.head.headerFields[HTTPField.Name("X-Page") ?? .accept] } == ["1", "1"])
  }

  /// A transport whose calls after the first wait until they are cancelled.
  private func hanging(_ begun: Signal, _ ended: Signal) -> InMemoryTransport {
    InMemoryTransport { request in
      if request.head.path == "/items" {
        return .json("[1]", headers: [HTTPField.Name("Link") ?? .accept: "</items?p=2>; rel=next"])
      }
      begun.fire()
      while !Task.isCancelled { await Task.yield() }
      ended.fire()
      throw CancellationError()
    }
  }

  @Test func leavingTheLoopCancelsThePageThatIsReadAhead() async throws {
    let begun = Signal(), ended = Signal()
    let client = Client(baseURL: api, transport: hanging(begun, ended))
    for try await _ in client.pages(of: Linked(), readsAhead: true) {
      await begun.wait()
      break
    }
    await ended.wait()
  }

  @Test(arguments: [false, true]) func aCancelledTaskStopsReading(readsAhead: Bool) async throws {
    let begun = Signal(), ended = Signal()
    let client = Client(baseURL: api, transport: hanging(begun, ended))
    let task = Task { () -> CallError<Never>? in
      await items(client.items(of: Linked(), readsAhead: readsAhead)).1
    }
    await begun.wait()
    task.cancel()
    let error = await task.value
    #expect(error?.transportError?.kind == .cancelled)
    await ended.wait()
  }
}
