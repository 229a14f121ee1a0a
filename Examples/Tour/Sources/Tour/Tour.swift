import Foundation
import Repartee
import ReparteeCaching
import ReparteeDrift
import ReparteeOAuth
import ReparteeTesting
import TourServer

#if AsyncHTTPClient
import ReparteeAsyncHTTPClient

private let transport = AsyncHTTPClientTransport.asyncHTTPClient
#else
private let transport = URLSessionTransport.urlSession
#endif

/// Calls as an application makes them, each with its expected result.
@main
struct Tour {
  let client: Client
  let guide: Guide
  let emma = Book(id: 7, title: "Emma", pages: 474)

  static func main() async throws {
    let baseURL = try TourServer.start()
    let guide = Guide(baseURL: baseURL)
    var client = Client(baseURL: baseURL, transport: transport)
    client.observers = [guide]

    print("\(bold("Repartee")) calls a bookshop in this process, at \(baseURL)")
    let tour = Tour(client: client, guide: guide)
    await tour.responses()
    await tour.errors()
    await tour.listsAndStreams()
    await tour.clients(tokenURL: "\(baseURL)/token")

    let isRight = guide.finish()
    print("The calls are in Examples/Tour/Sources/Tour/Tour.swift, the endpoints beside it.")
    exit(isRight ? 0 : 1)
  }

  func responses() async {
    guide.chapter("A response is a type")

    await guide.expect("200 is a book", emma) {
      try await client.send(GetBook(id: 7))
    }
    await guide.expect("201 is an order …", .placed(Order(id: 1, copies: 2))) {
      try await client.send(PlaceOrder(book: 7, copies: 2))
    }
    await guide.expect("… 202 a place in the queue …", .queued(weeks: 3)) {
      try await client.send(PlaceOrder(book: 7, copies: 500))
    }
    await guide.expect("… and 409 a refusal, in its own words", PlaceOrder.Refusal.soldOut) {
      await client.refusal(of: PlaceOrder(book: 9, copies: 1))
    }
    await guide.expect("404 may be nil", nil) {
      try await client.send(FindBook(title: "Emma & Jane?"))
    }
    await guide.expect("204 is Void", "()") {
      "\(try await client.send(CancelOrder(id: 1)))"
    }
    await guide.expect("200 may have an error in it", Pay.Declined(reason: "the card has expired")) {
      await client.refusal(of: Pay(order: 1, card: "expired"))
    }
    await guide.expect("Two places of a body, without Codable", "4.5 stars: badly done, Emma") {
      let reviews = try await client.send(GetReviews(book: 7))
      return "\(reviews.stars) stars: \(reviews.latest.text)"
    }
    await guide.expect("An endpoint in one line", "from nine to five") {
      try await client.send(Resource(String.self, .get("/hours")))
    }
  }

  func errors() async {
    guide.chapter("An error says why: six reasons, and no default")

    await guide.expect("The endpoint declares it", "declared: there is no book 99") {
      explained(await client.result(of: GetBook(id: 99)))
    }
    await guide.expect("The endpoint does not declare it", "undeclared: <h1>Not here</h1>") {
      explained(await client.result(of: GetBook(id: 403)))
    }
    await guide.expect(
      "The body does not fit",
      """
      pages: expected Int (an integer), found a string
      line 4, column 12, byte 50

        3 |   "title": "Lady Susan",
        4 |   "pages": "94"
          |            ^^^^

      hint: quoted number: declare the property `@Quoted`
      """
    ) {
      explained(await client.result(of: GetBook(id: 13)))
    }
    await guide.expect("Nobody listens", "no response: cannotConnect") {
      var nowhere = Client(baseURL: "http://127.0.0.1:1", transport: transport)
      nowhere.observers = client.observers
      nowhere.retry = .off
      return explained(await nowhere.result(of: GetBook(id: 7)))
    }
    await guide.expect("Nobody has signed in", "there is no credential: sign in first") {
      var customer = client
      customer.authentication = .session(Session<BearerToken>())
      return explained(await customer.result(of: ListOrders()))
    }
    await guide.expect(
      "A title would lead elsewhere",
      "not sent: a segment of the path is \"..\", which would be removed and name another resource"
    ) {
      explained(await client.result(of: FindBook(title: "..")))
    }
  }

