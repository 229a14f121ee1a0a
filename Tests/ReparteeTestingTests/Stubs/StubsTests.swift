import Foundation
import HTTPTypes
import Repartee
import ReparteeBase
import ReparteeTesting
import TestSupport
import Testing

/// Stubs in the place of an API.
struct StubsTests {
  private let ada = User(id: 7, name: "Ada")
  private let adaText = #"{"id": 7, "name": "Ada"}"#

  private struct Rename: Endpoint {
    var id: Int
    var name: String
    var request: Request { .patch("/users/\(id)", body: .json(["name": name])) }
    static let responses: ResponseMap<Void, UserError> = [
      .code(204, .noContent), .code(404, .error(.notFound)),
    ]
  }

  private var client: Client {
    var client = Client(
      baseURL: "https://api.example.com/v1?key=k",
      transport: InMemoryTransport { _ in
        Issue.record("it reached the transport")
        return .status(500)
      }, headers: ["X-Client": "1"])
    client.clock = SkippingClock(end: .seconds(60))
    client.randomness = { 0 }
    return client
  }

  /// Stubs whose problems are kept, and printed nowhere.
  private func stubs(@StubBuilder _ stubs: () -> [Stub] = { [] }) -> Stubs {
    Stubs(stubs) { _ in }
  }

