import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// What a cache must not do, each of which it once did.
@Suite(.timeLimit(.minutes(2))) struct ResponseCacheFaultTests {
  private struct Adds: Stage {
    var field: (name: HTTPField.Name, value: String)?
    var prefix = ""

    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      var request = request
      if let field { request.headers[field.name] = field.value }
      if !prefix.isEmpty { request.head.path = prefix + (request.head.path ?? "") }
      return try await next(request)
    }
  }

  private func fields(_ pairs: KeyValuePairs<String, String>) -> HTTPFields {
    HTTPFields(
      pairs.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
  }

  private func origin(_ headers: KeyValuePairs<String, String>) -> CachedOrigin {
    let headers = fields(headers)
    return CachedOrigin { count, _ in .json("{\"n\": \(count)}", headers: headers) }
  }

  // MARK: Whose

  @Test func whatMiddlewareSignsInWithIsNotShared() async throws {
    let origin = origin(["Cache-Control": "private, max-age=60"])
    var client = origin.client()
    for (number, name) in ["alice", "bob", "alice"].enumerated() {
      client.stages.append(Adds(field: (.authorization, "Bearer \(name)")))
      #expect(try await client.send(GetNumber()).n == number + 1)
    }
    for (number, tenant) in ["/one", "/two"].enumerated() {
      client.stages.append(Adds(prefix: tenant))
      #expect(try await client.send(GetNumber()).n == number + 4)
    }
  }

  /// A response to what middleware made of a request says nothing about the response to the request itself.
  @Test(arguments: ["GET", "HEAD"]) func whatMiddlewareSignsInWithUpdatesNothing(method: String) async throws
  {
    let origin = CachedOrigin { count, request in
      let isSignedIn = request.head.headerFields.contains(.authorization)
      if isSignedIn, request.head.headerFields.contains(.ifNoneMatch) {
        return .status(304, headers: [.cacheControl: "max-age=600"])
      }
      return .json(
        "{\"n\": 1}", headers: [.cacheControl: isSignedIn ? "max-age=600" : "max-age=60", .eTag: "\"a\""])
    }
    var client = origin.client()
    #expect(try await client.send(GetNumber()).n == 1)
    origin.pass(61)
    client.stages.append(Adds(field: (.authorization, "Bearer alice")))
    if method == "HEAD" {
      try await client.send(Resource<Void, Never>(.head("/a"), [.success(.noContent)]))
    } else {
      #expect(try await client.response(to: GetNumber()).source == .validated)
    }
    client.stages.removeLast()
    #expect(try await client.response(to: GetNumber()).source != .cache)
  }

  /// A look-up does not know what the middleware asks for.
  @Test func aCodingThatMiddlewareAsksForIsNotStored() async throws {
    let client = origin(["Cache-Control": "max-age=60", "Content-Encoding": "gzip"]).client()
    var coded = client
    coded.stages.append(Adds(field: (.acceptEncoding, "gzip")))
    #expect(try await coded.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(try await client.send(GetNumber()).n == 2)
  }

  /// A URL can contain a secret, and the name of an identity is that of a person.
  @Test func aSelectionShowsNoSecret() {
    let id = UUID()
    let selections = [
      CacheSelection.url("https://api.example.com/a?token=TOPSECRET#\u{1B}"), .identity("TOPSECRET"), .all,
      .entry(id),
    ]
    var shown = ""
    for selection in selections {
      shown += "\(selection) \(String(reflecting: selection))"
      dump(selection, to: &shown)
    }
    #expect(!shown.contains("TOPSECRET") && !shown.contains("\u{1B}") && shown.contains("\(id)"))
  }

  @Test func noSecretIsStored() async throws {
    let origin = origin(["Cache-Control": "max-age=60", "Vary": "Accept, Authorization, Cookie, X-Api-Key"])
    let store = MemoryCacheStore()
    var client = origin.client(ResponseCache(store: store))
    let session = Session<BearerToken>()
    client.authentication = .session(session)
    try await session.signIn(BearerToken("TOPSECRET1"), as: "ada")
    _ = try await client.send(GetNumber())
    let key = CacheKey(url: "https://api.example.com/a", identity: ResponseCache.named("ada"))
    let entry = try #require(store.entries(for: key).first)
    for text in [
      String(decoding: entry.head, as: UTF8.self), entry.variant, "\(entry)", String(reflecting: entry),
    ] {
      #expect(!text.contains("TOPSECRET1"))
    }
    var dumped = ""
    dump(entry, to: &dumped)
    dump(CacheKey(url: "https://api.example.com/a?token=TOPSECRET1"), to: &dumped)
    #expect(!dumped.contains("TOPSECRET1"))
    #expect(try await client.response(to: GetNumber()).source == .cache)
  }

  @Test func aResponseFromBeforeTheSignInIsNotReused() async throws {
    let origin = CachedOrigin { count, request in
      request.head.path == "/b" && !request.head.headerFields.contains(.authorization)
        ? .status(401) : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    var client = origin.client()
    let session = Session<BearerToken>.obtaining { _, _ in BearerToken("1") }
    client.authentication = .session(ifSignedIn: session)
    #expect(try await client.send(GetNumber()).n == 1)
    _ = try await client.send(GetNumber(path: "/b"))
    #expect(try await client.response(to: GetNumber()).source == .network)
  }

  @Test func anExceptionOfRedactionStillSeparatesUsers() async throws {
    let origin = origin(["Cache-Control": "max-age=60"])
    var client = origin.client()
    client.redaction = Redaction(except: ["X-Api-Key"])
    #expect(try await client.send(GetNumber(headers: ["X-Api-Key": "alice"])).n == 1)
    #expect(try await client.send(GetNumber(headers: ["X-Api-Key": "bob"])).n == 2)
  }

  /// What is masked says whose a response is, in any capitals.
  @Test(arguments: ["X-AppAuth", "userOTP", "X-PASSWORD", "x-PassWord", "X-ApiKey", "ACCESSTOKEN"])
  func aSecretFieldSeparatesUsersInAnyCapitals(name: String) async throws {
    let client = origin(["Cache-Control": "max-age=60"]).client()
    #expect(try await client.send(GetNumber(headers: [.init(name): "alice"])).n == 1)
    #expect(try await client.send(GetNumber(headers: [.init(name): "bob"])).n == 2)
    #expect(try await client.send(GetNumber(headers: [.init(name): "bob"])).n == 2)
  }

  @Test func removingAnIdentityDropsResponsesInFlight() async throws {
    let store = MemoryCacheStore()
    let cache = ResponseCache(store: store, identity: "ada")
    let origin = CachedOrigin { count, _ in
      try await cache.remove(identity: "ada")
      return .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    _ = try await origin.client(cache).send(GetNumber(headers: ["Authorization": "x"]))
    #expect(store.count == 0)
  }

  // MARK: Changes

  @Test func aSignedRequestInvalidatesToo() async throws {
    let origin = origin(["Cache-Control": "max-age=60"])
    let client = origin.client()
    _ = try await client.send(GetNumber())
    let change = Request.put("/a").authenticated(
      .signing { request throws(AuthenticationError) in request.headers[.authorization] = "Signature x" })
    try await client.send(Resource<Void, Never>(change, [.any(.value(()))]))
    #expect(try await client.response(to: GetNumber()).source == .network)
  }

  @Test func aResponseThatIsNotStoredRemovesTheStoredOne() async throws {
    let origin = CachedOrigin { count, _ in
      .json(
        "{\"n\": \(count)}",
        headers: [.cacheControl: count == 1 ? "max-age=600" : "no-store", .eTag: "\"\(count)\""])
    }
    for policy in [CachePolicy.noCache, .reload] {
      let client = origin.client()
      let first = try await client.send(GetNumber()).n
      _ = try await client.send(GetNumber()) { $0.cachePolicy = policy }
      #expect(try await client.send(GetNumber()).n > first)
    }
  }

  @Test func whatIsTooLargeReplacesWhatIsStored() async throws {
    let origin = CachedOrigin { count, _ in
      .json(
        "{\"n\": \(count)}" + String(repeating: " ", count: count > 1 ? 200 : 0),
        headers: [.cacheControl: "max-age=60", .eTag: "\"\(count)\""])
    }
    let client = origin.client(ResponseCache(maximumBodySize: 100))
    #expect(try await client.send(GetNumber()).n == 1)
    #expect(try await client.send(GetNumber()) { $0.cachePolicy = .noCache }.n == 2)
    #expect(try await client.send(GetNumber()).n == 3)
  }

  @Test func aLateResponseDoesNotReplaceANewerOne() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let origin = CachedOrigin { count, _ in
      let body = "{\"n\": \(count)}"
      if count == 1 { for await _ in gate { break } }
      return .json(body, headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client()
    let slow = Task { try await client.send(GetNumber()).n }
    while origin.count == 0 { await Task.yield() }
    origin.pass(1)
    #expect(try await client.send(GetNumber()).n == 2)
    open.finish()
    #expect(try await slow.value == 1)
    #expect(try await client.send(GetNumber()).n == 2)
  }

  // MARK: Validation

  @Test func aHEADOfWhatIsStaleGivesItsOwnResponse() async throws {
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304) : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let head = Resource<Void, Never>(.head("/a"), [.code(200, .noContent)])
    #expect(try await client.response(to: head).status == .ok)
  }

  @Test(arguments: [("If-Match", "\"z\"", 412), ("Range", "bytes=100-", 416), ("Range", "bytes=0-1", 404)])
  func anErrorOfAConditionIsNotTheResource(name: String, value: String, status: Int) async throws {
    let origin = CachedOrigin { count, request in
      HTTPField.Name(name).map(request.head.headerFields.contains) ?? false
        ? .status(status, headers: [.cacheControl: "max-age=60"])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client()
    _ = await client.result(of: GetNumber(headers: [name: value]))
    #expect(try await client.send(GetNumber()).n == 2)
  }

  /// What is removed while the request is on its way is not used unless the origin confirms it, even if the store fails
  /// to remove it.
  @Test(arguments: [304, 503]) func aRemovalCountsWhileARequestIsInFlight(status: Int) async throws {
    let cache = ResponseCache(store: Unchangeable())
    let origin = CachedOrigin { count, request in
      let headers: HTTPFields = [.cacheControl: "max-age=60, stale-if-error=600", .eTag: "\"a\""]
      guard request.head.headerFields.contains(.ifNoneMatch) else {
        return .json("{\"n\": \(count)}", headers: headers)
      }
      try? await cache.removeAll()
      return .status(status, headers: status == 304 ? headers : [:])
    }
    let client = origin.client(cache)
    _ = try await client.send(GetNumber())
    origin.pass(61)
    let result = await client.result(of: GetNumber())
    if status == 304 {
      // The origin has just said that it is still that.
      #expect(try result.get().n == 1)
    } else {
      #expect(throws: CallError<Never>.self) { try result.get() }
    }
  }

  /// What a 304 forbids is not used either if the store can't be updated.
  @Test(arguments: [
    ["Cache-Control": "max-age=0, must-revalidate"], ["Vary": "Accept-Language"],
    ["Cache-Control": "private", "Expires": "Thu, 01 Jan 1970 00:00:00 GMT"],
  ]) func a304CountsEvenIfTheStoreFails(changed: [String: String]) async throws {
    let origin = CachedOrigin { count, request in
      var headers: HTTPFields = [
        .eTag: "\"a\"", .cacheControl: "private", .expires: "Thu, 01 Jan 2099 00:00:00 GMT",
      ]
      guard request.head.headerFields.contains(.ifNoneMatch) else {
        return .json("{\"n\": \(count)}", headers: headers)
      }
      for (name, value) in changed { if let name = HTTPField.Name(name) { headers[name] = value } }
      return .status(304, headers: headers)
    }
    let client = origin.client(ResponseCache(store: Unchangeable()))
    _ = try await client.send(GetNumber(headers: ["Accept-Language": "de"]))
    #expect(try await client.response(to: GetNumber(headers: ["Accept-Language": "en"])).source == .cache)
    _ = try await client.send(GetNumber(headers: ["Accept-Language": "de"])) { $0.cachePolicy = .noCache }
    #expect(try await client.response(to: GetNumber(headers: ["Accept-Language": "en"])).source == .network)
  }

  @Test func a304MayForbidStoring() async throws {
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: [.cacheControl: "no-store, max-age=60"])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    #expect(try await client.response(to: GetNumber()).source == .validated)
    #expect(try await client.send(GetNumber()).n == 3)
  }

  /// The entry is another variant then, in every store.
  @Test func aVariantFollowsItsResponse() throws {
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "a", path: "/", headerFields: [.acceptLanguage: "en"])
    let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])
    var entry = CacheEntry(
      StoredResponse(head, to: request, requestTime: .distantPast, responseTime: .distantPast))
    let varying = HTTPResponse(status: .ok, headerFields: [.vary: "Accept-Language"])
    entry.response = StoredResponse(
      varying, to: request, requestTime: .distantPast, responseTime: .distantPast)
    #expect(CacheEntry(id: entry.id, head: entry.head)?.variant == entry.variant)
  }

  @Test func theVaryOfA304Counts() async throws {
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: [.vary: "Accept-Language", .cacheControl: "max-age=60"])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber(headers: ["Accept-Language": "en"]))
    origin.pass(61)
    _ = try await client.send(GetNumber(headers: ["Accept-Language": "en"]))
    #expect(try await client.response(to: GetNumber(headers: ["Accept-Language": "en"])).source == .cache)
    #expect(try await client.response(to: GetNumber(headers: ["Accept-Language": "de"])).source == .network)
  }

  @Test func a304MayNameFieldsThatAreNotKept() async throws {
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: [.setCookie: "a=1", .cacheControl: "max-age=60, no-cache=\"set-cookie\""])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    _ = try await client.send(GetNumber())
    origin.pass(61)
    _ = try await client.send(GetNumber())
    let reply = try await client.response(to: GetNumber())
    #expect(reply.source == .cache)
    #expect(!reply.headers.contains(.setCookie))
  }

  // MARK: Policies

  @Test func onlyIfCachedSendsNothing() async throws {
    let origin = CachedOrigin { _, _ in
      .status(503, headers: [.cacheControl: "max-age=600", .retryAfter: "3"])
    }
    func sent(_ request: Request, by client: Client) async -> Int {
      let before = origin.count
      var request = request
      request.cachePolicy = .onlyIfCached
      let result = await client.result(of: Resource<Void, Never>(request, [.success(.noContent)]))
      if case .success = result { Issue.record("it gave something") }
      return origin.count - before
    }
    var client = origin.client()
    client.retry = .standard
    client.clock = SkippingClock(end: .seconds(60))
    #expect(await sent(.post("/a"), by: client) == 0)
    #expect(await sent(.get("/a"), by: client.without(\.cache)) == 0)
    let signed = Request.get("/a").authenticated(.signing { request throws(AuthenticationError) in })
    #expect(await sent(signed, by: client) == 0)
    _ = await client.result(of: GetNumber())
    #expect(await sent(.get("/a"), by: client) == 0)
  }

  @Test func aQueryWhoseBodyCanBeReadOnceIsNotValidated() async throws {
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: [.eTag: "\"other\""])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    func search() -> Resource<Number, Never> {
      let body = ByteStream(length: nil, once: chunks(["x"]))
      var request = Request.post("/a", body: .stream(body, contentType: "text/plain"))
      request.cacheKey = "x"
      return Resource(request, [.success(.decode)])
    }
    #expect(try await client.send(search()).n == 1)
    origin.pass(61)
    #expect(try await client.send(search()).n == 2)
  }

  // MARK: Others

  @Test func callsThatBeginAtOnceShareAFetchWhateverTheStore() async throws {
    final class Slow: CacheStore {
      let store = MemoryCacheStore()
      func entries(for key: CacheKey) async -> [CacheEntry] {
        for _ in 0...Int.random(in: 0...50) { await Task.yield() }
        return store.entries(for: key)
      }
      func body(of entry: CacheEntry.ID) -> Data? { store.body(of: entry) }
      func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) {
        store.insert(entry, body: body, for: key)
      }
      func update(_ entry: CacheEntry) { store.update(entry) }
      func remove(_ selection: CacheSelection) { store.remove(selection) }
    }
    let origin = origin(["Cache-Control": "max-age=60"])
    let client = origin.client(ResponseCache(store: Slow(), sharesFetches: true))
    await withTaskGroup { group in
      for _ in 1...20 { group.addTask { _ = await client.result(of: GetNumber()) } }
    }
    #expect(origin.count == 1)
  }

  @Test func aMiddlewareThatCallsTheSameDoesNotWaitForItself() async throws {
    struct Calls: Stage {
      let client: Client
      func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError)
        -> AttemptResponse
      {
        _ = await client.result(of: GetNumber())
        return try await next(request)
      }
    }
    let origin = origin(["Cache-Control": "max-age=60"])
    let inner = origin.client(ResponseCache(sharesFetches: true))
    var outer = inner
    outer.stages.append(Calls(client: inner))
    _ = try await outer.send(GetNumber())
  }

  @Test func aStoreThatFailsIsAskedAFewTimesOnly() async throws {
    final class Failing: CacheStore {
      struct Failure: Error {}
      let removals = Counter()
      func entries(for key: CacheKey) throws -> [CacheEntry] { [] }
      func body(of entry: CacheEntry.ID) throws -> Data? { nil }
      func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) throws {}
      func update(_ entry: CacheEntry) throws {}
      func remove(_ selection: CacheSelection) throws {
        removals.next()
        throw Failure()
      }
    }
    let store = Failing()
    let client = origin(["Cache-Control": "max-age=60"]).client(ResponseCache(store: store))
    for number in 1...50 {
      let path = Request.Path("/\(number)")
      try await client.send(Resource<Void, Never>(Request(method: "PUT", path), [.any(.value(()))]))
    }
    #expect(store.removals.value <= 100)
  }

  /// This many removals are distinguished; beyond that, everything counts as removed.
  @Test func noRemovalIsForgottenBecauseThereWereMany() {
    var invalidations = Invalidations()
    invalidations.remove(.url("/a"))
    let before = invalidations.count
    #expect(invalidations.hasRemoved(CacheKey(url: "/a"), since: 0))
    #expect(!invalidations.hasRemoved(CacheKey(url: "/b"), since: 0))
    for number in 1...1_000 { invalidations.remove(.url("/\(number)")) }
    for url in ["/a", "/b", "/1", "/1000"] {
      #expect(invalidations.hasRemoved(CacheKey(url: url), since: 0), "\(url)")
    }
    #expect(!invalidations.hasRemoved(CacheKey(url: "/a"), since: invalidations.count))
    #expect(invalidations.hasRemoved(CacheKey(url: "/a"), since: before), "it may have been one of the many")
  }

  @Test func aBodyThatEndsTooSoonIsNotStored() async throws {
    let origin = CachedOrigin { _, _ in
      .init(
        head: HTTPResponse(
          status: .ok, headerFields: [.cacheControl: "max-age=60", .contentType: "application/json"]),
        body: ByteStream(length: 100, once: chunks(["{\"n\": 1}"])))
    }
    let store = MemoryCacheStore()
    _ = try await origin.client(ResponseCache(store: store)).send(GetNumber())
    #expect(store.count == 0)
  }

  @Test func aRetryDoesNotWaitForAnOldRetryAfter() async throws {
    let origin = CachedOrigin { count, _ in
      count == 1
        ? .status(503, headers: [.cacheControl: "max-age=600", .retryAfter: "30"])
        : .json("{\"n\": \(count)}")
    }
    var client = origin.client()
    _ = await client.result(of: GetNumber())
    origin.pass(300)
    client.retry = .standard
    let clock = SkippingClock(end: .seconds(60))
    client.clock = clock
    #expect(try await client.send(GetNumber()).n == 2)
    #expect(clock.sleeps.allSatisfy { $0 < .seconds(30) })
  }

  @Test func whatAnotherDecoderHasMadeIsNotReused() async throws {
    struct Fixed: ResponseDecoder {
      let mediaTypes = [MediaRange("application/xml")].compactMap(\.self)
      func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        try JSONCoder().decode(type, from: Data("{\"n\": 77}".utf8), at: [])
      }
    }
    let origin = CachedOrigin { _, _ in
      .text("{\"n\": 1}", contentType: nil, headers: [.cacheControl: "max-age=60"])
    }
    var client = origin.client()
    client.decoders = [Fixed()]
    let values: [(type: MediaRange, value: Int)] = [("application/xml", 77), ("application/json", 1)]
    for (type, value) in values {
      let resource = Resource<Number, Never>(.get("/a"), [.success(.decode.when(type))])
      let number = try await client.send(resource)
      #expect(number.n == value)
    }
  }
}

/// Takes responses, but can't change or remove them.
private final class Unchangeable: CacheStore {
  struct Failure: Error {}
  private let store = MemoryCacheStore()

  func entries(for key: CacheKey) -> [CacheEntry] { store.entries(for: key) }
  func body(of entry: CacheEntry.ID) -> Data? { store.body(of: entry) }
  func insert(_ entry: CacheEntry, body: Data, for key: CacheKey) {
    store.insert(entry, body: body, for: key)
  }
  func update(_ entry: CacheEntry) throws { throw Failure() }
  func remove(_ selection: CacheSelection) throws { throw Failure() }
}

extension Client {
  fileprivate func without(_ cache: WritableKeyPath<Client, ResponseCache?>) -> Client {
    var client = self
    client[keyPath: cache] = nil
    return client
  }
}
