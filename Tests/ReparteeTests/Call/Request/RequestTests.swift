import Foundation
import Repartee
import TestSupport
import Testing

struct RequestTests {
  @Test func aURLFromAResponseIsATarget() async throws {
    let url = try #require(URL(string: "\(api)/a%2Fb?x=%C3%A4"))
    #expect(try await target(of: Request(.get, url: url, query: ["y": 1])) == "/a%2Fb?x=%C3%A4&y=1")
  }

  @Test func aPathAndAURLReplaceEachOther() async throws {
    var request = Request.get("/a", query: ["y": 1])
    #expect(request.path.template == "/a" && request.url == nil)
    request.url = nil
    #expect(request.path.template == "/a" && request.url == nil)
    request.url = "\(api)/b"
    #expect(request.path.template == "/" && request.url == "\(api)/b")
    #expect(try await target(of: request) == "/b?y=1")
    request.path = "/c"
    #expect(request.path.template == "/c" && request.url == nil)
    #expect(try await target(of: request) == "/c?y=1")
    request.url = "\(api)/b"
    request.url = nil
    #expect(request.path.template == "/" && request.url == nil)
    #expect(try await target(of: request) == "/?y=1")
  }

  @Test func everyMethodHasItsWord() async throws {
    let requests: [(Request, HTTPRequest.Method)] = [
      (.get("/x"), .get), (.head("/x"), .head), (.post("/x"), .post), (.put("/x"), .put),
      (.patch("/x"), .patch),
      (.delete("/x"), .delete), (Request(.options, "/x"), .options),
      (Request(.get, url: "https://b.example"), .get),
    ]
    for (request, method) in requests {
      #expect(try await arrival(of: request).head.method == method)
    }
  }

  @Test func everyWordPassesOnWhatItIsGiven() async throws {
    let body = Request.Body.text("b")
    let requests: [Request] = [
      .get("/x", query: ["q": 1], headers: ["X-A": "h"], timeout: .seconds(3)),
      .head("/x", query: ["q": 1], headers: ["X-A": "h"], timeout: .seconds(3)),
      .post("/x", query: ["q": 1], headers: ["X-A": "h"], body: body, timeout: .seconds(3)),
      .put("/x", query: ["q": 1], headers: ["X-A": "h"], body: body, timeout: .seconds(3)),
      .patch("/x", query: ["q": 1], headers: ["X-A": "h"], body: body, timeout: .seconds(3)),
      .delete("/x", query: ["q": 1], headers: ["X-A": "h"], body: body, timeout: .seconds(3)),
      Request(.options, "/x", query: ["q": 1], headers: ["X-A": "h"], body: body, timeout: .seconds(3)),
      Request(
        method: "PURGE", "/x", query: ["q": 1], headers: ["X-A": "h"], body: body, timeout: .seconds(3)),
      Request(
        .put, url: "\(api)/x", query: ["q": 1], headers: ["X-A": "h"], body: body, timeout: .seconds(3)),
    ]
    let name = try #require(HTTPField.Name("X-A"))
    for (index, request) in requests.enumerated() {
      let arrived = try await arrival(of: request)
      #expect(arrived.head.path == "/x?q=1")
      #expect(arrived.head.headerFields[name] == "h")
      #expect(arrived.bytes == Data((index < 2 ? "" : "b").utf8))
      #expect(request.timeout == .seconds(3))
    }
    #expect(Request.get("/x").timeout == nil)
  }

  @Test func aMethodOfYourOwnIsSentAsItIs() async throws {
    #expect(try await arrival(of: Request(method: "purge", "/x")).head.method.rawValue == "purge")
  }

  @Test(arguments: ["", "GET /", "GET\r\nEvil: 1", "GET\0", "PÜT", "GET:", "a\nb"])
  func aMethodThatIsNoTokenIsRefused(name: String) async {
    #expect(await refusal(of: Request(method: name, "/x"))?.kind == .method)
  }

  @Test func aMethodSetAnewTakesThePlaceOfABrokenOne() async throws {
    var request = Request(method: "G T", "/x")
    request.method = .put
    #expect(try await arrival(of: request).head.method == .put)
  }