  @Test func aResponseGoesTheWayOfAResponse() async throws {
    let stubs = stubs { Stub(GetUser.self, .json(adaText)) }
    let reply = try await client.stubbed(by: stubs).response(to: GetUser(id: 7))
    #expect(reply.value == ada && reply.status == .ok && reply.attempts.count == 1)
    let call = try #require(stubs.calls(of: GetUser.self).first)
    #expect(call.endpoint.id == 7 && call.requests.count == 1)
    let head = try #require(call.requests.first?.head)
    #expect(
      head.path == "/v1/users/7?key=k" && head.headerFields[HTTPField.Name("X-Client") ?? .accept] == "1")
    #expect(stubs.calls == ["GET /users/{}"] && stubs.problems.isEmpty)
  }

  @Test(arguments: [true, false]) func linesOfStubsMayStandInConditionsAndLoops(isSigned: Bool) async throws {
    let stubs = stubs {
      for id in 1...2 { Stub(GetUser.self, where: { $0.id == id }, .success(User(id: id, name: "\(id)"))) }
      if isSigned { Stub(GetUser.self, where: { $0.id == 3 }, .success(ada)) }
      if isSigned {
        Stub(Rename.self, .success)
      } else {
        Stub(Rename.self, .failure(.notFound))
      }
    }
    let client = client.stubbed(by: stubs)
    #expect(try await client.result(of: GetUser(id: 2)).get().name == "2")
    #expect(await client.result(of: Rename(id: 1, name: "x")).error?.declared == (isSigned ? nil : .notFound))
    #expect(stubs.problems.isEmpty)
    #expect((try? await client.result(of: GetUser(id: 3)).get()) == (isSigned ? ada : nil))
    #expect(stubs.problems.isEmpty == isSigned)
  }

  @Test func declaredFailuresAreReadFromResponses() async {
    let stubs = stubs {
      Stub(GetUser.self, .json(#"{"title": "no"}"#, status: 422))
      Stub(GetUser.self, where: { $0.id == 404 }, .status(404))
    }
    let client = client.stubbed(by: stubs)
    #expect(await client.result(of: GetUser(id: 404)).error?.declared == .notFound)
    #expect(await client.result(of: GetUser(id: 1)).error?.declared == .rejected(Problem(title: "no")))
    #expect(stubs.problems.isEmpty)
  }

  @Test func aValueIsWrittenByTheClientsOwnCoder() async throws {
    struct Named: Codable, Hashable { var firstName: String, born: Date }
    let named = Named(firstName: "Ada", born: Date(timeIntervalSince1970: 7))
    var client = client
    client.json = JSONCoder(keys: .snakeCase, dates: .secondsSince1970)
    let stubbed = client.stubbed(
      by: stubs {
        Stub(Get<Named>.self, .json(encoding: named))
        Stub(Resource<Data, Never>.self, .json(encoding: named))
      })
    #expect(try await stubbed.send(Get<Named>(path: "/named")) == named)
    let text = try await stubbed.send(Resource(Data.self, .get("/named")))
    #expect(try JSONCoder().decode(JSONValue.self, from: text) == ["first_name": "Ada", "born": 7])
  }

  @Test func aFileIsAResponse() async throws {
    try await withFolder { folder in
      try Data(adaText.utf8).write(to: folder.appending(path: "ada.json"))
      let stubs = stubs { Stub(GetUser.self, .file(folder.appending(path: "ada.json"))) }
      #expect(try await client.stubbed(by: stubs).send(GetUser(id: 7)) == ada)
      stubs.add(Stub(GetUser.self, .file(folder.appending(path: "none.json"))))
      #expect(await client.stubbed(by: stubs).result(of: GetUser(id: 7)).error?.transportError != nil)
      #expect(stubs.problems.count == 1 && stubs.problems[0].contains("can't respond"))
    }
  }

  @Test func typedRepliesBypassTheMap() async throws {
    let stubs = stubs {
      Stub(GetUser.self) { call in
        call.id == 7 ? .success(User(id: call.id, name: "Ada")) : .failure(.notFound)
      }
      Stub(Rename.self, .success)
    }
    let client = client.stubbed(by: stubs)
    let reply = try await client.response(to: GetUser(id: 7))
    #expect(reply.value == ada && reply.status.reasonPhrase == "stubbed")
    let error = try #require(await client.result(of: GetUser(id: 8)).error)
    #expect(error.declared == .notFound && error.response == nil && error.attempts.isEmpty)
    #expect(error.call == "GET /users/{} (stubbed)")
    try await client.send(Rename(id: 7, name: "A"))
    #expect(stubs.calls(of: GetUser.self).map(\.endpoint.id) == [7, 8])
    #expect(stubs.calls(of: Rename.self).allSatisfy { $0.requests.isEmpty } && stubs.problems.isEmpty)
  }

  @Test func whatWasSentIsThere() async throws {
    let stubs = stubs { Stub(Rename.self, .status(204)) }
    try await client.stubbed(by: stubs).send(Rename(id: 7, name: "Grace"))
    let call = try #require(stubs.calls(of: Rename.self).first)
    #expect(call.endpoint.name == "Grace")
    #expect(call.requests.map { String(decoding: $0.bytes, as: UTF8.self) } == [#"{"name":"Grace"}"#])
  }

  // MARK: What no API would do

  @Test(arguments: [
    StubResponse<User, UserError>.status(500), .json("{}"), .json("[1]", status: 404), .json(#"{"id": "x"}"#),
    .response(.text("ok")), .status(204), .status(999),
  ])
  func aResponseThatTheEndpointCanNotReadIsAProblem(reply: StubResponse<User, UserError>) async {
    var client = client
    client.retry = .off
    let stubs = stubs { Stub(GetUser.self, reply) }
    let error = await client.stubbed(by: stubs).result(of: GetUser(id: 7)).error
    let isDeclared = error?.declared != nil
    #expect(stubs.problems.count == (isDeclared ? 0 : 1), "\(String(describing: error))")
    if !isDeclared {
      #expect(stubs.problems.first?.hasPrefix("GetUser can't read the response of its stub") == true)
      #expect(stubs.problems.first?.contains("GET /users/{}") == true)
    }

    let meant = self.stubs { Stub(GetUser.self, reply.unexpected()) }
    _ = await client.stubbed(by: meant).result(of: GetUser(id: 7))
    #expect(meant.problems.count == (isDeclared ? 1 : 0))
  }

  @Test func aReadableResponseMarkedAsUnexpectedIsAProblem() async throws {
    let stubs = stubs { Stub(GetUser.self, .json(adaText).unexpected()) }
    _ = try await client.stubbed(by: stubs).send(GetUser(id: 7))
    #expect(stubs.problems == ["GetUser can read the response of its stub, which is marked .unexpected()"])
  }

  @Test func aCallThatNoStubTakesNamesTheNearest() async {
    func problem(_ stubs: Stubs) async -> String {
      let error = await client.stubbed(by: stubs).result(of: GetUser(id: 8)).error
      #expect(error?.transportError?.kind == .other && error?.attempts.count == 1, "it is not sent again")
      #expect(stubs.problems.count == 1 && error?.transportError?.message == stubs.problems.first)
      return stubs.problems.first ?? ""
    }
    let start = "no stub responds to GET /users/{} (GetUser): "
    #expect(await problem(stubs()) == start + "there are no stubs")
    #expect(
      await problem(
        stubs {
          Stub(Rename.self, .success); Stub(PlainUser.self, .json(adaText))
        }
      ).hasPrefix(start + "the nearest is a stub of "))
    #expect(
      await problem(stubs { Stub(GetUser.self, where: { $0.id == 7 }, .json(adaText)) })
        == start + "the stub of GetUser does not take this call")
    let empty = stubs { Stub(GetUser.self) }
    _ = await client.stubbed(by: empty).result(of: GetUser(id: 8))
    #expect(empty.problems.first == "the stub of GetUser has no response")
  }

  // MARK: One after the other

  @Test func repliesComeOneAfterTheOther() async throws {
    let stubs = stubs { Stub(GetUser.self, .failure(.notFound), .success(ada)) }
    let client = client.stubbed(by: stubs)
    #expect(await client.result(of: GetUser(id: 7)).error?.declared == .notFound)
    for _ in 0..<3 { #expect(try await client.send(GetUser(id: 7)) == ada) }
  }

  @Test func aRetryHasTheNextResponse() async throws {
    let stubs = stubs { Stub(GetUser.self, .status(503), .noResponse(.connectionLost), .json(adaText)) }
    let reply = try await client.stubbed(by: stubs).response(to: GetUser(id: 7))
    #expect(reply.value == ada && reply.attempts.count == 3)
    #expect(stubs.calls(of: GetUser.self).map(\.requests.count) == [3])
    // One that depends on the call is the same for each attempt.
    let other = self.stubs { Stub(GetUser.self) { _ in .status(503).unexpected() } }
    #expect(await client.stubbed(by: other).result(of: GetUser(id: 7)).error?.attempts.count == 3)
    #expect(other.problems.isEmpty)
  }

  @Test func aTypedReplyEndsTheCallAlsoAfterARetry() async throws {
    let stubs = stubs { Stub(GetUser.self, .status(503), .success(ada), .status(503), .failure(.notFound)) }
    let client = client.stubbed(by: stubs)
    let reply = try await client.response(to: GetUser(id: 7))
    #expect(reply.value == ada && reply.attempts.map { try? $0.result.get().code } == [503, 200])
    #expect(await client.result(of: GetUser(id: 7)).error?.declared == .notFound)
    #expect(stubs.calls(of: GetUser.self).map(\.requests.count) == [2, 2] && stubs.problems.isEmpty)
  }

  @Test func aTypedReplyAfterARetryTakesItsTime() async throws {
    let clock = ManualClock()
    var client = client
    client.clock = clock
    let stubs = stubs { Stub(GetUser.self, .status(503), .success(ada).after(.seconds(9))) }
    let stubbed = client.stubbed(by: stubs)
    async let user = stubbed.send(GetUser(id: 7))
    await clock.waitForSleep(of: .seconds(9))
    clock.advance(by: .seconds(9))
    #expect(try await user == ada)
  }

  @Test func theLastStubComesFirst() async throws {
    let stubs = stubs { Stub(GetUser.self, .success(ada)) }
    let client = client.stubbed(by: stubs)
    stubs.add(Stub(GetUser.self, .failure(.notFound)))
    #expect(await client.result(of: GetUser(id: 7)).error?.declared == .notFound)
  }

  // MARK: Time

  @Test func aReplyTakesItsTimeOnTheClientsClock() async throws {
    let clock = ManualClock()
    var client = client
    client.clock = clock
    client.timeout = .unlimited
    let stubbed = client.stubbed(
      by: stubs { Stub(GetUser.self, .json(adaText).after(.seconds(9)), .success(ada).after(.seconds(5))) })
    for (sleeps, seconds) in [(1, 9), (2, 5)] {
      async let user = stubbed.send(GetUser(id: 7))
      await clock.waitForSleeps(sleeps)
      #expect(clock.sleeps.last == .seconds(seconds))
      clock.advance(by: .seconds(seconds))
      #expect(try await user == ada)
    }
  }

  @Test func aDelayWithoutAnEndIsCancelledByTheSystemsClockToo() async {
    var client = client.stubbed(by: stubs { Stub(GetUser.self, .json(adaText).after(.seconds(Int.max))) })
    client.clock = Client(baseURL: api, transport: InMemoryTransport { _ in .status(200) }).clock
    client.timeout = .unlimited
    let task = Task { [client] in await client.result(of: GetUser(id: 7)) }
    task.cancel()
    #expect(await task.value.error?.transportError?.kind == .cancelled)
  }

  @Test func aReplyThatIsTooLateIsATimeout() async {
    let late: [(StubResponse<User, UserError>, sleeps: Int)] = [
      (.json(adaText).after(.seconds(Int.max)), 2), (.success(ada).after(.seconds(61)), 1),
    ]
    for (reply, sleeps) in late {
      var client = client
      let clock = ManualClock()
      client.clock = clock
      let stubbed = client.stubbed(by: stubs { Stub(GetUser.self, reply) })
      let task = Task { await stubbed.result(of: GetUser(id: 7)) }
      await clock.waitForSleeps(sleeps)
      clock.advance(by: .seconds(60))
      #expect(await task.value.error?.transportError?.kind == .timedOut(.total))
    }
  }

  @Test func aCallThatWaitsCanBeCancelled() async {
    for reply: StubResponse<User, UserError> in [
      .json(adaText).after(.seconds(9)), .success(ada).after(.seconds(9)),
    ] {
      let clock = ManualClock()
      var client = client
      client.clock = clock
      client.timeout = .unlimited
      let stubbed = client.stubbed(by: stubs { Stub(GetUser.self, reply) })
      let task = Task { await stubbed.result(of: GetUser(id: 7)) }
      await clock.waitForSleeps()
      task.cancel()
      #expect(await task.value.error?.transportError?.kind == .cancelled)
    }
  }

  // MARK: The client around it

  @Test func redirectsMiddlewareAndSessionsAreTheClients() async throws {
    let session = Session<BearerToken> { _, _ in BearerToken("new") }
    try await session.signIn(BearerToken("old"))
    var client = client
    client.authentication = .session(session)
    let calls = Mutex<[String]>([])
    client.observers.append(.handler { event in calls.withLock { $0.append("\(event.kind)") } })
    let stubs = stubs {
      Stub(GetUser.self, .status(401), .status(302, headers: [.location: "/v1/users/8"]), .json(adaText))
    }
    #expect(try await client.stubbed(by: stubs).send(GetUser(id: 7)) == ada)
    let requests = stubs.calls(of: GetUser.self).flatMap(\.requests)
    #expect(requests.map { $0.head.path ?? "" } == ["/v1/users/7?key=k", "/v1/users/7?key=k", "/v1/users/8"])
    #expect(
      requests.map { $0.head.headerFields[.authorization] ?? "" } == [
        "Bearer old", "Bearer new", "Bearer new",
      ])
    #expect(calls.withLock { $0.filter { $0 == "attemptStarted" }.count } == 3)
  }

  @Test func pagesAreStubbedByTheirEndpoint() async throws {
    struct Names: PagedEndpoint {
      var request: Request { .get("/names") }
      static let responses: ResponseMap<[String], Never> = .anySuccess
      func next(after page: PageResponse<[String]>) throws(RequestError) -> Cursor? { try .link(of: page) }
    }
    let stubs = stubs {
      Stub(
        Names.self, .json(#"["a"]"#).header("Link", "</names?p=2>; rel=next"), .json(#"["b"]"#))
    }
    var names: [String] = []
    for try await name in client.stubbed(by: stubs).items(of: Names()) { names.append(name) }
    #expect(names == ["a", "b"] && stubs.calls(of: Names.self).count == 2)
  }

  @Test func aTypedReplyIsThatToTheRequestOfItsCall() async throws {
    let stubs = stubs {
      Stub(GetUser.self, .success(ada))
      Stub(Rename.self, .success)
    }
    let client = client.stubbed(by: stubs)
    let request = try await client.response(to: GetUser(id: 7)).request
    #expect(request.url == "https://api.example.com/v1/users/7?key=***" && request.method == .get)
    #expect(request.template == "/users/{}" && request.headers[HTTPField.Name("X-Client") ?? .accept] == "1")
    #expect(try await client.response(to: Rename(id: 7, name: "A")).request.description == "PATCH /users/{}")
  }

  @Test func aPageThatIsATypedReplyHasANextOne() async throws {
    struct Page: Decodable, Sendable {
      var names: [String]
      var next: String?
    }
    struct Names: PagedEndpoint {
      var request: Request { .get("/users") }
      static let responses: ResponseMap<Page, Never> = .anySuccess
      func items(of page: Page) -> [String] { page.names }
      func next(after page: PageResponse<Page>) throws(RequestError) -> Cursor? {
        try .url(page.value.next, of: page)
      }
    }
    let stubs = stubs {
      Stub(
        Names.self, .success(Page(names: ["a"], next: "https://api.github.com/users?page=2")),
        .success(Page(names: ["b"], next: "?page=3")), .success(Page(names: ["c"])))
    }
    let client = Client(
      baseURL: "https://api.github.com", transport: InMemoryTransport { _ in .status(500) })
    var urls: [String] = []
    for try await page in client.stubbed(by: stubs).pages(of: Names()) { urls.append(page.request.url) }
    #expect(
      urls == [
        "https://api.github.com/users", "https://api.github.com/users?page=2",
        "https://api.github.com/users?page=3",
      ])
  }

  @Test func theNumberOfAPageThatIsATypedReplyIsThatOfItsRequest() async throws {
    struct Numbered: PagedEndpoint {
      var request: Request { .get("/x", query: ["page": 3]) }
      static let responses: ResponseMap<[Int], Never> = .anySuccess
      func next(after page: PageResponse<[Int]>) throws(RequestError) -> Cursor? {
        try .number(of: page, hasNext: page.value == [1])
      }
    }
    let stubs = stubs { Stub(Numbered.self, .success([1]), .success([2])) }
    let client = Client(baseURL: api, transport: InMemoryTransport { _ in .status(500) })
    var urls: [String] = []
    for try await page in client.stubbed(by: stubs).pages(of: Numbered()) { urls.append(page.request.url) }
    #expect(urls == ["\(api)/x?page=3", "\(api)/x?page=4"])
  }

  @Test func aTypedReplyNeedsNoRequestThatCouldBeSent() async throws {
    let client = Client.preview(baseURL: "no URL") { Stub(GetUser.self, .success(ada)) }
    #expect(try await client.send(GetUser(id: 7)) == ada)
  }

  @Test func aHeaderFieldTakesThePlaceOfThatOfItsName() async throws {
    let stubs = stubs {
      Stub(GetUser.self, .json(encoding: ada).header("content-type", "text/x").header("X-A", "1"))
    }
    let reply = try await client.stubbed(by: stubs).response(to: GetUser(id: 7))
    #expect(reply.header("Content-Type") == "text/x" && reply.header("X-A") == "1")
  }

  @Test(arguments: [("", "1"), ("a b", "1"), ("X-A", "1\n2")])
  func aHeaderFieldThatCannotBeSentIsAProblem(name: String, value: String) async throws {
    let stubs = stubs { Stub(GetUser.self, .json(encoding: ada).header(name, value)) }
    await #expect(throws: CallError<UserError>.self) {
      try await client.stubbed(by: stubs).send(GetUser(id: 7))
    }
    #expect(!stubs.problems.isEmpty && stubs.problems.allSatisfy { $0.contains("header field") })
  }

  @Test func aPreviewNeedsNoServer() async throws {
    let client = Client.preview { Stub(GetUser.self, .success(ada)) }
    #expect(try await client.send(GetUser(id: 7)) == ada)
  }

  /// The requests of both are equal: only the call distinguishes them.
  @Test func aStreamThatIsOpenedAgainKeepsItsStub() async throws {
    struct Watch: Endpoint {
      var name: String
      var request: Request { .get("/events") }
      static let responses: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [
        .code(200, .stream(.serverSentEvents(reconnecting: .after(.seconds(1), limit: 1))))
      ]
    }
    func events(_ text: String) -> StubResponse<ResponseStream<ServerSentEvent, Never>, Never> {
      .status(200, headers: [.contentType: "text/event-stream"], body: Data("data: \(text)\n\n".utf8))
    }
    let stubs = stubs {
      for name in ["a", "b"] {
        Stub(
          Watch.self, where: { $0.name == name }, events("\(name)1"), events("\(name)2"),
          .status(204).unexpected())
      }
    }
    let client = client.stubbed(by: stubs)
    let streams = [try await client.send(Watch(name: "a")), try await client.send(Watch(name: "b"))]
    var given: [[String]] = []
    for stream in streams {
      var texts: [String] = []
      do { for try await event in stream { texts.append(event.data) } } catch {}
      given.append(texts)
    }
    #expect(given.map { $0.prefix(2) } == [["a1", "a2"], ["b1", "b2"]])
  }

  @Test func streamsAreStubbed() async throws {
    struct Lines: Endpoint {
      var request: Request { .get("/lines") }
      static let responses: ResponseMap<ResponseStream<String, Never>, Never> = [
        .code(200, .stream(.lines()))
      ]
    }
    let stubs = stubs { Stub(Lines.self, .response(.text("a\nb\n"))) }
    var lines: [String] = []
    for try await line in try await client.stubbed(by: stubs).send(Lines()) { lines.append(line) }
    #expect(lines == ["a", "b"])
  }

  /// As many tests as one likes, side by side, each with its own.
  @Test func noCallSeesTheStubOfAnotherTest() async {
    let client = client
    await withTaskGroup { group in
      for id in 0..<1_000 {
        group.addTask {
          let stubs = Stubs { Stub(GetUser.self, .json(#"{"id": \#(id), "name": "\#(id)"}"#)) }
          let stubbed = client.stubbed(by: stubs)
          for _ in 0..<3 {
            let user = try? await stubbed.send(GetUser(id: id))
            #expect(user == User(id: id, name: "\(id)"))
          }
          #expect(stubs.calls(of: GetUser.self).map(\.endpoint.id) == [id, id, id] && stubs.problems.isEmpty)
        }
      }
    }
  }

  @Test func oneSetServesManyCallsAtOnce() async {
    let stubs = stubs {
      Stub(GetUser.self) { call in .json(encoding: User(id: call.id, name: "\(call.id)")) }
    }
    let client = client.stubbed(by: stubs)
    await withTaskGroup { group in
      for id in 0..<500 {
        group.addTask { #expect(await (try? client.send(GetUser(id: id)).id) == id) }
      }
    }
    #expect(Set(stubs.calls(of: GetUser.self).map(\.endpoint.id)) == Set(0..<500))
  }
}
