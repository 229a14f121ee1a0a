import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// What distinguishes requests to one URL.
extension ResponseCacheTests {
  private func search(
    _ term: String, method: HTTPRequest.Method = .get, key: String? = nil, policy: CachePolicy = .default
  ) -> Resource<Number, Never> {
    var request = Request(method, "/search", body: .json(["q": term]))
    request.cacheKey = key
    request.cachePolicy = policy
    return Resource(request, [.success(.decode)])
  }

  @Test func aGETWithABodyIsNotCached() async throws {
    let origin = CachedOrigin(fresh)
    let store = MemoryCacheStore()
    let client = origin.client(ResponseCache(store: store))
    #expect(try await client.send(search("alice")).n == 1)
    #expect(try await client.send(search("bob")).n == 2)
    #expect(try await client.send(search("alice")).n == 3)
    #expect(store.count == 0)
    // What is stored for the URL is a response to a request without a body.
    #expect(try await client.send(GetNumber(path: "/search")).n == 4)
    #expect(try await client.send(search("alice")).n == 5)
    #expect(try await client.send(search("alice", policy: .forceCache)).n == 6)
    #expect(try await client.send(GetNumber(path: "/search")).n == 4)
    let result = await client.result(of: search("alice", policy: .onlyIfCached))
    #expect(throws: CallError<Never>.self) { try result.get() }
    #expect(origin.count == 6)
  }