  @Test func theResponseToAHeadRequestHasNoBody() async throws {
    let client = Client(
      baseURL: api, transport: InMemoryTransport { _ in .text("body", contentType: "text/plain") })
    let response = try await client.response(to: Resource<String, Never>(.head("/x"), [.code(200, .decode)]))
    #expect(response.value == "" && response.headers[.contentType] == "text/plain")
  }

  @Test func descriptionAndMirrorShowNoValue() {
    let request = Request.post(
      "/users/\("hunter2")?token=\("hunter2")", query: ["q": "hunter2"], headers: ["X-A": "hunter2"],
      body: .text("hunter2"))
    var dumped = ""
    dump(request, to: &dumped)
    #expect(request.description == "POST /users/{}")
    #expect(!"\(request)\(String(reflecting: request))\(dumped)".contains("hunter2"))
    #expect(dumped.contains("X-A") && dumped.contains("[q]"))
    let full = Request(.get, url: "https://b.example/hunter2?hunter2")
    #expect(full.description == "GET {url}")
  }
}

struct RequestAcceptTests {
  @Test func aSuffixIsAskedForAsAnySubtype() async throws {
    let map: ResponseMap<Int, Never> = [
      .code(200, .value(1).when("application/*+json")), .code(200, .value(2).when("text/csv;q=0.5")),
    ]
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport())
    _ = await client.result(of: Resource(.get("/x"), map))
    #expect(arrivals.all.first?.head.headerFields[.accept] == "application/*, text/csv;q=0.5")
  }

  private func accept<Output, Failure>(
    _ map: ResponseMap<Output, Failure>, headers: Request.Headers = [:], client: Request.Headers = [:]
  ) async throws -> String? {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport(), headers: client)
    _ = await client.result(of: Resource(.get("/x", headers: headers), map))
    return try #require(arrivals.all.first).head.headerFields[.accept]
  }

  @Test func acceptHasTheContentTypesOfTheMapInOrder() async throws {
    let map: ResponseMap<User, Problem> = [
      .success(.decode.when("application/xml")), .code(201, .decode.when("text/csv;q=0.5")),
      .code(200, .decode), .clientError(.decodeError), .code(204, .error(Problem(title: ""))),
      .including([.any(.decodeError.when("application/problem+json"))]),
    ]
    #expect(
      try await accept(map) == "application/xml, text/csv;q=0.5, application/json, application/problem+json")
  }

  @Test func whatTakesAnythingAcceptsAnything() async throws {
    #expect(try await accept([.code(200, .decode)] as ResponseMap<User, Never>) == "application/json")
    #expect(try await accept([.code(200, .decode)] as ResponseMap<String, Never>) == "*/*")
    #expect(try await accept([.code(200, .decode)] as ResponseMap<Data?, Never>) == "*/*")
    #expect(try await accept([.code(204, .noContent)] as ResponseMap<Void, Never>) == "*/*")
    #expect(try await accept([] as ResponseMap<User, Never>) == "*/*")
    let mixed: ResponseMap<User, UserError> = [
      .code(200, .decode), .clientError(.decodeError(String.self) { .rejected(Problem(title: $0)) }),
    ]
    #expect(try await accept(mixed) == "application/json, */*")
  }

  @Test func anAcceptOfTheRequestOrTheClientTakesItsPlace() async throws {
    let map: ResponseMap<User, Never> = [.code(200, .decode)]
    #expect(try await accept(map, headers: ["Accept": "a/b"]) == "a/b")
    #expect(try await accept(map, client: ["accept": "c/d"]) == "c/d")
    #expect(try await accept(map, headers: ["Accept": "a/b"], client: ["accept": "c/d"]) == "a/b")
  }

  @Test func aBrokenMediaRangeIsNeverSent() async {
    let arrivals = Arrivals()
    let client = Client(baseURL: api, transport: arrivals.transport())
    let map: ResponseMap<User, Never> = [.code(200, .decode.when("a/b\r\nEvil: 1"))]
    let result = await client.result(of: Resource(.get("/x"), map))
    guard case .failure(let error) = result else {
      Issue.record("it gave output")
      return
    }
    #expect(error.requestError?.kind == .header && arrivals.all.isEmpty)
  }
}
