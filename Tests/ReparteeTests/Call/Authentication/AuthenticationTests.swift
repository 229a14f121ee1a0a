import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Which requests are authenticated, with what, and where it goes.
struct AuthenticationTests {
  private let elsewhere = "https://other.example.com"

  private func client(_ arrivals: Arrivals, _ authentication: Authentication = .bearer("own")) -> Client {
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.authentication = authentication
    return client
  }

  /// The `Authorization` field that arrives; nil without one.
  private func authorization(
    _ request: Request, of authentication: Authentication = .bearer("own"),
    change: (inout Client) -> Void = { _ in }
  ) async throws -> String? {
    let arrivals = Arrivals()
    var client = client(arrivals, authentication)
    change(&client)
    try await client.send(Resource<Void, Never>(request, [.any(.noContent)]))
    return try #require(arrivals.all.first).head.headerFields[.authorization]
  }

  @Test func theClientsAuthenticationIsUsedUnlessARequestSaysOtherwise() async throws {
    #expect(try await authorization(.get("/a")) == "Bearer own")
    #expect(try await authorization(.get("/a").authenticated(.off)) == nil)
    #expect(try await authorization(.get("/a").authenticated(.bearer("b"))) == "Bearer b")
    #expect(try await authorization(.get("/a"), of: .off) == nil)
    #expect(try await authorization(.get("/a").authenticated(.bearer("b")), of: .off) == "Bearer b")
  }

  @Test func aCallCanSayOtherwise() async throws {
    let arrivals = Arrivals()
    let resource = Resource<Void, Never>(.get("/a"), [.any(.noContent)])
    try await client(arrivals).send(resource) { $0.authentication = .off }
    try await client(arrivals).send(resource) { $0.authentication = .bearer("call") }
    #expect(arrivals.all.map { $0.head.headerFields[.authorization] } == [nil, "Bearer call"])
  }

  @Test func aFieldOfTheRequestsOwnWins() async throws {
    #expect(try await authorization(.get("/a", headers: ["Authorization": "Own x"])) == "Own x")
    let both = Request.get("/a", headers: ["authorization": "Own x"]).authenticated(.bearer("b"))
    #expect(try await authorization(both) == "Own x")
    #expect(try await authorization(.get("/a", headers: ["Authorization": nil])) == nil)
    var request = Request.get("/a")
    request.headers[.authorization] = nil as String?
    #expect(try await authorization(request) == nil)
  }

