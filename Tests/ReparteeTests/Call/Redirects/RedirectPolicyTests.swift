import Foundation
import HTTPTypes
import Repartee
import ReparteeCaching
import ReparteeTesting
import TestSupport
import Testing

struct RedirectPolicyTests {
  private static let text = Resource<String, Never>(.get("/a"), [.code(200, .decode)])

  /// A server that sends each path where the table says, and responds to all others with 200.
  private func client(
    _ table: [String: String], code: Int = 302, arrivals: Arrivals = Arrivals(), at base: String = api,
    headers: Request.Headers = [:]
  ) -> Client {
    Client(
      baseURL: base,
      transport: arrivals.transport { request in
        let url = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")\(request.head.path ?? "")"
        guard let target = table[url] ?? table[request.head.path ?? ""] else { return .text(url) }
        return .status(code, headers: [.location: target])
      }, headers: headers)
  }

  private func error(
    _ client: Client, _ resource: Resource<String, Never> = text
  ) async throws -> CallError<Never> {
    try #require(await client.result(of: resource).error)
  }

  @Test func redirectsAreInTheResponseAndInTheAttempts() async throws {
    let response = try await client(["/a": "/b", "/b": "https://cdn.example.com/c?token=t1"]).response(
      to: Self.text)
    #expect(response.value == "https://cdn.example.com/c?token=t1")
    #expect(response.redirects.map(\.status.code) == [302, 302])
    #expect(response.redirects.map(\.url) == ["\(api)/b", "https://cdn.example.com/c?token=***"])
    #expect(response.redirects.map(\.source) == ["\(api)/a", "\(api)/b"])
    #expect(response.redirects.map(\.isSameOrigin) == [true, false])
    #expect(response.attempts.map(\.cause) == [.first, .redirect, .redirect])
    #expect(
      response.attempts.map { $0.request?.url } == [
        "\(api)/a", "\(api)/b", "https://cdn.example.com/c?token=***",
      ])
    #expect(response.request.url == "https://cdn.example.com/c?token=***")
    #expect(response.request.template == "/a")
  }

  @Test func aLoopIsAnErrorWithItsRedirects() async throws {
    let arrivals = Arrivals()
    let error = try await error(client(["/a": "/b", "/b": "/a"], arrivals: arrivals))
    #expect(error.transportError?.kind == .tooManyRedirects(limit: 10))
    #expect(error.redirects.count == 10 && error.attempts.count == 11 && arrivals.all.count == 11)
    #expect(error.response?.status.code == 302 && error.response?.headers[.location] == "/b")
    #expect(!error.isRetryable)
    #expect(error.report.contains("redirected from https://api.example.com/a"))
  }

  @Test(arguments: [(0, 1), (1, 2), (3, 4), (-1, 1), (Int.min, 1)])
  func theLimitIsTheClients(limit: Int, requests: Int) async throws {
    let arrivals = Arrivals()
    var client = client(["/a": "/a"], arrivals: arrivals)
    client.redirects = .follow(limit: limit)
    #expect(try await error(client).transportError?.kind == .tooManyRedirects(limit: max(limit, 0)))
    #expect(arrivals.all.count == requests)
  }

  @Test func aRequestHasItsOwnPolicy() async throws {
    let client = client(["/a": "/b"])
    let result = await client.result(of: Self.text) { $0.redirects = .off }
    #expect(result.error?.isUndeclared == true && result.error?.response?.status.code == 302)
    #expect(result.error?.attempts.count == 1)
  }

  @Test func aFunctionDecides() async throws {
    let table = ["/a": "https://cdn.example.com/b", "/b": "https://evil.example.com:444/c"]
    var client = client(table)
    client.redirects = .deciding { redirect in
      redirect.host == "cdn.example.com" && redirect.scheme == "https" && redirect.port == 443
        ? .follow : .refuse
    }
    let error = try await error(client)
    #expect(error.transportError?.kind == .redirectRefused)
    #expect(
      error.transportError?.message == "the redirect is refused: the client's policy refuses evil.example.com"
    )
    #expect(error.redirects.map(\.host) == ["cdn.example.com"])
    #expect(error.response?.status.code == 302)
    client.redirects = .deciding { _ in .stop }
    let stopped = await client.result(of: Self.text).error
    #expect(stopped?.isUndeclared == true && stopped?.redirects.isEmpty == true)
  }

  @Test(arguments: [
    "http://api.example.com/b", "HTTP://api.example.com/b", "//user@api.example.com/b",
    "https://user:pass@api.example.com/b", "https://@api.example.com/b", "file:///etc/passwd", "ftp://x/y",
    "javascript:alert(1)",
    "data:text/plain,x", "mailto:a@b",
  ])
  func whatMustNotBeFollowedFails(location: String) async throws {
    let arrivals = Arrivals()
    let error = try await error(client(["/a": location], arrivals: arrivals))
    #expect(error.transportError?.kind == .redirectRefused)
    #expect(error.response?.headers[.location] == location, "the response is kept")
    #expect(arrivals.all.count == 1)
    #expect(!error.report.contains("user:") && !error.report.contains("pass@"))
  }

  /// It could not be followed anyway.
  @Test(arguments: [
    "http://api.example.com/b", "https://user:pass@api.example.com/b", "ftp://x/y",
    "https://api.example.com/b",
  ])
  func aRedirectOfABodyThatCanBeReadOnceIsTheResponse(location: String) async {
    func error(_ code: Int) async -> CallError<Never>? {
      let stream = ByteStream(length: nil, once: chunks(["a"]))
      let post = Resource<String, Never>(.post("/a", body: .stream(stream)), [.code(200, .decode)])
      return await client(["/a": location], code: code).result(of: post).error
    }
    let kept = await error(307)
    #expect(kept?.isUndeclared == true && kept?.response?.status.code == 307)
    #expect(kept?.response?.headers[.location] == location)
    // After a 303 the body is not sent again.
    #expect(await error(303)?.isUndeclared != true)
  }

  @Test func plainHTTPMayBecomeHTTPS() async throws {
    let response = try await client(
      ["http://api.example.com/a": "https://api.example.com/a"], at: "http://api.example.com"
    ).response(to: Self.text)
    #expect(response.value == "https://api.example.com/a" && response.redirects.count == 1)
  }

  @Test(arguments: ["", " ", "https://", "https://exa mple.com/", "https://a.example:99999/", "http://[::1/"])
  func aRedirectWithoutAUsableLocationIsTheResponse(location: String) async throws {
    let error = try await error(client(["/a": location]))
    #expect(error.isUndeclared && error.response?.status.code == 302 && error.redirects.isEmpty)
  }

  @Test func severalLocationsAreTheResponse() async throws {
    func read(_ locations: [String]) async -> CallError<Never>? {
      let transport = InMemoryTransport { request in
        guard request.head.path == "/a" else { return .text("there") }
        var fields = HTTPFields()
        for location in locations { fields.append(HTTPField(name: .location, value: location)) }
        return .status(302, headers: fields)
      }
      return await Client(baseURL: api, transport: transport).result(of: Self.text).error
    }
    #expect(await read([])?.isUndeclared == true)
    #expect(await read(["/b", "/c"])?.isUndeclared == true)
    #expect(await read(["/b", "/b"]) == nil, "the same twice is one")
  }

  @Test(arguments: [
    ("/b/c", "/b/c"), ("b", "/v1/b"), ("./b", "/v1/b"), ("../b", "/b"), ("?page=2", "/v1/a?page=2"),
    ("#part", "/v1/a"), ("//other.example.com/b", "/b"), ("../../../b", "/b"), ("b?x=1#y", "/v1/b?x=1"),
    ("/ä b", "/%C3%A4%20b"), ("  /b  ", "/b"),
  ])
  func locationsAreResolved(location: String, path: String) async throws {
    let arrivals = Arrivals()
    let transport = arrivals.transport { request in
      arrivals.all.count == 1 ? .status(302, headers: [.location: location]) : .text("")
    }
    _ = try await Client(baseURL: api + "/v1", transport: transport).send(
      Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    #expect(arrivals.all.last?.head.path == path)
  }

  @Test func fragmentsAreInherited() async throws {
    let arrivals = Arrivals()
    let response = try await client(["/a": "/b", "/b": "/c#own"], arrivals: arrivals).response(
      to: Resource<String, Never>(Request(.get, url: api + "/a#part"), [.code(200, .decode)]))
    #expect(response.redirects.map(\.url) == ["\(api)/b#part", "\(api)/c#own"])
    #expect(arrivals.all.allSatisfy { $0.head.path?.contains("#") == false })
  }

  @Test func credentialsStayGoneOnTheWayBack() async throws {
    let arrivals = Arrivals()
    let client = client(
      ["https://api.example.com/a?key=k": "https://other.example.com/b", "/b": "https://api.example.com/c"],
      arrivals: arrivals, at: api + "?key=k", headers: ["Authorization": "Bearer x", "X-Client": "1"])
    _ = try await client.send(Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    #expect(arrivals.all.map { $0.head.headerFields[.authorization] } == ["Bearer x", nil, nil])
    #expect(arrivals.all.map { $0.head.headerFields[HTTPField.Name("X-Client")!] } == ["1", nil, nil])
    #expect(arrivals.all.map(\.head.path) == ["/a?key=k", "/b", "/c"])
  }

  /// With another method the request asks for another resource, or for all of it.
  @Test(arguments: [(302, false), (303, false), (307, true)])
  func aRangeStaysWithItsMethod(code: Int, isKept: Bool) async throws {
    let arrivals = Arrivals()
    let request = Request.post("/a", headers: ["Range": "bytes=0-9"])
    _ = try await client(["/a": "/b"], code: code, arrivals: arrivals).send(
      Resource<String, Never>(request, [.code(200, .decode)]))
    #expect(arrivals.all.map { $0.head.headerFields.contains(.range) } == [true, isKept])
  }

  /// What fails is what the outcome does, not the redirect before it.
  @Test func aRedirectToWhatTheCacheHasIsNoFailedAttempt() async throws {
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        request.head.path == "/a"
          ? .status(302, headers: [.location: "/b"])
          : .text("kept", headers: [.cacheControl: "max-age=60"])
      })
    client.cache = ResponseCache()
    _ = try await client.send(Resource<String, Never>(.get("/b"), [.code(200, .decode)]))
    let resource = Resource<String, Never>(.get("/a")) { _ in throw CancellationError() }
    let error = try #require(await client.result(of: resource).error)
    #expect(error.isCancellation && error.attempts.map { try? $0.result.get().code } == [302])
  }

  /// That a client shows a header field does not give it away.
  @Test func aFieldThatIsNotMaskedIsStillACredential() async throws {
    let arrivals = Arrivals()
    var client = client(["/a": "https://other.example.com/b"], arrivals: arrivals)
    client.redaction.exceptions = ["x-api-key"]
    _ = try await client.send(
      Resource<String, Never>(.get("/a", headers: ["X-Api-Key": "k"]), [.code(200, .decode)]))
    #expect(arrivals.all.map { $0.head.headerFields[HTTPField.Name("X-Api-Key")!] } == ["k", nil])
  }

  /// Capitals separate the parts of a name, too.
  @Test(arguments: ["X-AppAuth", "userPin", "x-app-auth", "X-Vault-Token"])
  func aSecretGoesToNoOtherOriginHoweverItsNameIsWritten(name: String) async throws {
    let arrivals = Arrivals()
    let client = client(["/a": "https://other.example.com/b"], arrivals: arrivals)
    _ = try await client.send(
      Resource<String, Never>(.get("/a", headers: [name: "k", "X-Author": "a"]), [.code(200, .decode)]))
    let fields = arrivals.all.map(\.head.headerFields)
    #expect(fields.map { $0[HTTPField.Name(name)!] } == ["k", nil])
    #expect(fields.map { $0[HTTPField.Name("X-Author")!] } == ["a", "a"])
  }

  /// `return 301 https://other$request_uri` repeats the query.
  @Test func anotherOriginIsNotGivenTheQuerysCredentials() async throws {
    let arrivals = Arrivals()
    let transport = arrivals.transport { request in
      guard request.head.authority == "api.example.com" else { return .text("") }
      return .status(
        301, headers: [.location: "https://other.example.com\(request.head.path ?? "")&signature=new"])
    }
    let client = Client(baseURL: api + "?tenant=seven", transport: transport)
    _ = try await client.send(
      Resource<String, Never>(.get("/a", query: ["api_key": "k/1", "page": "2"]), [.code(200, .decode)]))
    #expect(arrivals.all.last?.head.path == "/a?page=2&signature=new")
  }

  /// Only a credential's items are set again.
  @Test func whatMiddlewareHasChangedStaysInARedirect() async throws {
    struct Rewrites: Stage {
      func send(
        _ request: AttemptRequest, next: NextStage
      ) async throws(AttemptError) -> AttemptResponse {
        var request = request
        request.head.path = request.head.path?.replacing("id=1", with: "id=2")
        return try await next(request)
      }
    }
    let arrivals = Arrivals()
    var client = client(["/a?id=2": "/b?id=2"], arrivals: arrivals)
    client.authentication = .bearer("x")
    client.stages = [Rewrites()]
    _ = try await client.send(Resource<String, Never>(.get("/a?id=1"), [.code(200, .decode)]))
    #expect(arrivals.all.last?.head.path == "/b?id=2")
  }

  @Test func anUpgradeOfTheSchemeIsAnotherOrigin() async throws {
    let arrivals = Arrivals()
    let client = client(
      ["http://api.example.com/a": "https://api.example.com/a"], arrivals: arrivals,
      at: "http://api.example.com", headers: ["Authorization": "Bearer x"])
    _ = try await client.send(Self.text)
    #expect(arrivals.all.map { $0.head.headerFields[.authorization] } == ["Bearer x", nil])
  }

  @Test func aRedirectWithinAnOriginKeepsEverything() async throws {
    let arrivals = Arrivals()
    let client = client(
      ["/a": "https://API.example.com:443/b"], arrivals: arrivals, headers: ["Authorization": "Bearer x"])
    _ = try await client.send(Self.text)
    #expect(arrivals.all.map { $0.head.headerFields[.authorization] } == ["Bearer x", "Bearer x"])
    #expect(arrivals.all.last?.head.authority == "api.example.com")
  }

  @Test func aDeclaredRedirectIsNotFollowed() async throws {
    let arrivals = Arrivals()
    let upload = Resource<String?, Never>(
      .post("/a"), [.code(308, Outcome { response, _ in .success(response.headers[.location]) })])
    let location = try await client(["/a": "/b"], code: 308, arrivals: arrivals).send(upload)
    #expect(location == "/b" && arrivals.all.count == 1)
  }

  @Test func anIncludedExactCodeDeclares() async throws {
    let shared: ResponseMap<Never, PlainError> = [.code(302, .error("moved"))]
    let resource = Resource<String, PlainError>(.get("/a"), [.code(200, .decode), .including(shared)])
    let error = await client(["/a": "/b"]).result(of: resource).error
    #expect(error?.declaredFailure?.message == "moved")
  }

  @Test func streamsFollow() async throws {
    let resource = Resource<ResponseStream<String, Never>, Never>(.get("/a"), [.code(200, .stream(.lines()))])
    let stream = try await client(["/a": "/b"]).send(resource)
    var lines: [String] = []
    for try await line in stream { lines.append(line) }
    #expect(lines == ["\(api)/b"])
  }

  @Test func downloadsFollow() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "b")
      let resource = Resource<ResponseStream<Data, Never>, Never>(.get("/a"), [.code(200, .stream(.bytes))])
      let count = try await client(["/a": "/b"]).send(resource).write(to: file)
      #expect(count == 25)
      #expect(try Data(contentsOf: file) == Data("\(api)/b".utf8))
    }
  }

  @Test func streamsThatAreOpenedAgainFollowAgain() async throws {
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { request in
        if request.head.path == "/a" { return .status(307, headers: [.location: "/b"]) }
        guard arrivals.all.count < 4 else { return .status(204) }
        return .init(
          head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]),
          body: ByteStream(
            length: nil, once: chunks(["id: 1\ndata: x\n\n"], then: TransportError(.connectionLost))))
      })
    client.clock = SkippingClock(end: .seconds(60))
    let stream = try await client.send(
      Resource<ResponseStream<ServerSentEvent, Never>, Never>(
        .get("/a"), [.code(200, .stream(.serverSentEvents(reconnecting: .after(.seconds(3), limit: 3))))]))
    var events: [String] = []
    for try await event in stream { events.append(event.data) }
    #expect(events == ["x"])
    #expect(arrivals.all.map(\.head.path) == ["/a", "/b", "/a", "/b"])
    let name = try #require(HTTPField.Name("Last-Event-ID"))
    #expect(arrivals.all.map { $0.head.headerFields[name] } == [nil, nil, "1", "1"])
  }

  @Test func aFailureBehindARedirectHasBothAttempts() async throws {
    let transport = InMemoryTransport { request in
      if request.head.path == "/a" { return .status(302, headers: [.location: "/b"]) }
      throw TransportError(.cannotConnect)
    }
    var client = Client(baseURL: api, transport: transport)
    client.retry = .off
    let error = try await error(client)
    #expect(error.transportError?.kind == .cannotConnect && error.response == nil)
    #expect(error.attempts.count == 2 && error.redirects.map(\.url) == ["\(api)/b"])
    guard case .success(302)? = error.attempts.first?.result, case .failure? = error.attempts.last?.result
    else {
      Issue.record("\(error.attempts)")
      return
    }
  }

  @Test func aRedirectThatDoesNotEndIsFollowed() async throws {
    let transport = InMemoryTransport { request in
      guard request.head.path == "/a" else { return .text("there") }
      return .init(
        head: HTTPResponse(status: .found, headerFields: [.location: "/b"]),
        body: ByteStream(length: nil, once: { { Data(count: 1_000) } }))
    }
    #expect(try await Client(baseURL: api, transport: transport).send(Self.text) == "there")
  }

  @Test func aRedirectThatStallsIsFollowedAfterAMoment() async throws {
    let clock = ManualClock()
    let transport = InMemoryTransport { request in
      guard request.head.path == "/a" else { return .text("there") }
      return .init(
        head: HTTPResponse(status: .found, headerFields: [.location: "/b"]),
        body: ByteStream(length: nil, once: { { await forever() } }))
    }
    var client = Client(baseURL: api, transport: transport)
    client.clock = clock
    client.timeout = .unlimited
    async let text = client.send(Self.text)
    await clock.waitForSleeps()
    clock.advance(by: .seconds(1))
    #expect(try await text == "there")
  }

  @Test func theDeadlineCoversAllRedirects() async throws {
    let clock = ManualClock()
    let transport = InMemoryTransport { _ in
      clock.advance(by: .seconds(4))
      return .status(302, headers: [.location: "/b"])
    }
    var client = Client(baseURL: api, transport: transport)
    client.clock = clock
    client.timeout = .seconds(10)
    let error = try await error(client)
    #expect(error.transportError?.kind == .timedOut(.total))
    #expect(error.attempts.count == 3, "the third ends behind the deadline")
  }

  @Test func cancellingBetweenRedirectsEndsTheCall() async throws {
    let arrivals = Arrivals()
    let transport = arrivals.transport { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return .status(302, headers: [.location: "/b"])
    }
    var client = Client(baseURL: api, transport: transport)
    client.timeout = .unlimited  // so that the transport runs in the task of the call
    let error = await Task { [client] in await client.result(of: Self.text) }.value.error
    #expect(error?.isCancellation == true && arrivals.all.count == 1)
  }

  @Test func aDumpShowsNoSecret() async throws {
    let response = try await client(["/a": "/b?token=planted#access_token=planted"]).response(to: Self.text)
    var dumped = ""
    dump(response.redirects, to: &dumped)
    dump(response.attempts, to: &dumped)
    print(response.redirects, to: &dumped)
    #expect(!dumped.contains("planted") && dumped.contains("token=***"))
  }
}

/// Ends when the task is cancelled.
private func forever() async -> Data? {
  try? await Task.sleep(for: .seconds(3_600))
  return nil
}
