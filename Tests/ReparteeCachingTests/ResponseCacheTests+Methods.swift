import Foundation
import HTTPTypes
import ReparteeBase
import ReparteeTesting
import Testing

@testable import Repartee
@testable import ReparteeCaching

/// Methods other than GET, parts of a response, and conditions of one's own.
extension ResponseCacheTests {
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
    #expect(try await client.response(to: GetNumber(path: "/a")).source == .network)
    #expect(try await client.response(to: GetNumber(path: "/b")).source == .network)
    #expect(try await client.response(to: GetNumber(path: "/fails")).source == .cache)
    #expect(try await client.response(to: GetNumber(path: "/d")).source == .cache)
  }

  @Test(arguments: [
    ("Location", "/b"), ("Content-Location", "/b"), ("Content-Location", "https://other.example/b"),
  ])
  func theURLsThatAResponseNamesAreInvalidatedToo(field: String, url: String) async throws {
    let name = try #require(HTTPField.Name(field))
    let origin = CachedOrigin { count, request in
      request.head.method == .get
        ? .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
        : .status(204, headers: HTTPFields([HTTPField(name: name, value: url)]))
    }
    let client = origin.client()
    _ = try await client.send(GetNumber(path: "/b"))
    try await client.send(Resource<Void, Never>(.post("/a"), [.success(.noContent)]))
    #expect(try await client.response(to: GetNumber(path: "/b")).source == (url == "/b" ? .network : .cache))
  }

  @Test(arguments: [nil, "sea"]) func aQUERYInvalidatesNothing(key: String?) async throws {
    let origin = CachedOrigin { count, _ in
      .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .location: "/b"])
    }
    let client = origin.client()
    for path: Request.Path in ["/a", "/b"] { _ = try await client.send(GetNumber(path: path)) }
    for body in [.none, .json(["title": "sea"])] as [Request.Body] {
      var request = Request.query("/a", body: body)
      request.cacheKey = key
      _ = try await client.send(Resource<Number, Never>(request, [.success(.decode)]))
    }
    #expect(try await client.response(to: GetNumber(path: "/a")).source == .cache)
    #expect(try await client.response(to: GetNumber(path: "/b")).source == .cache)
  }

  @Test func aQUERYIsStoredBelowItsKeyOnly() async throws {
    let origin = CachedOrigin(fresh)
    let client = origin.client()
    func search(_ term: String, _ key: String?) -> Resource<Number, Never> {
      var request = Request.query("/a", body: .json(["term": term]))
      request.cacheKey = key
      return Resource(request, [.success(.decode)])
    }
    #expect(try await client.send(search("x", nil)).n == 1)
    #expect(try await client.send(search("x", nil)).n == 2)
    #expect(try await client.send(search("x", "x")).n == 3)
    #expect(try await client.send(search("x", "x")).n == 3)
    #expect(try await client.send(search("y", "y")).n == 4)
    #expect(try await client.send(GetNumber()).n == 5)
    #expect(try await client.send(search("x", "x")).n == 3)
  }

  /// The caller's own condition is about the result of the query (RFC 10008). The cache adds none: a server that knows
  /// only GET and HEAD responds with 412 (RFC 9110, section 13.2.2).
  @Test func aConditionOfAQUERYIsTheCallersOwn() async throws {
    let origin = CachedOrigin { count, request in
      let headers: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"a\""]
      return request.head.headerFields.contains(.ifNoneMatch)
        ? .status(304, headers: headers) : .json("{\"n\": \(count)}", headers: headers)
    }
    let client = origin.client()
    func search(_ tag: String? = nil) -> Resource<Number?, Never> {
      var request = Request.query("/a", headers: ["If-None-Match": tag], body: .json(["term": "x"]))
      request.cacheKey = "x"
      return Resource(request, [.code(200, .decode), .code(304, .value(nil))])
    }
    #expect(try await client.send(search("\"a\"")) == nil)
    #expect(try await client.send(search())?.n == 2)
    #expect(try await client.send(search("\"a\"")) == nil)
    #expect(try await client.send(search("\"b\""))?.n == 2)
    #expect(origin.count == 2)
    origin.pass(61)
    // What is stored stays stale.
    #expect(try await client.send(search("\"a\"")) == nil)
    #expect(origin.count == 3)
    #expect(try await client.send(search())?.n == 4)
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

  /// For a method other than GET and HEAD, If-None-Match asks not to do it (RFC 9110, section 13.1.2).
  @Test func aQueryByPOSTIsSentWithoutACondition() async throws {
    let origin = CachedOrigin { count, request in
      request.head.headerFields.contains(.ifNoneMatch)
        ? .status(412) : .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""])
    }
    let client = origin.client()
    var request = Request.post("/a", body: .json(["term": "x"]))
    request.cacheKey = "x"
    let search = Resource<Number, Never>(request, [.success(.decode)])
    #expect(try await client.send(search).n == 1)
    origin.pass(61)
    #expect(try await client.send(search).n == 2)
    #expect(try await client.send(search).n == 2)
  }

  /// The server repeats a key of the query in the URL: that is the URL of the request without it.
  @Test(arguments: ["Location", "Content-Location"])
  func aURLWithTheKeyThatWasSentIsInvalidatedToo(field: String) async throws {
    let name = try #require(HTTPField.Name(field))
    let origin = CachedOrigin { count, request in
      request.head.method == .get
        ? .json("{\"n\": \(count)}", headers: [.cacheControl: "max-age=60"])
        : .status(204, headers: HTTPFields([HTTPField(name: name, value: "/b?page=1&k=TOPSECRET")]))
    }
    var client = origin.client()
    client.authentication = .apiKey("TOPSECRET", query: "k")
    let path: Request.Path = "/b"
    let page = Resource<Number, Never>(.get(path, query: ["page": 1]), [.success(.decode)])
    _ = try await client.send(page)
    try await client.send(Resource<Void, Never>(.post("/a"), [.success(.noContent)]))
    #expect(try await client.response(to: page).source == .network)
  }

  @Test func aHEADIsAnsweredByWhatIsStored() async throws {
    let origin = CachedOrigin(validated)
    let client = origin.client()
    let head = Resource<Void, Never>(.head("/a"), [.success(.noContent)])
    #expect(try await client.response(to: head).source == .network)
    _ = try await client.send(GetNumber())
    let reply = try await client.response(to: head)
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
      let reply = try await client.response(to: Resource<String, Never>(request, [.success(.decode)]))
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
    let reply = try await client.response(to: Condition())
    #expect(reply.value == nil)
    #expect(reply.status == .notModified)
    #expect(reply.source == .cache)
    origin.pass(61)
    #expect(try await client.response(to: Condition()).source == .network)
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
}