  @Test func itTakesThePlaceOfTheClientsField() async throws {
    let arrivals = Arrivals()
    var client = client(arrivals)
    client.headers["Authorization"] = "Static s"
    let resource = Resource<Void, Never>(.get("/a"), [.any(.noContent)])
    try await client.send(resource)
    try await client.send(resource) { $0.authentication = .off }
    #expect(
      arrivals.all.map { $0.head.headerFields[values: .authorization] } == [["Bearer own"], ["Static s"]])
  }

  @Test func theClientsAuthenticationIsForItsOriginOnly() async throws {
    #expect(try await authorization(Request(.get, url: "\(api)/a")) == "Bearer own")
    #expect(try await authorization(Request(.get, url: "HTTPS://API.example.com:443/a")) == "Bearer own")
    for url in [
      elsewhere, "http://api.example.com/a", "\(api):8443/a", "https://example.com",
      "\(api).evil.example/a",
    ] {
      #expect(try await authorization(Request(.get, url: url)) == nil, "\(url)")
      let arrivals = Arrivals()
      try await client(arrivals, .apiKey("k", query: "appid")).send(
        Resource<Void, Never>(Request(.get, url: url), [.any(.noContent)]))
      #expect(arrivals.all.first?.head.path?.contains("appid") == false, "\(url)")
    }
  }

  @Test func aRequestsOwnAuthenticationGoesToItsFirstOrigin() async throws {
    #expect(
      try await authorization(Request(.get, url: elsewhere).authenticated(.bearer("b"))) == "Bearer b")
  }

  @Test func aNamedAuthenticationIsTheClients() async throws {
    func named(_ request: Request) async throws -> String? {
      try await authorization(request.authenticated(.named("admin"))) {
        $0.authentications["admin"] = .bearer("admin")
        $0.authentications["nobody"] = .off
      }
    }
    #expect(try await named(.get("/a")) == "Bearer admin")
    #expect(try await named(Request(.get, url: elsewhere)) == nil, "it belongs to the client's origin")
    let off = try await authorization(.get("/a").authenticated(.named("nobody"))) {
      $0.authentications["nobody"] = .off
    }
    #expect(off == nil)
    let byName = try await authorization(.get("/a"), of: .named("admin")) {
      $0.authentications["admin"] = .bearer("admin")
    }
    #expect(byName == "Bearer admin")
  }

  @Test func aNameThatIsMissingSendsNothing() async throws {
    let arrivals = Arrivals()
    let request = Request.get("/a").authenticated(.named("admin\u{1B}[2K"))
    let error = try #require(
      await client(arrivals).result(of: Resource<Void, Never>(request, [.any(.noContent)])).error)
    guard case .authentication(let missing) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(missing.kind == .missing && missing.message.contains("admin") && missing.underlying == nil)
    #expect(arrivals.all.isEmpty && error.attempts.isEmpty && !error.report.contains("\u{1B}"))
  }

  @Test func eachAttemptIsAuthenticatedAnew() async throws {
    let count = Mutex(0)
    let arrivals = Arrivals()
    var client = Client(
      baseURL: api,
      transport: arrivals.transport { _ in arrivals.all.count < 3 ? .status(503) : .text("fine") })
    client.clock = SkippingClock(end: .seconds(60))
    client.authentication = .signing { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      request.headers[.authorization] = "Sign \(number) \(request.number) \(request.cause)"
    }
    let response = try await client.response(to: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
    #expect(
      arrivals.all.map { $0.head.headerFields[.authorization] }
        == ["Sign 1 1 first", "Sign 2 2 retry", "Sign 3 3 retry"])
    #expect(response.attempts.count == 3)
  }

  @Test func aSigningFunctionThatThrowsSendsNothing() async throws {
    struct NoKey: Error {}
    let own = AuthenticationError(.missing, message: "the key is locked")
    for (thrown, kind) in [(NoKey() as any Error, AuthenticationError.Kind.unusable), (own, .missing)] {
      let arrivals = Arrivals()
      let signed = client(arrivals, .signing { _ in throw thrown })
      let error = try #require(
        await signed.result(of: Resource<Void, Never>(.get("/a"), .anySuccess)).error)
      guard case .authentication(let failure) = error.reason else {
        Issue.record("\(error)")
        continue
      }
      #expect(failure.kind == kind && (failure.underlying is NoKey) == (kind == .unusable))
      #expect(arrivals.all.isEmpty && error.attempts.isEmpty)
    }
  }

  @Test func anIdleSessionIsNoObstacle() async throws {
    let session = Session<BearerToken>()
    #expect(try await authorization(.get("/a"), of: .session(ifSignedIn: session)) == nil)
    try await session.signIn(BearerToken("s"), as: "ada")
    #expect(try await authorization(.get("/a"), of: .session(ifSignedIn: session)) == "Bearer s")
    #expect(try await authorization(.get("/a").authenticated(.off), of: .session(session)) == nil)
    try await session.signOut()
    let arrivals = Arrivals()
    let error = await client(arrivals, .session(session)).result(
      of: Resource<Void, Never>(.get("/a"), [.any(.noContent)])
    ).error
    guard case .authentication(let missing)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(missing.kind == .missing && arrivals.all.isEmpty)
  }
}

/// Requests that a function signs.
struct AuthenticationSigningTests {
  private static let call = Resource<String, Never>(.post("/a", body: .text("abc")), [.any(.decode)])

  private func client(
    _ arrivals: Arrivals,
    _ sign: @escaping @Sendable (inout AttemptRequest) async throws(AuthenticationError) -> Void
  ) -> Client {
    var client = Client(baseURL: api, transport: arrivals.transport())
    client.authentication = .signing(sign)
    return client
  }