  @Test func aHEADWithABodyIsNotCached() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client()
    #expect(try await client.send(GetNumber(path: "/search")).n == 1)
    let head = Request(.head, "/search", body: .json(["q": "alice"]))
    let resource = Resource<Void, Never>(head, [.success(.noContent)])
    try await client.send(resource)
    #expect(origin.count == 2)
    #expect(try await client.send(GetNumber(path: "/search")).n == 1)
  }

  @Test func aCacheKeyCountsForGETAndHEADToo() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client()
    #expect(try await client.send(search("alice", key: "a")).n == 1)
    #expect(try await client.send(search("bob", key: "b")).n == 2)
    #expect(try await client.send(search("alice", key: "a")).n == 1)
    // A canonically equal key is another one.
    #expect(try await client.send(search("é", key: "\u{E9}")).n == 3)
    #expect(try await client.send(search("é", key: "e\u{301}")).n == 4)
    #expect(try await client.send(GetNumber(path: "/search")).n == 5)
    #expect(try await client.send(search("alice", method: .post, key: "a")).n == 6)
    var head = Request.head("/search")
    head.cacheKey = "b"
    let resource = Resource<Void, Never>(head, [.success(.noContent)])
    #expect(try await client.response(to: resource).source == .cache)
    try await client.send(Resource<Void, Never>(.put("/search"), [.any(.value(()))]))
    #expect(try await client.send(search("alice", key: "a")).n == 8)
  }

  @Test func aRedirectedGETKeepsItsKey() async throws {
    let origin = CachedOrigin { count, request in
      request.head.path == "/a"
        ? .status(302, headers: [.location: "/b"])
        : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
    }
    let client = origin.client()
    func get(_ key: String) -> Resource<Number, Never> {
      var request = Request.get("/a")
      request.cacheKey = key
      return Resource(request, [.success(.decode)])
    }
    #expect(try await client.send(get("alice")).n == 2)
    #expect(try await client.send(get("bob")).n == 4)
    #expect(try await client.send(get("alice")).n == 2)
  }

  @Test func aBodyThatMiddlewareAddsIsNotInTheKey() async throws {
    struct Adds: Stage {
      let term: String
      func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError)
        -> AttemptResponse
      {
        var request = request
        request.body = ByteStream(Data(term.utf8))
        return try await next(request)
      }
    }
    let client = CachedOrigin(fresh).client()
    for (number, term) in ["alice", "bob"].enumerated() {
      var client = client
      client.stages.append(Adds(term: term))
      #expect(try await client.send(GetNumber()).n == number + 1)
    }
    #expect(try await client.send(GetNumber()).n == 3)
  }

  /// A transport leaves a coding that the request asks for to the caller.
  @Test(arguments: [nil, "Accept-Encoding, accept-encoding"])
  func aCodedAndADecodedBodyAreNotMixed(vary: String?) async throws {
    let origin = CachedOrigin { _, request in
      let isRaw = request.head.headerFields.contains(.acceptEncoding)
      var headers: HTTPFields = [.cacheControl: "max-age=60", .contentEncoding: "gzip"]
      if let vary { headers[.vary] = vary }
      return TransportResponse(
        head: HTTPResponse(status: .ok, headerFields: headers),
        body: ByteStream(Data((isRaw ? "raw" : "plain").utf8)))
    }
    let client = origin.client()
    func body(_ coding: String?) async throws -> String {
      let request = Request.get("/a", headers: ["Accept-Encoding": coding])
      let bytes = try await client.send(Resource<Data, Never>(request, [.success(.decode)]))
      return String(decoding: bytes, as: UTF8.self)
    }
    for _ in 1...2 {
      #expect(try await body("gzip") == "raw")
      #expect(try await body(nil) == "plain")
    }
    #expect(origin.count == 2)
  }

  @Test func varyComparesBytes() async throws {
    let client = CachedOrigin([.cacheControl: "max-age=60", .vary: "X-Name"]).client()
    for _ in 1...2 {
      #expect(try await client.send(GetNumber(headers: ["X-Name": "\u{E9}"])).n == 1)
      #expect(try await client.send(GetNumber(headers: ["X-Name": "e\u{301}"])).n == 2)
    }
  }

  @Test func credentialsCompareBytes() async throws {
    let client = CachedOrigin(fresh).client()
    for _ in 1...2 {
      #expect(try await client.send(GetNumber(headers: ["X-Api-Key": "\u{E9}"])).n == 1)
      #expect(try await client.send(GetNumber(headers: ["X-Api-Key": "e\u{301}"])).n == 2)
    }
  }

  @Test func selectionsCompareBytes() {
    var invalidations = Invalidations()
    let (composed, decomposed) = (CacheSelection.identity("@\u{E9}"), CacheSelection.identity("@e\u{301}"))
    #expect(composed != decomposed && CacheSelection.url("\u{E9}") != .url("e\u{301}"))
    #expect(composed != .url("@\u{E9}") && Set([composed, decomposed, composed]).count == 2)
    invalidations.distrust(composed, until: .distantFuture)
    invalidations.removed(decomposed)
    #expect(invalidations.unremoved == composed)
  }

  // MARK: Fields that tell users apart

  @Test(arguments: [
    "X-User-Id", "x-user-id", "X-Tenant-Id", "Stripe-Account", "Impersonate-User", "X-Workspace",
    "X-Scope-OrgID",
  ]) func aFieldOfAUserTellsRequestsApart(name: String) async throws {
    let client = CachedOrigin(fresh).client(ResponseCache(userFields: ["x-workspace"]))
    for _ in 1...2 {
      #expect(try await client.send(GetNumber(headers: [.init(name): "alice"])).n == 1)
      #expect(try await client.send(GetNumber(headers: [.init(name): "bob"])).n == 2)
      #expect(try await client.send(GetNumber()).n == 3)
    }
  }

  @Test func otherFieldsTellNobodyApart() async throws {
    let client = CachedOrigin(fresh).client()
    for name in ["X-Workspace", "X-Request-Id", "Accept-Language"] {
      for value in ["1", "2"] {
        #expect(try await client.send(GetNumber(headers: [.init(name): value])).n == 1)
      }
    }
  }

  @Test func aUserFieldThatMiddlewareSetsIsNotStored() async throws {
    struct Adds: Stage {
      let user: String
      func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError)
        -> AttemptResponse
      {
        var request = request
        if let name = HTTPField.Name("X-User-Id") { request.headers[name] = user }
        return try await next(request)
      }
    }
    let client = CachedOrigin(fresh).client()
    for (number, user) in ["alice", "bob"].enumerated() {
      var client = client
      client.stages.append(Adds(user: user))
      #expect(try await client.send(GetNumber()).n == number + 1)
    }
  }

  /// The account's name is enough for another run: the tenant is a part of the key, and no secret.
  @Test func aTenantOfASessionIsFoundByTheNextRunAndRemovedWithIt() async throws {
    let origin = CachedOrigin(fresh)
    let store = MemoryCacheStore()
    func run(_ tenant: String, signsOut: Bool = false) async throws -> Int {
      var client = origin.client(ResponseCache(store: store))
      let session = Session<BearerToken>()
      client.authentication = .session(session)
      try await session.signIn(BearerToken("1"), as: "ada")
      let number = try await client.send(GetNumber(headers: ["X-Tenant-Id": tenant])).n
      if signsOut { try await session.signOut() }
      return number
    }
    #expect(try await run("a") == 1)
    #expect(try await run("b") == 2)
    #expect(try await run("a") == 1)
    #expect(try await run("b", signsOut: true) == 2)
    #expect(store.count == 0)
  }
}
