import Foundation
import HTTPTypes
import ReparteeTesting
import Synchronization
import Testing

@testable import Repartee

/// A cache in whole calls, over an origin that counts.
@Suite(.timeLimit(.minutes(2))) struct ResponseCacheTests {
  private let fresh: KeyValuePairs<HTTPField.Name, String> = [.cacheControl: "max-age=60"]
  private let validated: KeyValuePairs<HTTPField.Name, String> = [
    .cacheControl: "max-age=60", .eTag: "\"a\"",
  ]

  @Test func withoutACacheEachCallIsSent() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client(nil)
    _ = try await client.send(GetNumber())
    let reply = try await client.reply(to: GetNumber())
    #expect(reply.value.n == 2)
    #expect(reply.source == .network)
  }

  @Test func whatIsFreshIsNotAskedForAgain() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client()
    let first = try await client.reply(to: GetNumber())
    #expect(first.source == .network)
    #expect(first.age == nil)
    origin.pass(10)
    let second = try await client.reply(to: GetNumber())
    #expect(second.value == first.value)
    #expect(second.source == .cache)
    #expect(second.age == .seconds(10))
    #expect(second.attempts.isEmpty)
    #expect(second.status == .ok)
    origin.pass(50)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(origin.count == 2)
  }

  @Test func whatIsStaleIsValidated() async throws {
    let origin = CachedOrigin { count, request in
      if request.head.headerFields[.ifNoneMatch] == "\"a\"" {
        return .status(304, headers: [.eTag: "\"a\"", .cacheControl: "max-age=60"])
      }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let reply = try await client.reply(to: GetNumber())
    #expect(reply.value.n == 1)
    #expect(reply.source == .validated)
    #expect(reply.status == .ok)
    #expect(reply.attempts.map(\.statusCode) == [304])
    origin.pass(30)
    #expect(try await client.reply(to: GetNumber()).source == .cache)
    #expect(origin.count == 2)
  }

  /// A response that has just been validated is as old as the 304 says, which says nothing if it came from the origin.
  @Test func aValidationMakesItYoung() async throws {
    let origin = CachedOrigin { _, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: [.eTag: "\"a\""])
        : .json(
          "{\"n\": 1}",
          headers: [
            .cacheControl: "max-age=60", .eTag: "\"a\"", .age: "59", .date: "Tue, 14 Nov 2023 22:12:00 GMT",
          ])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(2)
    let validated = try await client.reply(to: GetNumber())
    #expect(validated.source == .validated)
    #expect(validated.age == nil)
    origin.pass(40)
    let served = try await client.reply(to: GetNumber())
    #expect(served.source == .cache)
    #expect(served.age == .seconds(40))
  }

  @Test func aValidationThatFailsOnceIsRetriedWithItsValidator() async throws {
    let origin = CachedOrigin { count, request in
      switch count {
      case 1: .json("{\"n\": 1}", headers: [.cacheControl: "max-age=0", .eTag: "\"a\""])
      case 2: .status(503)
      default: request.head.headerFields[.ifNoneMatch] == "\"a\"" ? .status(304) : .status(500)
      }
    }
    var client = origin.client()
    client.retry = .standard
    client.clock = SkippingClock(end: .seconds(60))
    _ = try await client.send(GetNumber())
    let reply = try await client.reply(to: GetNumber())
    #expect(reply.source == .validated)
    #expect(reply.attempts.map(\.statusCode) == [503, 304])
  }

  @Test func aNewResponseReplacesTheOldOne() async throws {
    let origin = CachedOrigin { count, _ in
      .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"\(count)\""])
    }
    let cache = ResponseCache()
    let client = origin.client(cache)
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let reply = try await client.reply(to: GetNumber())
    #expect(reply.value.n == 2)
    #expect(reply.source == .network)
    #expect(origin.requests.last?.fields[.ifNoneMatch] == "\"1\"")
    #expect(try await client.send(GetNumber()).n == 2)
    #expect((cache.store as? MemoryCacheStore)?.count == 1)
  }

  @Test func policies() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client()
    await #expect(throws: CallError<Never>.self) {
      _ = try await client.send(GetNumber()) { $0.cachePolicy = .onlyIfCached }
    }
    #expect(origin.count == 0)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .noStore }.n == 1)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .noStore }.n == 3)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .reload }.n == 4)
    #expect(try await client.send(GetNumber()).n == 4)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .noCache }.n == 5)
    origin.pass(90)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .forceCache }.n == 5)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .onlyIfCached }.n == 5)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .default.maxStale(.seconds(30)) }.n == 5)
    #expect(
      try await client.send(GetNumber()) { $0.cachePolicy = .default.maxStale(.seconds(Int64.max)) }.n == 5)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .default.maxStale(.seconds(29)) }.n == 6)
  }

  @Test func nothingIsSentWhereNothingMay() async throws {
    let client = CachedOrigin(fresh).client()
    do {
      _ = try await client.send(GetNumber()) { $0.cachePolicy = .onlyIfCached }
      Issue.record("it was sent")
    } catch {
      #expect(error.transportError?.kind == .notCached)
      #expect(error.attempts.isEmpty)
    }
  }

  // MARK: Whose

  @Test func nobodyGetsWhatAnotherHasAskedFor() async throws {
    let origin = CachedOrigin(fresh)
    let cache = ResponseCache()
    var (ada, bob) = (origin.client(cache), origin.client(cache))
    ada.authentication = .bearer("ada")
    bob.authentication = .bearer("bob")
    let nobody = origin.client(cache)
    #expect(try await ada.send(GetNumber()).n == 1)
    #expect(try await bob.send(GetNumber()).n == 2)
    #expect(try await nobody.send(GetNumber()).n == 3)
    #expect(try await ada.send(GetNumber()).n == 1)
    #expect(try await bob.send(GetNumber()).n == 2)
    #expect(try await nobody.send(GetNumber()).n == 3)
    // The field is the same, wherever it came from.
    #expect(try await nobody.send(GetNumber(headers: ["Authorization": "Bearer ada"])).n == 1)
    for name in ["Cookie", "X-Api-Key", "Authorization"] {
      let first = try await nobody.send(GetNumber(headers: [name: "1"]))
      let second = try await nobody.send(GetNumber(headers: [name: "2"]))
      #expect(first != second, "\(name)")
      #expect(try await nobody.send(GetNumber(headers: [name: "1"])) == first, "\(name)")
    }
  }

  @Test func aKeyInTheQueryIsACredential() async throws {
    let origin = CachedOrigin(fresh)
    let cache = ResponseCache()
    var (ada, bob) = (origin.client(cache), origin.client(cache))
    ada.authentication = .apiKey("ada", query: "k")
    bob.authentication = .apiKey("bob", query: "k")
    #expect(try await ada.send(GetNumber()).n == 1)
    #expect(try await bob.send(GetNumber()).n == 2)
    #expect(try await ada.send(GetNumber()).n == 1)
    #expect(origin.requests.first?.path == "/a?k=ada")
  }

  @Test func signingOutForgets() async throws {
    let origin = CachedOrigin(fresh)
    let store = MemoryCacheStore()
    var client = origin.client(ResponseCache(store: store))
    let session = Session<BearerToken>()
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"), as: "ada")
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(store.count == 1)
    try await session.signOut()
    #expect(store.count == 0)
    try await session.signIn(BearerToken("2"), as: "bob")
    #expect(try await client.send(GetNumber()).n == 2)
    try await session.signIn(BearerToken("3"), as: "ada")
    #expect(try await client.send(GetNumber()).n == 3)
  }

  @Test func aResponseThatComesAfterTheSignOutIsNotKept() async throws {
    let session = Session<BearerToken>()
    let origin = CachedOrigin { count, _ in
      if count == 1 { try await session.signOut() }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let store = MemoryCacheStore()
    var client = origin.client(ResponseCache(store: store))
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"), as: "ada")
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(store.count == 0)
    try await session.signIn(BearerToken("2"), as: "ada")
    #expect(try await client.send(GetNumber()).n == 2)
  }

  @Test func aSessionOutlivesItsTokens() async throws {
    let origin = CachedOrigin { count, request in
      if request.head.headerFields[.authorization] == "Bearer 1", count > 1 { return .status(401) }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    var client = origin.client()
    let session = Session<BearerToken> { _, _ in BearerToken("2") }
    client.authentication = .session(session)
    try await session.signIn(BearerToken("1"))
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber(path: "/b")).n == 3)
    #expect(session.credential == BearerToken("2"))
    #expect(try await client.send(GetNumber()).n == 1)
  }

  @Test func whatMiddlewareSetsIsNotVariedBy() async throws {
    struct Language: AttemptMiddleware {
      let language: String
      func send(
        _ request: AttemptRequest, next: NextAttempt
      ) async throws(TransportError) -> TransportResponse {
        var request = request
        request.headers[.acceptLanguage] = language
        return try await next(request)
      }
    }
    let origin = CachedOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
    let store = MemoryCacheStore()
    var client = origin.client(ResponseCache(store: store))
    client.attemptMiddleware = [Language(language: "en")]
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(store.count == 0)
    client.attemptMiddleware = []
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber(headers: ["Accept-Language": "fr"])).n == 3)
    #expect(try await client.send(GetNumber(headers: ["Accept-Language": "fr"])).n == 3)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(store.count == 2)
  }

  /// Look-ups stay as quick as they are, whatever a server varies by.
  @Test func variantsAreBounded() async throws {
    let origin = CachedOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store))
    for number in 1...100 {
      _ = try await client.send(GetNumber(headers: ["Accept-Language": "x-\(number)"]))
    }
    #expect(store.count == 32)
    #expect(try await client.reply(to: GetNumber(headers: ["Accept-Language": "x-100"])).source == .cache)
    #expect(try await client.reply(to: GetNumber(headers: ["Accept-Language": "x-1"])).source == .network)
  }

  @Test func whoeverSignsInByANameFindsWhatAnEarlierRunHasStored() async throws {
    let origin = CachedOrigin(fresh)
    let store = MemoryCacheStore()
    func run() async throws -> ResponseSource {
      var client = origin.client(ResponseCache(store: store))
      let session = Session<BearerToken>()
      client.authentication = .session(session)
      try await session.signIn(BearerToken("1"), as: "ada")
      return try await client.reply(to: GetNumber()).source
    }
    #expect(try await run() == .network)
    #expect(try await run() == .cache)
    // Before any call of this run.
    try await ResponseCache(store: store).removeIdentity("ada")
    #expect(try await run() == .network)
  }

  // MARK: Other methods

  @Test func unsafeMethodsInvalidate() async throws {
    let origin = CachedOrigin { count, request in
      if request.head.method == .get {
        return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
      }
      return .status(
        request.head.path == "/fails" ? 500 : 204,
        headers: [.location: "/b", .contentLocation: "https://other.example/c"])
    }
    let client = origin.client()
    for path: Request.Path in ["/a", "/b", "/fails", "/d"] {
      _ = try await client.send(GetNumber(path: path))
    }
    let change = Resource<Void, Never>(.put("/a"), [.success(.noContent)])
    try await client.send(change)
    _ = await client.result(of: Resource<Void, Never>(.put("/fails"), [.success(.noContent)]))
    #expect(try await client.reply(to: GetNumber(path: "/a")).source == .network)
    #expect(try await client.reply(to: GetNumber(path: "/b")).source == .network)
    #expect(try await client.reply(to: GetNumber(path: "/fails")).source == .cache)
    #expect(try await client.reply(to: GetNumber(path: "/d")).source == .cache)
  }

  @Test func aQueryByPOSTIsStoredBelowItsKey() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client()
    func search(_ term: String, isQuery: Bool) -> Resource<Number, Never> {
      var request = Request.post("/a", body: .json(["term": term]))
      if isQuery { request.cacheKey = term }
      return Resource(request, [.success(.decode)])
    }
    #expect(try await client.send(search("x", isQuery: false)).n == 1)
    #expect(try await client.send(search("x", isQuery: false)).n == 2)
    #expect(try await client.send(search("x", isQuery: true)).n == 3)
    #expect(try await client.send(search("x", isQuery: true)).n == 3)
    #expect(try await client.send(search("y", isQuery: true)).n == 4)
    #expect(try await client.send(GetNumber()).n == 5)
    #expect(try await client.send(search("x", isQuery: true)).n == 3)
    // What has changed at its URL changes what is found there.
    #expect(try await client.send(search("z", isQuery: false)).n == 6)
    #expect(try await client.send(search("x", isQuery: true)).n == 7)
  }

  @Test func aHEADIsAnsweredByWhatIsStored() async throws {
    let origin = CachedOrigin(validated)
    let client = origin.client()
    let head = Resource<Void, Never>(.head("/a"), [.success(.noContent)])
    #expect(try await client.reply(to: head).source == .network)
    _ = try await client.send(GetNumber())
    let reply = try await client.reply(to: head)
    #expect(reply.source == .cache)
    #expect(reply.headers[.eTag] == "\"a\"")
    #expect(origin.count == 2)
  }

  @Test func aPartOfWhatIsStored() async throws {
    let origin = CachedOrigin { count, _ in
      .text("0123456789", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    func part(_ range: String, _ ifRange: String? = nil) async throws -> (String, String?, ResponseSource) {
      var request = Request.get("/a", headers: ["Range": range])
      if let ifRange { request.headers["If-Range"] = ifRange }
      let reply = try await client.reply(to: Resource<String, Never>(request, [.success(.decode)]))
      return (reply.value, reply.headers[.contentRange], reply.source)
    }
    _ = try await client.send(Resource<String, Never>(.get("/a"), [.success(.decode)]))
    #expect(try await part("bytes=2-4") == ("234", "bytes 2-4/10", .cache))
    #expect(try await part("bytes=7-") == ("789", "bytes 7-9/10", .cache))
    #expect(try await part("bytes=-2") == ("89", "bytes 8-9/10", .cache))
    #expect(try await part("bytes=8-99") == ("89", "bytes 8-9/10", .cache))
    #expect(try await part("bytes=2-4", "\"a\"") == ("234", "bytes 2-4/10", .cache))
    #expect(origin.count == 1)
    for range in [
      "bytes=10-", "bytes=4-2", "bytes=1-2,4-5", "bytes=-0", "items=1-2", "bytes=99999999999999999999-",
    ] {
      #expect(try await part(range).2 == .network, "\(range)")
    }
    #expect(try await part("bytes=2-4", "\"b\"").2 == .network)
  }

  // MARK: Conditions of one's own

  @Test func anEndpointThatDeclares304SeesIt() async throws {
    struct Condition: Endpoint {
      var request: Request { .get("/a", headers: ["If-None-Match": "\"a\""]) }
      static let responses: ResponseMap<Number?, Never> = [.code(200, .decode), .code(304, .value(nil))]
    }
    let origin = CachedOrigin { count, request in
      request.head.headerFields[.ifNoneMatch] == "\"a\""
        ? .status(304, headers: [.eTag: "\"a\""])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    #expect(try await client.send(Condition()) == nil)
    #expect(try await client.send(GetNumber()).n == 2)
    let reply = try await client.reply(to: Condition())
    #expect(reply.value == nil)
    #expect(reply.status == .notModified)
    #expect(reply.source == .cache)
    origin.pass(61)
    #expect(try await client.reply(to: Condition()).source == .network)
    #expect(origin.count == 3)
  }

  @Test func a304ForSomethingElseIsAskedForAgain() async throws {
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: [.eTag: "\"other\""])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    #expect(try await client.send(GetNumber()).n == 3)
  }

  // MARK: Stale

  @Test func aStaleResponseIsBetterThanAnError() async throws {
    let origin = CachedOrigin { count, _ in
      switch count {
      case 1: .json("{\"n\": 1}", headers: [.cacheControl: "max-age=60, stale-if-error=100"])
      case 2: .status(503)
      default: throw TransportError(.cannotConnect)
      }
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let refused = try await client.reply(to: GetNumber())
    #expect(refused.value.n == 1)
    #expect(refused.source == .cache)
    #expect(refused.attempts.map(\.statusCode) == [503])
    let failed = try await client.reply(to: GetNumber())
    #expect(failed.source == .cache)
    #expect(failed.attempts.count == 1)
    #expect(failed.attempts.first?.statusCode == nil)
    origin.pass(100)
    await #expect(throws: CallError<Never>.self) { _ = try await client.send(GetNumber()) }
  }

  @Test func aStaleResponseIsAskedForAgainInTheBackground() async throws {
    let (asked, continuation) = AsyncStream.makeStream(of: Int.self)
    let origin = CachedOrigin { count, _ in
      continuation.yield(count)
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60, stale-while-revalidate=100"])
    }
    let client = origin.client()
    var counts = asked.makeAsyncIterator()
    _ = try await client.send(GetNumber())
    _ = await counts.next()
    origin.pass(61)
    let stale = try await client.reply(to: GetNumber())
    #expect(stale.value.n == 1)
    #expect(stale.source == .cache)
    #expect(await counts.next() == 2)
    while try await client.send(GetNumber()).n == 1 { await Task.yield() }
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(origin.count == 2)
  }

  /// A request in the background ends with the last copy of the client.
  @Test func nothingInTheBackgroundOutlivesTheClient() async throws {
    let (ended, continuation) = AsyncStream.makeStream(of: Bool.self)
    let origin = CachedOrigin { count, _ in
      if count > 1 {
        do { try await Task.sleep(for: .seconds(1_000)) } catch { continuation.yield(true) }
      }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60, stale-while-revalidate=100"])
    }
    do {
      let client = origin.client()
      _ = try await client.send(GetNumber())
      origin.pass(61)
      _ = try await client.send(GetNumber())
      while origin.count == 1 { await Task.yield() }
    }
    var iterator = ended.makeAsyncIterator()
    #expect(await iterator.next() == true)
  }

  // MARK: Bodies

  private struct Stream: Endpoint {
    var request: Request { .get("/a") }
    static let responses: ResponseMap<ByteStream, Never> = [
      .success(Outcome(stream: { response, _ in .success(response.body) }))
    ]
  }

  private func letters(_ count: Int, of size: Int) -> ByteStream {
    ByteStream(
      length: nil,
      once: {
        var left = count
        return { () async throws(TransportError) in
          guard left > 0 else { return nil }
          left -= 1
          return Data(repeating: 0x61, count: size)
        }
      })
  }

  @Test func aStreamIsStoredWhenItWasReadToItsEnd() async throws {
    let origin = CachedOrigin { [self] _, _ in
      .init(
        head: HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"]),
        body: letters(5, of: 50_000))
    }
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store))
    do {
      var iterator = try await client.send(Stream()).makeAsyncIterator()
      _ = try await iterator.next()
    }
    #expect(store.count == 0)
    #expect(try await client.send(Stream()).collect(upTo: .max).count == 250_000)
    #expect(store.count == 1)
    let reply = try await client.reply(to: Stream())
    #expect(reply.source == .cache)
    var sizes: [Int] = []
    for try await chunk in reply.value { sizes.append(chunk.count) }
    #expect(sizes.reduce(0, +) == 250_000)
    #expect(sizes.allSatisfy { $0 <= 64 << 10 })
    #expect(origin.count == 2)
  }

  @Test func aBodyThatBreaksOrIsTooLargeIsNotStored() async throws {
    let origin = CachedOrigin { [self] count, _ in
      let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])
      if count > 1 { return .init(head: head, body: letters(3, of: 50_000)) }
      return .init(
        head: head,
        body: ByteStream(
          length: nil,
          once: {
            var isFirst = true
            return { () async throws(TransportError) in
              defer { isFirst = false }
              if isFirst { return Data("a".utf8) }
              throw TransportError(.connectionLost)
            }
          }))
    }
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store, maximumBodySize: 149_999))
    await #expect(throws: TransportError.self) {
      _ = try await client.send(Stream()).collect(upTo: .max)
    }
    #expect(store.count == 0)
    #expect(try await client.send(Stream()).collect(upTo: .max).count == 150_000)
    #expect(store.count == 0)
  }

  @Test func whatIsStoredIsDecodedOnce() async throws {
    struct Counted: Decodable, Sendable {
      static let decoded = Atomic<Int>(0)
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .n)
        Self.decoded.add(1, ordering: .relaxed)
      }
      enum Key: CodingKey { case n }
    }
    let count = { Counted.decoded.load(ordering: .relaxed) }
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304) : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    let resource = Resource<Counted, Never>(.get("/a"), [.success(.decode)])
    _ = try await client.send(resource)
    #expect(count() == 1)
    _ = try await client.send(resource)
    origin.pass(61)
    #expect(try await client.reply(to: resource).source == .validated)
    #expect(count() == 1)
    // Read in another way it is another value.
    _ = try await client.send(resource.json { $0.keys = .snakeCase })
    #expect(count() == 2)
    var other = client
    other.json.keys = .snakeCase
    _ = try await other.send(resource)
    #expect(count() == 3)
    _ = try await client.send(resource)
    _ = try await other.send(resource)
    #expect(count() == 3)
  }

  @Test func anOptionalOutputIsThatOfTheBody() async throws {
    let origin = CachedOrigin { count, request in
      let fresh: HTTPFields = [.cacheControl: "max-age=60"]
      return request.head.path == "/null" ? .json("null", headers: fresh) : .json("\(count)", headers: fresh)
    }
    let client = origin.client()
    let resource = Resource<Int?, Never>(.get("/a"), [.success(.decode)])
    #expect(try await client.send(resource) == 1)
    #expect(try await client.send(resource) == 1)
    let null = Resource<Int?, Never>(.get("/null"), [.success(.decode)])
    #expect(try await client.send(null) == nil)
    #expect(try await client.send(null) == nil)
    #expect(origin.count == 2)
  }

  // MARK: Together

  @Test func callsThatMissTheSameShareAFetch() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let origin = CachedOrigin { count, _ in
      for await _ in gate { break }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client(ResponseCache(sharesFetches: true))
    let calls = (1...20).map { _ in Task { try await client.send(GetNumber()).n } }
    while origin.count == 0 { await Task.yield() }
    open.finish()
    for call in calls { #expect(try await call.value == 1) }
    #expect(origin.count == 1)
  }

  @Test func whoWaitsForAFetchCanBeCancelled() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let origin = CachedOrigin { count, _ in
      for await _ in gate { break }
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "no-store"])
    }
    let client = origin.client(ResponseCache(sharesFetches: true))
    let first = Task { try await client.send(GetNumber()).n }
    while origin.count == 0 { await Task.yield() }
    let second = Task { try await client.send(GetNumber()).n }
    second.cancel()
    await #expect(throws: CallError<Never>.self) { try await second.value }
    let third = Task { try await client.send(GetNumber()).n }
    open.finish()
    #expect(try await first.value == 1)
    // Nothing was stored, so that it fetches by itself.
    #expect(try await third.value == 2)
  }

  // MARK: Around it

  @Test func eventsSayWhy() async throws {
    let told = Mutex<[String]>([])
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304) : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    var client = origin.client()
    client.observers = [
      .handler { event in
        let reason = event.cacheReason.map { " \($0)" } ?? ""
        told.withLock { $0.append("\(event.kind)\(reason)") }
      }
    ]
    _ = try await client.send(GetNumber())
    #expect(
      told.withLock { $0 } == [
        "callStarted", "cacheMissed notStored", "attemptStarted", "headReceived", "attemptEnded", "callEnded",
      ])
    told.withLock { $0 = [] }
    _ = try await client.send(GetNumber())
    #expect(told.withLock { $0 } == ["callStarted", "cacheHit fresh", "callEnded"])
    told.withLock { $0 = [] }
    origin.pass(61)
    _ = try await client.send(GetNumber())
    #expect(
      told.withLock { $0 } == [
        "callStarted", "cacheMissed stale", "attemptStarted", "cacheValidated notModified", "headReceived",
        "attemptEnded", "callEnded",
      ])
  }

  @Test func cookiesOfAStoredResponseAreNotSetAgain() async throws {
    let origin = CachedOrigin { count, _ in
      .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .setCookie: "a=\(count); Path=/x"])
    }
    var client = origin.client()
    let jar = CookieJar()
    client.cookies = jar
    _ = try await client.send(GetNumber())
    #expect(jar.all(at: .distantPast).count == 1)
    jar.removeAll()
    #expect(try await client.reply(to: GetNumber()).source == .cache)
    #expect(jar.all(at: .distantPast).isEmpty)
  }

  @Test func aRetryIsNotAnsweredByWhatHasFailed() async throws {
    let origin = CachedOrigin { count, _ in
      count == 1
        ? .status(503, headers: [.cacheControl: "max-age=60"])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    var client = origin.client()
    client.retry = .standard
    client.clock = SkippingClock(end: .seconds(60))
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()).n == 2)
  }

  @Test func aRedirectMayBeStored() async throws {
    let origin = CachedOrigin { count, request in
      request.head.path == "/a"
        ? .status(301, headers: [.location: "/b", .cacheControl: "max-age=60"])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client()
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(origin.count == 2)
  }

  @Test func aDeclaredFailureIsStoredToo() async throws {
    struct Missing: Decodable, Error, Equatable { var n: Int }
    let origin = CachedOrigin { count, _ in
      .json("{\"n\": \(count)}", status: 404, headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client()
    let resource = Resource<Number, Missing>(.get("/a"), [.code(200, .decode), .code(404, .decodeError)])
    for _ in 1...2 {
      guard case .failure(let error) = await client.result(of: resource),
        case .declared(let missing) = error.reason
      else {
        Issue.record("no failure")
        return
      }
      #expect(missing.n == 1)
    }
    #expect(origin.count == 1)
  }

  @Test func removing() async throws {
    let origin = CachedOrigin(fresh)
    let cache = ResponseCache(identity: "ada")
    var client = origin.client(cache)
    client.authentication = .bearer("1")
    #expect(try await client.send(GetNumber()).n == 1)
    client.authentication = .bearer("2")
    #expect(try await client.send(GetNumber()).n == 1)
    try await cache.remove(url: "https://API.example.com:443/a#x")
    #expect(try await client.send(GetNumber()).n == 2)
    try await cache.removeIdentity("bob")
    #expect(try await client.send(GetNumber()).n == 2)
    try await cache.removeIdentity("ada")
    #expect(try await client.send(GetNumber()).n == 3)
    try await cache.removeAll()
    #expect(try await client.send(GetNumber()).n == 4)
    await #expect(throws: RequestError.self) { try await cache.remove(url: "no URL") }
  }

  @Test func otherCachesHearOfThePolicy() async throws {
    let origin = CachedOrigin(fresh)
    for client in [origin.client(nil), origin.client()] {
      func sent(_ policy: CachePolicy, _ headers: Request.Headers = [:]) async throws -> [String?] {
        _ = try await client.send(GetNumber(headers: headers)) { $0.cachePolicy = policy }
        let fields = try #require(origin.requests.last?.fields)
        return [fields[.cacheControl], HTTPField.Name("Pragma").flatMap { fields[$0] }]
      }
      #expect(try await sent(.default) == [nil, nil])
      #expect(try await sent(.noCache) == ["max-age=0", nil])
      #expect(try await sent(.reload) == ["no-cache", "no-cache"])
      #expect(try await sent(.noStore) == ["no-cache", "no-cache"])
      #expect(try await sent(.reload, ["Cache-Control": "max-age=5"]) == ["max-age=5", nil])
    }
  }

  @Test func cachesOnTheWaySayWhatTheyDid() async throws {
    func status(_ text: String) async throws -> [CacheStatus] {
      let origin = CachedOrigin { _, _ in
        var headers: HTTPFields = [:]
        if let name = HTTPField.Name("Cache-Status") { headers[name] = text }
        return .json("{\"n\": 1}", headers: headers)
      }
      return try await origin.client().reply(to: GetNumber()).cacheStatus
    }
    let all = try await status(
      "origin; fwd=uri-miss; fwd-status=304; stored; collapsed, \"a b\"; hit; ttl=-5; detail=x")
    #expect(all.count == 2)
    #expect(all.first?.cache == "origin")
    #expect(all.first?.forwarded == "uri-miss")
    #expect(all.first?.forwardedStatus == 304)
    #expect(all.first?.isStored == true)
    #expect(all.first?.isCollapsed == true)
    #expect(all.first?.isHit == false)
    #expect(all.last?.cache == "a b")
    #expect(all.last?.isHit == true)
    #expect(all.last?.timeToLive == .seconds(-5))
    #expect(all.last?.detail == "x")
    #expect(all.map(\.description) == ["origin: uri-miss", "a b: hit"])
    #expect(try await status("no; = list").isEmpty)
  }

  /// A store that fails is no error of a call.
  @Test func aStoreThatFails() async throws {
    struct Broken: CacheStore {
      struct Failure: Error {}
      func entries(for key: CacheKey) throws -> [CacheEntry] { throw Failure() }
      func body(of entry: CacheEntry.ID) throws -> Data? { throw Failure() }
      func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) throws { throw Failure() }
      func update(_ entry: CacheEntry) throws { throw Failure() }
      func remove(_ selection: CacheSelection) throws { throw Failure() }
    }
    let origin = CachedOrigin(fresh)
    let cache = ResponseCache(store: Broken())
    let client = origin.client(cache)
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(cache.storeError is Broken.Failure)
  }
}