  @Test func theFunctionGetsTheRequestAsItIsSent() async throws {
    let arrivals = Arrivals()
    var client = client(arrivals) { request in
      let body = request.body?.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "none"
      let head = "\(request.head.method) \(request.head.path ?? "") \(request.template)"
      request.headers[.authorization] = "\(head) \(body) \(request.headers[.contentType] ?? "none")"
    }
    client.headers["X-Client"] = "1"
    _ = try await client.send(
      Resource<String, Never>(
        .post("/users/\(7)", query: ["a": "1"], body: .json(["k": 1])), [.any(.decode)]))
    _ = try await client.send(Resource<String, Never>(.get("/a"), [.any(.decode)]))
    #expect(
      arrivals.all.map { $0.head.headerFields[.authorization] } == [
        "POST /users/7?a=1 /users/{} {\"k\":1} application/json", "GET /a /a none none",
      ])
    #expect(arrivals.all.first?.bytes == Data("{\"k\":1}".utf8), "its body was not used up")
  }

  @Test func aStreamedBodyHasNoBytesToSign() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { request in
      request.headers[.authorization] = request.body?.bytes == nil ? "UNSIGNED" : "SIGNED"
    }
    let body = Request.Body.stream(ByteStream(length: 3, once: chunks(["abc"])))
    _ = try await client.send(Resource<String, Never>(Request(.put, "/a", body: body), [.any(.decode)]))
    #expect(arrivals.all.first?.head.headerFields[.authorization] == "UNSIGNED")
    #expect(arrivals.all.first?.bytes == Data("abc".utf8))
  }

  @Test func itMayWaitAndSetSeveralFields() async throws {
    let arrivals = Arrivals()
    let date = try #require(HTTPField.Name("X-Amz-Date"))
    let key = try #require(HTTPField.Name("X-Amz-Security"))
    let client = client(arrivals) { request in
      await Task.yield()
      request.headers[date] = "20261122T000000Z"
      request.headers[key] = "planted"
      request.headers[.authorization] = "AWS4-HMAC-SHA256 planted"
    }
    let error = try #require(await client.result(of: Resource<String, Never>(.get("/a"), [])).error)
    #expect(arrivals.all.first?.head.headerFields[key] == "planted")
    #expect(!error.report.contains("planted") && error.report.contains("X-Amz-Date: 20261122T000000Z"))
  }

  @Test func whatItThrowsEndsTheCall() async throws {
    let arrivals = Arrivals()
    var client = client(arrivals) { request throws(AuthenticationError) in
      request.headers[.from] = "planted"
      throw AuthenticationError(.unusable, message: "the key is in the safe")
    }
    client.retry.maximumAttempts = 5
    let error = try #require(await client.result(of: Self.call).error)
    guard case .authentication(let thrown) = error.reason else { throw error }
    #expect(thrown.message == "the key is in the safe" && arrivals.all.isEmpty && error.attempts.isEmpty)
    #expect(!error.report.contains("planted"))
  }

  @Test func itEndsWithTheCall() async throws {
    let (arrivals, clock) = (Arrivals(), ManualClock())
    var client = client(arrivals) { _ in try? await clock.sleep(for: .seconds(3_600)) }
    client.clock = clock
    client.timeout = .seconds(10)
    async let result = client.result(of: Self.call)
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(10))
    let error = try #require(await result.error?.transportError)
    #expect(error.kind == .timedOut(.total) && !error.mayHaveBeenProcessed && arrivals.all.isEmpty)
  }

  @Test(arguments: [Duration.unlimited, .seconds(10)])
  func cancellingTheCallCancelsIt(limit: Duration) async throws {
    let (arrivals, clock) = (Arrivals(), ManualClock())
    var client = client(arrivals) { _ in try? await clock.sleep(for: .seconds(3_600)) }
    client.clock = clock
    client.timeout = limit
    let task = Task { [client] in await client.result(of: Self.call) }
    await clock.waitForSleeps(limit == .unlimited ? 1 : 2)
    task.cancel()
    let error = try #require(await task.value.error)
    #expect(error.isCancellation && arrivals.all.isEmpty && error.attempts.isEmpty)
    #expect(error.transportError?.mayHaveBeenProcessed == false)
  }

  @Test func itCantSendTheRequestElsewhere() async throws {
    let arrivals = Arrivals()
    let client = client(arrivals) { $0.head.authority = "evil.example" }
    let error = try #require(await client.result(of: Self.call).error)
    guard case .authentication(let refused) = error.reason else { throw error }
    #expect(refused.kind == .unusable && arrivals.all.isEmpty)
  }
}