  /// Returns a text for the user. The compiler knows all reasons, and all failures that the shop declares.
  func explained<Output>(_ result: Result<Output, CallError<ShopError>>) -> String {
    do throws(CallError<ShopError>) {
      return "\(try result.get())"
    } catch {
      switch error.reason {
      case .declared(.signedOut): return "declared: signed out"
      case .declared(.notFound(let message)): return "declared: \(message)"
      case .undeclared: return "undeclared: \(error.text ?? "")"
      case .undecodable(let failure): return failure.report
      case .transport(let failure): return "no response: \(failure.kind)"
      case .authentication(let failure): return failure.message
      case .request(let failure): return "not sent: \(failure.message)"
      }
    }
  }

  func listsAndStreams() async {
    guide.chapter("Lists, streams and files")

    await guide.expect("All the pages, as one sequence", ["Emma", "Persuasion", "Sanditon"]) {
      var titles: [String] = []
      for try await book in client.items(of: ListBooks(author: "Austen")) {
        titles.append(book.title)
      }
      return titles
    }
    await guide.expect("Server-sent events, typed", ["packed", "posted", "delivered"]) {
      var steps: [String] = []
      for try await step in try await client.send(TrackOrder(id: 1)) {
        steps.append(step.rawValue)
      }
      return steps
    }
    let file = FileManager.default.temporaryDirectory.appending(component: "tour-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    await guide.expect("A download, streamed to a file", 88_000) {
      try await client.send(GetSample(book: 7)).write(to: file)
    }
  }

  func clients(tokenURL: String) async {
    guide.chapter("What a client does by itself")

    await guide.expect("It follows a redirect", emma) {
      try await client.send(GetBook(id: 1))
    }
    await guide.expect("It retries a POST that has a key", "R-1001 after 2.0 seconds") {
      var client = client
      client.clock = SkippingClock()  // of ReparteeTesting: its pauses take no time
      client.randomness = { 0 }  // no random addition to the server's Retry-After
      client.observers.append(
        .handler { event in
          if event.kind == .retried { guide.note("\(event)") }
        })
      let response = try await client.response(to: Pay(order: 1, card: "valid"))
      return "\(response.value) after \(response.attempts.map(\.pause).reduce(.zero, +))"
    }
    await guide.expect("It refreshes a refused token, once", [Order(id: 1, copies: 2)]) {
      let oauth = OAuthClient(id: "tour", tokenURL: tokenURL)
      let session = Session(refreshing: oauth)
      try await session.signIn(BearerToken("old", refreshToken: "for-a-new-one"))
      var client = client
      client.authentication = .session(session)
      return try await client.send(ListOrders())
    }
    await guide.expect("It keeps what may be kept (RFC 9111)", "network, cache, validated") {
      var client = client
      client.cache = ResponseCache()
      let first = try await client.response(to: GetBook(id: 7))
      let second = try await client.response(to: GetBook(id: 7))
      let third = try await client.response(to: GetBook(id: 7)) { $0.cachePolicy = .noCache }
      return "\(first.source), \(second.source), \(third.source)"
    }
    await guide.expect(
      "A stage of your own waits on the client's clock", "3 requests, after [0.2 seconds, 0.2 seconds]"
    ) {
      let clock = SkippingClock()
      var client = client
      client.clock = clock
      client.stages.append(RequestRate(perSecond: 5, clock: clock))
      for _ in 1...3 { _ = try await client.send(GetBook(id: 7)) }
      return "3 requests, after \(clock.sleeps)"
    }
    await guide.expect("It tells what is new", ["GetBook, 200: unread key: signed"]) {
      let drift = DriftRecorder(reportsAllUnreadKeys: true)
      _ = try await client.recorded(by: drift).send(GetBook(id: 8))
      return drift.new.map(\.description)
    }
    await guide.expect("In a test it needs no server", "Sense and Sensibility") {
      let stubs = Stubs {
        Stub(GetBook.self, .json(#"{"id": 10, "title": "Sense and Sensibility", "pages": 409}"#))
      }
      return try await client.stubbed(by: stubs).send(GetBook(id: 10)).title
    }
  }
}

extension Client {
  /// Returns the declared failure of a call; nil if there is none.
  func refusal<E: Endpoint>(of endpoint: E) async -> E.Failure?
  where E.Thrown == CallError<E.Failure> {
    guard case .failure(let error) = await result(of: endpoint) else { return nil }
    return error.declared
  }
}
